//! Positions: six fields on one line.

use std::fmt;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use pyramid_engine::{Card, Layout, Piles, Place, PositionError, Setup, State};

use crate::cards::CardSpelling;
use crate::groups::{self, Group, GroupsError, Item};

/// A text that is no position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionTextError {
    /// The bytes that are wrong.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub kind: PositionTextErrorKind,
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionTextErrorKind {
    /// There are not six fields.
    Fields {
        /// How many there are.
        found: usize,
    },
    /// A card is spelled wrongly.
    Card(CardSpelling),
    /// A dash stands beside cards.
    Dash,
    /// `..` outside the tableau.
    RemovedOutsideTableau,
    /// A row has another length than in the layout.
    RowLength {
        /// The row, from 1, counted over all parts.
        row: usize,
        /// How many cards it has in the layout.
        expected: usize,
        /// How many stand here.
        found: usize,
    },
    /// There are not as many rows as in the layout.
    Rows {
        /// How many the layout has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A field has more piles or cards than it can hold.
    OnePile,
    /// The redeals left are not a number or `any`.
    Redeals,
    /// The piles are no position under the rules.
    Position(PositionError),
}

impl PositionTextErrorKind {
    /// Whether the text may be a position under other rules.
    pub fn depends_on_rules(&self) -> bool {
        use PositionTextErrorKind as Kind;
        match self {
            Kind::RowLength { .. } | Kind::Rows { .. } | Kind::OnePile | Kind::Position(_) => true,
            Kind::Fields { .. }
            | Kind::Card(_)
            | Kind::Dash
            | Kind::RemovedOutsideTableau
            | Kind::Redeals => false,
        }
    }
}

impl PositionTextError {
    /// The stable name: `position`.
    pub fn name(&self) -> &'static str {
        "position"
    }
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PositionTextErrorKind::Fields { found } => write!(
                f,
                "a position has six fields: rows | stock | wastes | cell | reserve | redeals left; \
                 this has {found}"
            ),
            PositionTextErrorKind::Card(card) => write!(f, "{card}"),
            PositionTextErrorKind::Dash => f.write_str("`-` stands alone for an empty pile"),
            PositionTextErrorKind::RemovedOutsideTableau => {
                f.write_str("`..` stands only for a removed tableau card")
            }
            PositionTextErrorKind::RowLength { row, expected, found } => {
                write!(f, "row {row} has {expected} places, not {found}")
            }
            PositionTextErrorKind::Rows { expected, found } => {
                write!(f, "this layout has {expected} rows, not {found}")
            }
            PositionTextErrorKind::OnePile => f.write_str("only one pile can stand here"),
            PositionTextErrorKind::Redeals => f.write_str("the redeals left are a number or `any`"),
            PositionTextErrorKind::Position(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PositionTextError {}

impl PositionTextError {
    fn new(span: Range<usize>, kind: PositionTextErrorKind) -> PositionTextError {
        PositionTextError { span, kind }
    }

    pub(crate) fn from_groups(error: GroupsError) -> PositionTextError {
        match error {
            GroupsError::Card(error, span) => {
                Self::new(span, PositionTextErrorKind::Card(error.kind))
            }
            GroupsError::Dash(span) => Self::new(span, PositionTextErrorKind::Dash),
        }
    }
}

/// Reads a position of a game with this layout.
///
/// ```
/// use std::sync::Arc;
/// use pyramid_engine::RuleSet;
/// use pyramid_notation::{read_position, write_position};
/// let layout = Arc::new("pyramid rows=2".parse::<RuleSet>()?.layout());
/// let text = "Kc/4c9c | 2c2d | - | - | - | 2";
/// let setup = read_position(text, layout)?;
/// assert_eq!(write_position(&setup, setup.start()), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`PositionTextError`], with the bytes that are wrong.
pub fn read_position(text: &str, layout: Arc<Layout>) -> Result<Setup, PositionTextError> {
    use PositionTextErrorKind as Kind;
    let fields = text.split('|').count();
    if fields != 6 {
        let kind = Kind::Fields { found: fields };
        return Err(PositionTextError::new(0..text.len(), kind));
    }
    let last = text.rfind('|').map_or(0, |bar| bar + 1);
    let redeals = groups::trimmed(&text[last..], last);
    let redeals_left = match &text[redeals.clone()] {
        "any" => None,
        digits => match digits.parse::<u8>() {
            Ok(number) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(number),
            _ => return Err(PositionTextError::new(redeals, Kind::Redeals)),
        },
    };
    let groups =
        groups::scan(&text[..last.saturating_sub(1)]).map_err(PositionTextError::from_groups)?;
    let [rows, stock, wastes, cell, reserve] = groups.as_slice() else {
        return Err(PositionTextError::new(0..text.len(), Kind::Fields { found: fields }));
    };
    let tableau = read_rows(rows, &layout)?;
    let reserve_piles = layout.rules().reserve.map_or(0, |reserve| reserve.piles);
    let cell = one_pile(cell)?;
    if let Some((_, more)) = cell.get(1).map(|item| (item, &cell[1..])) {
        let span = more[0].span.start..more[more.len() - 1].span.end;
        return Err(PositionTextError::new(span, Kind::OnePile));
    }
    let piles = Piles {
        tableau: tableau.iter().map(|item| item.card).collect(),
        stock: cards(one_pile(stock)?)?,
        wastes: wastes.piles.iter().map(|pile| cards(&pile.items)).collect::<Result<_, _>>()?,
        cell: cards(cell)?.first().copied(),
        reserve: if reserve_piles == 0 && one_pile(reserve)?.is_empty() {
            Vec::new()
        } else {
            reserve.piles.iter().map(|pile| cards(&pile.items)).collect::<Result<_, _>>()?
        },
        redeals_left,
    };
    Setup::from_piles(layout, &piles).map_err(|error| {
        let whole = 0..text.len();
        let all = || groups.iter().flat_map(|group| &group.piles).flat_map(|pile| &pile.items);
        let span = match &error {
            PositionError::Surplus { card } => {
                all().rfind(|item| item.card == Some(*card)).map(|item| item.span.clone())
            }
            PositionError::RemovedUnder { place: Place::Tableau(place), .. } => {
                tableau.get(*place as usize).map(|item| item.span.clone())
            }
            PositionError::Count { what: "wastes", .. } => Some(wastes.span.clone()),
            PositionError::Count { what: "reserve piles", .. } => Some(reserve.span.clone()),
            PositionError::PileTooHigh { place: Place::Reserve(pile), .. } => {
                reserve.piles.get(*pile as usize).map(|pile| pile.span.clone())
            }
            PositionError::PileTooHigh { .. } => Some(wastes.span.clone()),
            PositionError::NoSuchGroup { what: "cell" } => Some(groups[3].span.clone()),
            PositionError::NoSuchGroup { what: "stock" } => Some(stock.span.clone()),
            PositionError::NoSuchGroup { .. } => Some(wastes.span.clone()),
            PositionError::Redeals => Some(redeals),
            _ => None,
        };
        PositionTextError::new(span.unwrap_or(whole), Kind::Position(error))
    })
}

/// The items of the rows, if they are as many and as long as the layout's.
pub(crate) fn read_rows(group: &Group, layout: &Layout) -> Result<Vec<Item>, PositionTextError> {
    let rows = layout.rows();
    if group.piles.len() != rows.len() {
        let kind = PositionTextErrorKind::Rows { expected: rows.len(), found: group.piles.len() };
        return Err(PositionTextError::new(group.span.clone(), kind));
    }
    for (number, (pile, row)) in group.piles.iter().zip(rows).enumerate() {
        if pile.items.len() != row.places.len() {
            let kind = PositionTextErrorKind::RowLength {
                row: number + 1,
                expected: row.places.len(),
                found: pile.items.len(),
            };
            return Err(PositionTextError::new(pile.span.clone(), kind));
        }
    }
    Ok(group.piles.iter().flat_map(|pile| pile.items.iter().cloned()).collect())
}

/// The items of a group that can hold only one pile.
pub(crate) fn one_pile(group: &Group) -> Result<&[Item], PositionTextError> {
    match group.piles.as_slice() {
        [pile] => Ok(&pile.items),
        _ => Err(PositionTextError::new(group.span.clone(), PositionTextErrorKind::OnePile)),
    }
}

/// The cards of a pile outside the tableau.
pub(crate) fn cards(items: &[Item]) -> Result<Vec<Card>, PositionTextError> {
    let card = |item: &Item| {
        item.card.ok_or_else(|| {
            let kind = PositionTextErrorKind::RemovedOutsideTableau;
            PositionTextError::new(item.span.clone(), kind)
        })
    };
    items.iter().map(card).collect()
}

/// Writes the position of a state.
pub fn write_position(setup: &Setup, state: &State) -> String {
    let piles = setup.piles(state);
    let mut text = String::with_capacity(160);
    for (i, row) in setup.layout().rows().iter().enumerate() {
        if i > 0 {
            text.push('/');
        }
        for place in row.places.clone() {
            match piles.tableau[place as usize] {
                Some(card) => push_card(&mut text, card),
                None => text.push_str(".."),
            }
        }
    }
    text.push_str(" | ");
    push_pile(&mut text, &piles.stock);
    text.push_str(" | ");
    push_piles(&mut text, &piles.wastes);
    text.push_str(" | ");
    push_pile(&mut text, piles.cell.as_slice());
    text.push_str(" | ");
    push_piles(&mut text, &piles.reserve);
    match piles.redeals_left {
        Some(left) => {
            let _ = write!(text, " | {left}");
        }
        None => text.push_str(" | any"),
    }
    text
}

fn push_card(text: &mut String, card: Card) {
    text.push(card.rank().letter());
    text.push(card.suit().letter());
}

fn push_pile(text: &mut String, pile: &[Card]) {
    if pile.is_empty() {
        text.push('-');
    }
    for &card in pile {
        push_card(text, card);
    }
}

fn push_piles(text: &mut String, piles: &[Vec<Card>]) {
    if piles.is_empty() {
        text.push('-');
    }
    for (i, pile) in piles.iter().enumerate() {
        if i > 0 {
            text.push('/');
        }
        push_pile(text, pile);
    }
}

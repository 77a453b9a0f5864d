//! The board as text: the same for the line game, `deal` and `inspect`.
//!
//! A card takes six columns of its row, so that each lies over the gap between the two it covers.
//! Open cards stand in brackets. What a player may not know is never drawn: the top of a closed
//! stock and, where the rules hide them, covered cards are `##`.

use pyramid_engine::{Card, Layout, Move, Passes, Place, Row, Setup, State, Stock};

use crate::failure::Failure;
use crate::io::Io;
use crate::paint::Paint;
use crate::settings::{BoardSettings, Key, Settings};
use crate::text::{pad, wrapped};

/// Which characters cards are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbols {
    /// `8c`, `..`, `--`.
    Ascii,
    /// `8♣`, `··`, `──`.
    Unicode,
}

impl Symbols {
    /// A card.
    pub(crate) fn card(self, card: Card) -> String {
        match self {
            Symbols::Ascii => card.to_string(),
            Symbols::Unicode => format!("{}{}", card.rank().letter(), card.suit().symbol()),
        }
    }

    /// The place of a card that has been removed.
    pub(crate) fn gap(self) -> &'static str {
        match self {
            Symbols::Ascii => "..",
            Symbols::Unicode => "··",
        }
    }

    /// An empty pile.
    pub(crate) fn empty(self) -> &'static str {
        match self {
            Symbols::Ascii => "--",
            Symbols::Unicode => "──",
        }
    }

    /// The other ones.
    pub(crate) fn other(self) -> Symbols {
        match self {
            Symbols::Ascii => Symbols::Unicode,
            Symbols::Unicode => Symbols::Ascii,
        }
    }

    /// A card that lies face down.
    pub(crate) fn hidden(self) -> &'static str {
        "##"
    }
}

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    /// Its characters.
    pub(crate) symbols: Symbols,
    /// Its colours, if it has any.
    pub(crate) paint: Option<Paint>,
    /// The columns there are. A board never takes more than [`BoardStyle::MAX_WIDTH`].
    pub(crate) width: usize,
}

impl BoardStyle {
    /// The widest board, in columns.
    pub(crate) const MAX_WIDTH: usize = 80;
    /// With fewer columns than this a board is a list.
    const ROWS_WIDTH: usize = 24;

    /// As the settings have it, or else the terminal and the locale.
    pub(crate) fn new(io: &mut Io, flags: &BoardSettings) -> Result<BoardStyle, Failure> {
        Settings::read(io, &flags.0).map(|settings| BoardStyle::of(io, &settings))
    }

    /// As the settings have it, or else the terminal and the locale.
    pub(crate) fn of(io: &Io, settings: &Settings) -> BoardStyle {
        let unicode = match settings.get(Key::Symbols) {
            Some("ascii") => false,
            Some("unicode") => true,
            _ => io.locale_is_utf8(),
        };
        let paint = match settings.get(Key::Deck) {
            Some("four") => Paint::Four,
            _ => Paint::Two,
        };
        let width = settings.get(Key::Width).and_then(|columns| columns.parse().ok());
        BoardStyle {
            symbols: if unicode { Symbols::Unicode } else { Symbols::Ascii },
            paint: io.has_color().then_some(paint),
            width: width.unwrap_or_else(|| io.width()),
        }
    }

    /// A line with its cards in colour, where there is any.
    pub(crate) fn painted(self, line: String) -> String {
        self.paint.map_or(line.clone(), |paint| paint.line(&line))
    }
}

/// Draws a state: the tableau, the reserve below it, and a line with stock, wastes, cell, pass and
/// the number of cards left in the tableau. Lines have no blanks at their ends.
///
/// Where there are too few columns for the tableau its rows show the open cards only, and with
/// fewer than 24 columns every open card has a line.
pub(crate) fn board(setup: &Setup, state: &State, style: BoardStyle) -> Vec<String> {
    drawn(setup, state, style).into_iter().map(|line| style.painted(line)).collect()
}

fn drawn(setup: &Setup, state: &State, style: BoardStyle) -> Vec<String> {
    let width = style.width.min(BoardStyle::MAX_WIDTH);
    let drawing = Drawing { setup, state, symbols: style.symbols, width };
    let mut lines = match width {
        _ if width >= drawing.tableau_width() => drawing.tableau(),
        BoardStyle::ROWS_WIDTH.. => drawing.open_rows(),
        _ => return drawing.list(),
    };
    lines.extend(drawing.reserve());
    lines.extend(wrapped("  ", "  ", &drawing.piles(), width));
    lines
}

/// Columns from one card of a row to the next.
const PITCH: usize = 6;
/// Columns of a card with its brackets.
const CARD: usize = 4;

struct Drawing<'a> {
    setup: &'a Setup,
    state: &'a State,
    symbols: Symbols,
    width: usize,
}

impl Drawing<'_> {
    fn layout(&self) -> &Layout {
        self.setup.layout()
    }

    fn open(&self, card: Card) -> String {
        format!("[{}]", self.symbols.card(card))
    }

    /// A tableau place in four columns.
    fn place(&self, place: u8, card: Option<Card>) -> String {
        match (card, self.setup.free_card(self.state, Place::Tableau(place))) {
            (None, _) => format!(" {} ", self.symbols.gap()),
            (Some(_), Some(free)) => self.open(free),
            (Some(_), None) if self.layout().rules().hidden => {
                format!(" {} ", self.symbols.hidden())
            }
            (Some(card), None) => format!(" {} ", self.symbols.card(card)),
        }
    }

    /// The number of a row, with the letter of its part where there are several.
    fn row_name(&self, row: &Row) -> String {
        match self.layout().parts() {
            1 => row.number.to_string(),
            _ => format!("{}{}", (b'a' + row.part) as char, row.number),
        }
    }

    /// Columns of the row numbers, with a blank behind them.
    fn margin(&self) -> usize {
        self.layout().rows().iter().map(|row| self.row_name(row).len()).max().unwrap_or(0) + 1
    }

    fn tableau_width(&self) -> usize {
        let widest = self.layout().rows().iter().map(|row| row.places.len()).max().unwrap_or(0);
        self.margin() + PITCH * widest - (PITCH - CARD)
    }

    /// The rows as they lie. Parts stand one above the other: no two fit into 80 columns.
    fn tableau(&self) -> Vec<String> {
        let cards = self.setup.piles(self.state).tableau;
        let margin = self.margin();
        let line = |row: &Row| {
            let mut line = self.row_name(row);
            let mut column = margin + usize::from(row.indent) * PITCH / 2;
            for place in row.places.clone() {
                pad(&mut line, column);
                line += &self.place(place, cards[usize::from(place)]);
                column += PITCH;
            }
            line.truncate(line.trim_end().len());
            line
        };
        self.layout().rows().iter().map(line).collect()
    }

    /// The rows that have open cards, with these.
    fn open_rows(&self) -> Vec<String> {
        let margin = self.margin();
        let mut lines = Vec::new();
        for row in self.layout().rows() {
            let open = |place| self.setup.free_card(self.state, Place::Tableau(place));
            let cards: Vec<String> =
                row.places.clone().filter_map(open).map(|card| self.open(card)).collect();
            let mut name = self.row_name(row);
            pad(&mut name, margin);
            lines.extend(wrapped(&name, " ", &cards, self.width));
        }
        lines
    }

    /// Reserve piles, bottom card first, in as many columns as fit.
    fn reserve(&self) -> Vec<String> {
        let Some(reserve) = self.layout().rules().reserve else { return Vec::new() };
        let piles = self.setup.piles(self.state).reserve;
        let name_width = format!("r{}", reserve.piles).len();
        let width_of = |depth: usize| name_width + 3 * depth + 2;
        let depth = usize::from(reserve.depth);
        // Where a whole pile is too wide for a line only its top is shown.
        let whole = width_of(depth) + 2 <= self.width;
        let pile_width = width_of(if whole { depth } else { 1 });
        let pile = |(number, cards): (usize, &Vec<Card>)| {
            let mut text = format!("r{}", number + 1);
            pad(&mut text, name_width);
            match cards.split_last() {
                None => text = text + " " + self.symbols.empty(),
                Some((top, buried)) => {
                    for &card in buried.iter().filter(|_| whole) {
                        text = text + " " + &self.symbols.card(card);
                    }
                    text = text + " " + &self.open(*top);
                }
            }
            text
        };
        let piles: Vec<String> = piles.iter().enumerate().map(pile).collect();
        let most = (self.width / (pile_width + 2)).clamp(1, piles.len().max(1));
        // As few lines as possible, and these equally long.
        let columns = piles.len().div_ceil(piles.len().div_ceil(most));
        let line = |piles: &[String]| {
            let mut line = String::new();
            for (column, pile) in piles.iter().enumerate() {
                pad(&mut line, 2 + column * (pile_width + 2));
                line += pile;
            }
            line
        };
        piles.chunks(columns).map(line).collect()
    }

    /// Stock, wastes, cell, pass, cards left.
    fn piles(&self) -> Vec<String> {
        let rules = self.layout().rules();
        let at = |place| self.setup.free_card(self.state, place);
        let top = |card: Option<Card>, count: usize| match (card, count) {
            (Some(card), _) => format!("{} {count}", self.open(card)),
            (None, 0) => format!("{} 0", self.symbols.empty()),
            (None, _) => format!("{} {count}", self.symbols.hidden()),
        };
        let mut items = Vec::new();
        if rules.stock != Stock::None {
            items.push(format!("Stock {}", top(at(Place::Stock), self.state.stock_len())));
            for waste in 0..rules.wastes.max(1) {
                let mut name = match rules.wastes {
                    3 => format!("W{}", waste + 1),
                    _ => "Waste".to_owned(),
                };
                // It may pair with the top.
                let second = self.setup.cards_of(self.state, Move::WastePair(waste))[1];
                if let Some(second) = second.filter(|_| rules.waste_pair) {
                    name = name + " " + &self.symbols.card(second);
                }
                let cards = top(at(Place::Waste(waste)), self.state.waste_len(waste));
                items.push(format!("{name} {cards}"));
            }
        }
        if rules.cells > 0 {
            let card = self.state.cell().map(|card| self.open(card));
            items.push(format!("Cell {}", card.unwrap_or(self.symbols.empty().to_owned())));
        }
        if rules.stock != Stock::None {
            let pass = self.state.tally().pass;
            items.push(match rules.passes {
                Passes::Limited(passes) => format!("Pass {pass} of {passes}"),
                Passes::Any => format!("Pass {pass}"),
            });
        }
        items.push(format!("Left {}", self.state.tableau_len()));
        items
    }

    /// A line for every open card of tableau and reserve, then one for each other pile.
    fn list(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.setup.for_each_free(self.state, |place, card| {
            if matches!(place, Place::Tableau(_) | Place::Reserve(_)) {
                lines.push(format!("{} {}", self.layout().name(place), self.open(card)));
            }
        });
        lines.extend(self.piles());
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use pyramid_engine::{Deal, Preset, RuleSet};
    use pyramid_notation::{MoveText, read_position, to_move};

    use super::*;

    const STYLE: BoardStyle = BoardStyle { symbols: Symbols::Ascii, paint: None, width: 80 };
    const WIDTHS: [usize; 6] = [80, 62, 43, 40, 24, 20];

    fn setup(rules: &str) -> Setup {
        let rules: RuleSet = rules.parse().unwrap();
        Setup::new(Arc::new(rules.layout()), &Deal::seeded(rules.rules(), 7))
    }

    /// The start, and the state after some moves.
    fn played(rules: &str, moves: &str) -> (Setup, State) {
        let setup = setup(rules);
        let mut state = *setup.start();
        for token in moves.split_whitespace() {
            let token = MoveText::read(token).unwrap().token;
            let m = to_move(&setup, &state, &token).unwrap().unwrap();
            setup.play(&mut state, m).unwrap();
        }
        (setup, state)
    }

    fn board_of(rules: &str, moves: &str, style: BoardStyle) -> String {
        let (setup, state) = played(rules, moves);
        board(&setup, &state, style).join("\n")
    }

    #[test]
    fn boards_of_the_presets() {
        let mut text = String::new();
        for preset in Preset::all() {
            text += &format!("{}\n{}\n\n", preset.name, board_of(preset.name, "", STYLE));
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn boards_during_a_game() {
        let mut text = String::new();
        for (rules, moves) in [
            ("pyramid", "ad+qh 3s+ts > >"),
            ("pyramid passes=any", "ad+qh > > >"),
            ("apophis", "> > >"),
            ("apophis", "> > > > > > > > < >"),
            ("giza", ""),
            ("cell", "> ^ad"),
            ("no-waste", "> >"),
            ("thirteen", "> >"),
            ("triangle", "> >"),
        ] {
            text += &format!("{rules}: {moves}\n{}\n\n", board_of(rules, moves, STYLE));
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn boards_of_other_widths() {
        let mut text = String::new();
        for rules in [
            "pyramid",
            "apophis",
            "giza",
            "six-row-reserve",
            "pyramid rows=6 reserve=3x8",
            "pyramid rows=10 deck=104 reserve=13x1 cells=1",
        ] {
            for width in [62, 43, 40, 30, 20] {
                let style = BoardStyle { width, ..STYLE };
                text += &format!("{rules}, {width} columns\n{}\n\n", board_of(rules, "", style));
            }
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn boards_in_unicode() {
        let style = BoardStyle { symbols: Symbols::Unicode, ..STYLE };
        insta::assert_snapshot!(
            [board_of("pyramid", "ad+qh 3s+ts", style), board_of("giza", "", style)].join("\n\n")
        );
    }

    #[test]
    fn an_empty_board() {
        let layout = Arc::new("reserve cells=1".parse::<RuleSet>().unwrap().layout());
        let text = "../..../....../......../........../............/.............. | - | - | - | -/-/-/-/-/- | 0";
        let setup = read_position(text, layout).unwrap();
        for width in [80, 40, 20] {
            let lines = board(&setup, setup.start(), BoardStyle { width, ..STYLE });
            assert!(lines.iter().any(|line| line.contains("Left 0")), "{lines:?}");
        }
    }

    #[test]
    fn lines_fit_their_width() {
        let more = ["pyramid rows=6 reserve=3x8", "pyramid rows=10 deck=104 reserve=13x1 cells=1"];
        for rules in Preset::all().iter().map(|preset| preset.name).chain(more) {
            let (setup, state) = played(rules, "");
            for width in WIDTHS {
                for line in board(&setup, &state, BoardStyle { width, ..STYLE }) {
                    let len = line.chars().count();
                    assert!(len <= width, "{rules}, {width} columns: {line}");
                    assert_eq!(line.trim_end(), line, "{rules}");
                }
            }
        }
    }

    /// Unicode differs from ASCII in characters only.
    #[test]
    fn symbols_do_not_move_columns() {
        for preset in Preset::all() {
            let (setup, state) = played(preset.name, "");
            for width in WIDTHS {
                let lengths = |symbols| -> Vec<usize> {
                    let lines = board(&setup, &state, BoardStyle { symbols, width, ..STYLE });
                    lines.iter().map(|line| line.chars().count()).collect()
                };
                assert_eq!(lengths(Symbols::Ascii), lengths(Symbols::Unicode));
            }
        }
    }

    #[test]
    fn what_a_player_may_not_know_is_not_board_of() {
        for preset in Preset::all() {
            let (setup, state) = played(preset.name, "");
            let rules = setup.layout().rules();
            for width in WIDTHS {
                let text = board(&setup, &state, BoardStyle { width, ..STYLE }).join("\n");
                let piles = setup.piles(&state);
                let open = usize::from(rules.stock == Stock::Open);
                let mut unseen: Vec<Card> = piles.stock.iter().skip(open).copied().collect();
                if rules.hidden {
                    let covered =
                        |place: &u8| setup.free_card(&state, Place::Tableau(*place)).is_none();
                    let places = (0..setup.layout().tableau_len() as u8).filter(covered);
                    unseen.extend(places.map(|place| setup.tableau_card(place)));
                }
                // Of two packs the other copy may be on show.
                if rules.deck.copies() == 1 {
                    for card in unseen {
                        assert!(!text.contains(&card.to_string()), "{}: {card}", preset.name);
                    }
                }
            }
        }
    }
}

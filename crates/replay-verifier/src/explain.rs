//! Findings in words: what was expected from the deal, and the places that disagree.
//!
//! None of this runs for a valid game.

use std::fmt::Write as _;

use pyramid_engine::{Card, Deal, Game, Layout, Move, Place, Refusal, RulesLineError};
use pyramid_notation::{
    Code, DealTextError, DealTextErrorKind, Diagnostic, Location, Played, Text, Token, card_spans,
    scan_card, to_token, write_position,
};

use crate::check::{Value, Wrong};

/// A rules line that names no game.
pub(crate) fn rules(line: Text<'_>, error: &RulesLineError) -> Wrong {
    let at = line.part(error.span.clone()).at;
    Box::new(Diagnostic::named(error.name(), at, error.to_string()))
}

/// A deal that cannot be read or is not the pack.
pub(crate) fn deal(text: Text<'_>, error: &DealTextError) -> Wrong {
    let at = text.part(error.span.clone()).at;
    let mut wrong = Diagnostic::named(error.name(), at, error.to_string());
    let DealTextErrorKind::Deck(deck) = &error.kind else {
        return Box::new(wrong);
    };
    let spans = card_spans(text.text);
    let surplus: Vec<Card> = deck.surplus.iter().filter_map(|&i| Some(spans.get(i)?.0)).collect();
    let names = |cards: &[Card]| {
        let names: Vec<String> = cards.iter().take(5).map(Card::to_string).collect();
        let more = cards.len().saturating_sub(5);
        let list = names.join(", ");
        if more > 0 { format!("{list} and {more} more") } else { list }
    };
    let are = |n: usize| if n == 1 { "is" } else { "are" };
    let mut parts = Vec::new();
    if !surplus.is_empty() {
        let foreign = surplus.iter().any(|&card| !deck.deck.contains(card));
        let what = if foreign {
            format!("{} {} not in it or too many", names(&surplus), are(surplus.len()))
        } else if let [card] = surplus[..] {
            let times = if deck.deck.copies() == 1 { "twice" } else { "three times" };
            format!("{card} comes {times}")
        } else {
            format!("{} come too often", names(&surplus))
        };
        parts.push(what);
    }
    if !deck.missing.is_empty() {
        parts.push(format!("{} {} missing", names(&deck.missing), are(deck.missing.len())));
    }
    let full = format!("this deal is not a full pack of {}", deck.deck.len());
    wrong.message = format!("{full}: {}", parts.join(", ")).into();
    if let ([twice], [missing]) = (&surplus[..], &deck.missing[..])
        && deck.deck.contains(*twice)
    {
        let places = spans.iter().filter(|(card, _)| card == twice);
        let mut places = places.map(|(_, span)| text.part(span.clone()).at);
        if let Some(first) = places.next() {
            wrong = wrong.other(first, format!("{twice} is here as well"));
        }
        wrong = wrong.note(format!("one of the two is probably {missing}"));
    }
    Box::new(wrong)
}

/// A `from:` that gives another deal than `deal:`.
pub(crate) fn other_deal(
    from: &Value,
    said: &Value,
    layout: &Layout,
    named: &Deal,
    deal: &Deal,
) -> Diagnostic {
    let spans = card_spans(&said.text);
    // Spans stand in the order of the text, cards in dealing order: only a reserve differs.
    let in_text = |deal: &Deal| {
        let text = deal.write(layout);
        card_spans(&text).into_iter().map(|(card, _)| card).collect::<Vec<_>>()
    };
    let (theirs, ours) = (in_text(named), in_text(deal));
    let first = theirs.iter().zip(&ours).position(|(a, b)| a != b);
    let mut wrong = Diagnostic::new(
        Code::From,
        from.at,
        format!("`{}` gives another deal than `deal:` under these rules", from.text),
    );
    if let Some(at) = first
        && let Some((card, span)) = spans.get(at)
    {
        let text = Text { text: &said.text, at: said.at };
        let label = format!("the first card that differs: {card}, where it has {}", theirs[at]);
        wrong = wrong.other(text.part(span.clone()).at, label);
    }
    wrong
}

/// What a refused move is explained from.
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) deal: Option<&'a Value>,
    /// Where the moves that stand are written.
    pub(crate) moves: &'a [Location],
}

impl Scene<'_> {
    pub(crate) fn refused(
        &self,
        at: Location,
        played: &Played<'_>,
        refusal: &Refusal,
    ) -> Diagnostic {
        let layout = self.game.layout();
        let culprit = refusal.culprit();
        let token_at = culprit.and_then(|card| card_in(played.written, card));
        let primary = token_at.map_or(at, |span| at.part(played.written, span));
        let mut message = refusal.explain(layout);
        if let (Refusal::WrongDraw { .. }, Token::Draw(said)) = (refusal, &played.text.token) {
            let said: String = said.iter().map(|card| card.to_string()).collect();
            let _ = write!(message, ", but the record says {said}");
        }
        if let (Refusal::WrongRedeal { .. }, Token::Redeal(Some(said))) =
            (refusal, &played.text.token)
        {
            let _ = write!(message, ", but the record says {said}");
        }
        let mut wrong = Diagnostic::named(refusal.name(), primary, message);
        if culprit.is_some() {
            wrong = wrong.label(format!("move {} wants this card", played.number));
        }
        if let Some(card) = culprit {
            wrong = self.point_at(wrong, refusal, card);
        }
        wrong = wrong.note(self.note(played, refusal));
        match self.repair(&played.text.token) {
            Some(help) => wrong.help(help),
            None => wrong,
        }
    }

    /// Where else to look: the card in the deal, or the move that removed it.
    fn point_at(&self, wrong: Diagnostic, refusal: &Refusal, card: Card) -> Diagnostic {
        let label = match refusal {
            Refusal::Removed { .. } => {
                return match self.removed_by(card) {
                    Some((ply, m)) if ply < self.moves.len() => {
                        let label = format!("move {} removed it: {m}", ply + 1);
                        wrong.other(self.moves[ply], label)
                    }
                    _ => wrong,
                };
            }
            Refusal::Covered { place, .. } => {
                format!("{card} is here, {}", self.game.layout().name(*place))
            }
            Refusal::InStock { under: 0, .. } => format!("{card} is here, next to be drawn"),
            Refusal::InStock { under: 1, .. } => format!("{card} is here, under 1 card"),
            Refusal::InStock { under, .. } => format!("{card} is here, under {under} cards"),
            Refusal::InWaste { .. } | Refusal::InReserve { .. } => format!("{card} was dealt here"),
            _ => return wrong,
        };
        let Some(deal) = self.deal else { return wrong };
        let text = Text { text: &deal.text, at: deal.at };
        let spans = card_spans(&deal.text);
        match spans.into_iter().find(|(other, _)| *other == card) {
            Some((_, span)) => wrong.other(text.part(span).at, label),
            None => wrong,
        }
    }

    /// The move that removed a card last, as its token.
    fn removed_by(&self, card: Card) -> Option<(usize, Token)> {
        let setup = self.game.setup();
        let plies = self.game.moves().enumerate().rev();
        plies.filter(|(_, m)| m.is_removal()).find_map(|(ply, m)| {
            let before = self.game.state_at(ply)?;
            let removes = setup.cards_of(before, m).contains(&Some(card));
            removes.then(|| (ply, to_token(setup, before, m)))
        })
    }

    /// The position before the move, and what is free in it.
    fn note(&self, played: &Played<'_>, refusal: &Refusal) -> String {
        let (setup, state) = (self.game.setup(), self.game.state());
        let mut note = format!("before move {}: {}", played.number, write_position(setup, state));
        let mut group = "";
        setup.for_each_free(state, |place, card| {
            let next = match place {
                Place::Tableau(_) => "free:",
                Place::Reserve(_) => ", reserve",
                Place::Cell => ", cell",
                Place::Waste(_) => ", waste",
                Place::Stock => ", stock",
            };
            if group.is_empty() {
                note.push_str("\nfree:");
            }
            if next != group && next != "free:" {
                note.push_str(next);
            }
            group = next;
            let _ = write!(note, " {card}");
        });
        if let Refusal::GameOver = refusal {
            let status = self.game.status();
            let reason = status.reason().map_or("", |reason| reason.name());
            let _ = write!(note, "\nthe game is {}: {reason}", status.name());
        }
        if let (Refusal::WrongDraw { .. }, Token::Draw(said)) = (refusal, &played.text.token)
            && let Some(wanted) = said.iter().next()
            && let Some(pyramid_engine::Whereabouts::Stock { under }) =
                setup.locate(state, wanted).first()
        {
            let _ = write!(
                note,
                "\n{wanted} is card {} of the stock: moves may be missing, or the record belongs \
                 to another deal",
                under + 1
            );
        }
        note
    }

    /// The one legal removal with a card that the token names, if there is just one.
    fn repair(&self, token: &Token) -> Option<String> {
        let (setup, state) = (self.game.setup(), self.game.state());
        let named = match token {
            Token::Pair(a, b) => [Some(a.card), Some(b.card)],
            Token::Covered { upper, lower } => [Some(upper.card), Some(lower.card)],
            Token::Single(card) => [Some(card.card), None],
            _ => return None,
        };
        let moves = self.game.legal_moves();
        let mut fits = moves.into_iter().filter(|&m| {
            m.is_removal()
                && setup.cards_of(state, m).iter().flatten().any(|c| named.contains(&Some(*c)))
        });
        let (m, None) = (fits.next()?, fits.next()) else { return None };
        let token = to_token(setup, state, m);
        let [first, second] = setup.cards_of(state, m);
        Some(match (m, first, second) {
            (Move::Pair(..) | Move::WastePair(_), Some(first), Some(second)) => {
                let (named, other) =
                    if named.contains(&Some(first)) { (first, second) } else { (second, first) };
                format!("{named} pairs with {other}, which is free: `{token}`")
            }
            _ => format!("`{token}` is legal here"),
        })
    }
}

/// The bytes of a card in a token as written.
fn card_in(written: &str, card: Card) -> Option<std::ops::Range<usize>> {
    (0..written.len()).filter(|&at| written.is_char_boundary(at)).find_map(|at| {
        let scanned = scan_card(&written[at..]).ok().filter(|scanned| scanned.card == card)?;
        Some(at..at + scanned.len)
    })
}

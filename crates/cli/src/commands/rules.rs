//! `pyramid rules`: lists the games, explains one.

use std::io::Write;

use pyramid_engine::{
    Deck, End, Goal, KEYS, Key, Matching, Passes, Preset, RuleSet, Rules, Scoring, Shape, Stock,
};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::RulesArgs;
use crate::board::BoardStyle;
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::Io;
use crate::table::read_rules;
use crate::text::wrapped_words;

/// A game as JSON.
#[derive(Serialize)]
struct Game {
    /// Null if it deviates from every preset.
    number: Option<u16>,
    name: &'static str,
    aliases: &'static [&'static str],
    /// The canonical rules line.
    line: String,
    /// What differs from `pyramid`.
    differs: Map<String, Value>,
    /// All keys.
    rules: Map<String, Value>,
    cards: Cards,
}

/// How many cards are dealt where.
#[derive(Serialize)]
struct Cards {
    tableau: usize,
    reserve: usize,
    stock: usize,
}

pub(crate) fn run(io: &mut Io, args: RulesArgs) -> Result<Exit, Failure> {
    let width = io.width().clamp(BoardStyle::MAX_WIDTH / 2, BoardStyle::MAX_WIDTH);
    if args.name.is_empty() {
        for preset in Preset::all() {
            let rules = RuleSet::from(preset);
            if args.json {
                writeln!(io.out(), "{}", to_json(&Game::of(&rules)))?;
            } else {
                for line in wrapped_words(&row_head(preset), &row(preset), width) {
                    writeln!(io.out(), "{line}")?;
                }
            }
        }
        return Ok(Exit::Success);
    }
    let rules = read_rules(&args.name.join(" "), "NAME")?;
    if args.json {
        writeln!(io.out(), "{}", to_json(&Game::of(&rules)))?;
    } else {
        for line in explained(&rules, width) {
            writeln!(io.out(), "{line}")?;
        }
    }
    Ok(Exit::Success)
}

/// The keys whose values are not those of `pyramid`.
fn differing(rules: &Rules) -> impl Iterator<Item = (&'static Key, String)> {
    KEYS.iter().filter_map(|key| {
        let value = key.get(rules);
        (value != key.get(&Rules::PYRAMID)).then_some((key, value))
    })
}

fn row_head(preset: &Preset) -> String {
    let longest = Preset::all().iter().map(|preset| preset.name.len()).max().unwrap_or(0);
    format!("{:>2} {:longest$}  ", preset.number, preset.name)
}

fn row(preset: &Preset) -> String {
    let mut words: Vec<String> =
        differing(&preset.rules).map(|(key, value)| format!("{}={value}", key.name)).collect();
    if words.is_empty() {
        words.push("the default game".to_owned());
    }
    if !preset.aliases.is_empty() {
        words.push(format!("(also {})", preset.aliases.join(", ")));
    }
    words.join(" ")
}

impl Game {
    fn of(rules: &RuleSet) -> Game {
        let preset = rules.preset();
        let rule = |(key, value): (&Key, String)| (key.name.to_owned(), Value::String(value));
        let plain = rules.rules();
        Game {
            number: (!rules.deviates()).then_some(preset.number),
            name: preset.name,
            aliases: preset.aliases,
            line: rules.to_string(),
            differs: differing(plain).map(rule).collect(),
            rules: KEYS.iter().map(|key| rule((key, key.get(plain)))).collect(),
            cards: Cards {
                tableau: plain.tableau_len(),
                reserve: plain.reserve_len(),
                stock: plain.stock_len(),
            },
        }
    }
}

/// The whole of a game: what it is called, how it is played, every key.
fn explained(rules: &RuleSet, width: usize) -> Vec<String> {
    let preset = rules.preset();
    let mut lines = vec![rules.to_string()];
    let differs: Vec<String> =
        differing(rules.rules()).map(|(key, value)| format!("{}={value}", key.name)).collect();
    let mut text = match rules.deviates() {
        true => "A game of your own".to_owned(),
        false => format!("Game {}", preset.number),
    };
    text += &match differs.as_slice() {
        [] => ", the default.".to_owned(),
        differs => format!(": pyramid with {}.", differs.join(" ")),
    };
    if !rules.deviates() && !preset.aliases.is_empty() {
        text += &format!(" Also called {}.", preset.aliases.join(", "));
    }
    lines.extend(wrapped_words("", &text, width));
    lines.push(String::new());
    for (head, text) in sections(rules.rules()) {
        lines.extend(wrapped_words(&format!("{head:9}"), &text, width));
    }
    lines.push(String::new());
    lines.push("Keys (* differs from pyramid; in brackets what it may be):".to_owned());
    for key in &KEYS {
        let value = key.get(rules.rules());
        let star = if value == key.get(&Rules::PYRAMID) { ' ' } else { '*' };
        let setting = format!("{}={value}", key.name);
        let head = format!("{star} {setting:22} ");
        lines.extend(wrapped_words(&head, &format!("{} ({})", key.meaning, key.values), width));
    }
    lines
}

/// How a game is played, in sentences under headings.
fn sections(rules: &Rules) -> Vec<(&'static str, String)> {
    let mut sections = vec![("Deal", dealt(rules)), ("Pairs", pairs(rules))];
    sections.extend(stock(rules).map(|text| ("Stock", text)));
    if rules.cells > 0 {
        let text = "A free tableau card or a waste's top may be parked in the cell; it leaves \
                    the cell only by a removal.";
        sections.push(("Cell", text.to_owned()));
    }
    sections.push(("Won", goal(rules).to_owned()));
    sections.push(("Over", ending(rules).to_owned()));
    sections.push(("Score", score(rules).to_owned()));
    sections
}

fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

fn dealt(rules: &Rules) -> String {
    let rows = usize::from(rules.rows);
    let shape = match rules.layout {
        Shape::Pyramid => format!("a pyramid of {}", count(rows, "row")),
        Shape::Triangle => format!("an upside-down pyramid of {}", count(rows, "row")),
        Shape::TwoPyramids => "two pyramids of 7 rows".to_owned(),
        Shape::UpAndDown => "a pyramid and an upside-down pyramid of 7 rows".to_owned(),
        Shape::Pharaohs => "three pyramids of 2, 7 and 6 rows".to_owned(),
    };
    let pack = match rules.deck {
        Deck::Cards52 => "52 cards".to_owned(),
        Deck::Cards48 => "48 cards, no tens".to_owned(),
        Deck::Cards40 => "40 cards, no eights, nines and tens".to_owned(),
        Deck::Cards104 => "104 cards, two packs".to_owned(),
    };
    let mut parts = vec![format!("{} in {shape}", rules.tableau_len())];
    if let Some(reserve) = rules.reserve {
        let (piles, depth) = (usize::from(reserve.piles), usize::from(reserve.depth));
        parts.push(match depth {
            1 => format!("{piles} beside it as a reserve, all free"),
            _ => format!("{} in {piles} reserve piles of {depth}, their tops free", piles * depth),
        });
    }
    if rules.stock != Stock::None {
        parts.push(format!("{} in the stock", rules.stock_len()));
    }
    let mut text = format!("{pack}: {}.", parts.join(", "));
    if rules.reserve.is_some() && rules.reserve_first {
        text += " The reserve is dealt first.";
    }
    if let Some(apex) = rules.apex {
        text += &format!(" The {} is always dealt first.", apex.name());
    }
    if rules.hidden {
        text += " Covered tableau cards lie face down.";
    }
    if rules.predeal > 0 {
        let cards = count(usize::from(rules.predeal), "card");
        let (verb, wastes) = match (rules.predeal, rules.wastes) {
            (1, _) => ("is", "the waste"),
            (_, 3) => ("are", "the wastes"),
            _ => ("are", "the waste"),
        };
        text += &format!(" {cards} of the stock {verb} drawn to {wastes} at once.");
    }
    text
}

fn pairs(rules: &Rules) -> String {
    let top = rules.deck.top_value();
    let (jack, queen) = (top - 2, top - 1);
    let mut text = match rules.matching {
        Matching::Sum => format!(
            "Two free cards that make {top} leave together (jack {jack}, queen {queen}); \
             a king leaves alone."
        ),
        Matching::Sum12Qk => "Two free cards that make 12 (jack 11), or a queen and a king, leave \
                              together; no card leaves alone."
            .to_owned(),
        Matching::Sum11Faces => "Two free cards that make 11, or two jacks, two queens or two \
                                 kings, leave together; no card leaves alone."
            .to_owned(),
        Matching::Adjacent => "Two free cards of equal or neighbouring rank leave together, but \
                               not a king and an ace; no card leaves alone."
            .to_owned(),
    };
    if rules.overlap {
        text += " A free card may leave together with the card that it alone covers.";
    }
    if rules.waste_pair {
        text += " The two top cards of a waste may leave together.";
    }
    text
}

fn stock(rules: &Rules) -> Option<String> {
    let mut text = match rules.stock {
        Stock::Open => "Its top lies face up and is free.",
        Stock::Closed => "Its cards must be drawn before they are free.",
        Stock::None => return None,
    }
    .to_owned();
    text += match (rules.wastes, rules.draw) {
        (0, _) => " There is no waste: a drawn card is free until the next is drawn, then gone.",
        (3, _) => " A draw lays one card on each of three wastes, their tops free.",
        (_, 3) => " A draw lays three cards on the waste, the last on top and free.",
        _ => " A draw lays its top on the waste, whose top is free.",
    };
    text += &match rules.passes {
        Passes::Limited(1) => " There is one pass through the stock.".to_owned(),
        Passes::Limited(passes) => format!(" There are {passes} passes through the stock."),
        Passes::Any => " There is no limit to the passes through the stock.".to_owned(),
    };
    if rules.wastes == 3 && rules.passes != Passes::Limited(1) {
        text += &format!(
            " A redeal turns the wastes over as wholes and puts them together in the order {}.",
            match rules.redeal_order {
                pyramid_engine::RedealOrder::Kept => "1, 2, 3",
                pyramid_engine::RedealOrder::Pysol => "3, 2, 1",
            }
        );
    }
    Some(text)
}

fn goal(rules: &Rules) -> &'static str {
    match (rules.goal, rules.reserve, rules.cells) {
        (Goal::Pyramid, ..) => "When the tableau is gone.",
        (Goal::Table, None, 0) => "When the tableau is gone.",
        (Goal::Table, Some(_), 0) => "When tableau and reserve are gone.",
        (Goal::Table, None, _) => "When the tableau is gone and the cell empty.",
        (Goal::Table, Some(_), _) => "When tableau and reserve are gone and the cell is empty.",
        (Goal::Deck, ..) => "When every card is gone.",
    }
}

fn ending(rules: &Rules) -> &'static str {
    match (rules.score, rules.end) {
        (Scoring::Par, _) => {
            "When no card can be removed any more, now or on any pass, or when the player stops. \
             A won game goes on."
        }
        (_, End::Stuck) => "When no card can be removed any more, now or on any pass.",
        (_, End::Exhausted) => "When no move of any kind is left.",
    }
}

fn score(rules: &Rules) -> &'static str {
    match rules.score {
        Scoring::Left => "The cards left in the tableau; 0 is perfect.",
        Scoring::Par => {
            "Cleared in the first, second or third pass 50, 35 or 20, minus the cards left in \
             stock and waste; not cleared minus all cards left. Six games make a match, par is 0."
        }
        Scoring::Msc => {
            "5 for each removal, and 25, 50, 75, 100, 150, 250, 500 for the rows emptied, from the \
             bottom up."
        }
        Scoring::Cards => "One point for each card removed.",
        Scoring::None => "None.",
    }
}

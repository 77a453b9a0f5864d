//! Holds the documents to the code: what `docs/` shows is parsed, computed and compared.
//!
//! Blocks of code are known by the word behind their fence, tables by the heading above them. A
//! failure names the document and the line.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyramid_engine::{
    Card, Deal, Deck, KEYS, Layout, Piles, Place, Preset, Refusal, RuleSet, RulesError,
    RulesLineErrorKind, Setup,
};
use pyramid_notation::{
    Canonical, Code, Ending, GameRead, HeaderKey, MAX_LINE, MAX_MOVES, MoveText, ReadOptions,
    Reader, Record, Severity, Source, Text, Token, canonical, code, read_deal, read_games,
    read_position, scan_card, write_position,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A document of `docs/`.
struct Document {
    name: &'static str,
    text: String,
}

/// A fenced block: the line of its first line, and its text with every line end.
struct Block {
    line: usize,
    text: String,
}

/// A row of a table: its line and its cells.
struct Row {
    line: usize,
    cells: Vec<String>,
}

impl Document {
    fn read(name: &'static str) -> Document {
        Document { name, text: file(&format!("docs/{name}")) }
    }

    /// The place of a line, for messages.
    fn at(&self, line: usize) -> String {
        format!("docs/{}:{line}", self.name)
    }

    /// The blocks whose fence has one of these words, each with its word.
    fn blocks(&self, words: &[&str]) -> Vec<(String, Block)> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, Block)> = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            match (line.strip_prefix("```"), &mut open) {
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(word), None) => {
                    let block = Block { line: number + 1, text: String::new() };
                    open = Some((word.to_owned(), block));
                }
                (None, Some((_, block))) => writeln!(block.text, "{line}").unwrap(),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "docs/{} has an open fence", self.name);
        blocks.retain(|(word, _)| words.contains(&word.as_str()));
        assert!(!blocks.is_empty(), "docs/{} has no block of {words:?}", self.name);
        blocks
    }

    /// The rows, without their heads, of all tables between a heading and the next one, or the
    /// one that begins with this text.
    fn rows(&self, heading: &str) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut inside = false;
        let mut head = true;
        for (number, line) in (1..).zip(self.text.lines()) {
            if line.starts_with('#') {
                inside = line == heading;
            }
            match inside.then(|| line.strip_prefix('|')).flatten() {
                Some(_) if line.trim_matches(['|', '-', ':']).is_empty() => head = false,
                Some(cells) if !head => {
                    let cells = cells.replace("\\|", "\u{1}");
                    let cell = |cell: &str| cell.trim().replace('\u{1}', "|");
                    let cells = cells.trim_end_matches('|').split('|').map(cell).collect();
                    rows.push(Row { line: number, cells });
                }
                Some(_) => {}
                None => head = true,
            }
        }
        assert!(!rows.is_empty(), "docs/{} has no table below `{heading}`", self.name);
        rows
    }
}

/// A cell without the back quotes around it.
fn bare(cell: &str) -> &str {
    cell.trim_matches('`')
}

fn layout(rules: &str) -> Arc<Layout> {
    let rules: RuleSet = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
    Arc::new(rules.layout())
}

fn strict_games(text: &str) -> Vec<GameRead> {
    let reader = Reader::with_options(text.as_bytes(), ReadOptions::STRICT);
    read_games(reader).map(Result::unwrap).collect()
}

/// The canonical form of a record that replays, whose `from:` and end are true.
fn replayed(record: Record) -> Record {
    let Canonical { record, game, .. } = canonical(record);
    let game = game.unwrap();
    if let Some(from) = record.header(HeaderKey::From) {
        let deal = read_deal(&from.value, game.layout()).unwrap().deal;
        let named = Setup::new(game.layout().clone(), &deal);
        let start = |setup: &Setup| write_position(setup, setup.start());
        assert_eq!(start(&named), start(game.setup()), "{}", from.value);
    }
    if let Some(ending) = &record.ending
        && ending.result.name() != "resigned"
    {
        assert_eq!(ending.result.name(), game.status().name());
    }
    record
}

/// The games as they are written, one blank line between them.
fn written(records: impl IntoIterator<Item = Record>) -> String {
    let texts: Vec<String> = records.into_iter().map(|record| record.to_string()).collect();
    texts.join("\n")
}

#[test]
fn recorded_games_are_canonical_and_replay() {
    let document = Document::read("notation.md");
    for (_, block) in document.blocks(&["pyramid-game"]) {
        let at = document.at(block.line);
        let games = strict_games(&block.text);
        for game in &games {
            assert!(!game.has_errors(), "{at}: {:?}", game.problems);
        }
        let records: Vec<Record> = games.into_iter().map(|game| game.record.unwrap()).collect();
        let replayed = written(records.iter().cloned().map(replayed));
        assert_eq!(written(records), block.text, "{at}");
        assert_eq!(replayed, block.text, "{at}");
    }
}

#[test]
fn what_was_typed_becomes_the_game_below_it() {
    let document = Document::read("notation.md");
    let blocks = document.blocks(&["pyramid-typed", "pyramid-game"]);
    let mut typed = 0;
    for pair in blocks.windows(2) {
        let [(word, block), (next, wanted)] = pair else { unreachable!("windows of two") };
        if word != "pyramid-typed" {
            continue;
        }
        typed += 1;
        let at = document.at(block.line);
        assert_eq!(next, "pyramid-game", "{at}");
        let games = read_games(Reader::new(block.text.as_bytes())).map(Result::unwrap);
        let records = games.map(|game| {
            assert!(game.problems.is_empty(), "{at}: {:?}", game.problems);
            replayed(game.record.unwrap())
        });
        assert_eq!(written(records), wanted.text, "{at}");
    }
    assert_eq!(typed, 1);
}

#[test]
fn worked_examples_are_recorded_games() {
    let document = Document::read("notation.md");
    let blocks = document.blocks(&["pyramid-game"]);
    for name in ["microsoft", "marks-clocks-undo", "two-games"] {
        let game = file(&format!("fixtures/games/valid/example-{name}.pyr"));
        assert!(blocks.iter().any(|(_, block)| block.text == game), "example-{name}.pyr");
    }
}

#[test]
fn spellings_of_a_deal_are_one_deal() {
    let document = Document::read("notation.md");
    for (_, block) in document.blocks(&["pyramid-deals"]) {
        let at = document.at(block.line);
        let mut lines = block.text.lines();
        let layout = layout(lines.next().unwrap().strip_prefix("rules: ").unwrap());
        let canonical = lines.next().unwrap();
        for line in std::iter::once(canonical).chain(lines) {
            let read = read_deal(line, &layout).unwrap_or_else(|error| panic!("{at}: {error}"));
            assert_eq!(read.deal.write(&layout), canonical, "{at}: {line}");
        }
    }
}

#[test]
fn positions_are_written_as_they_are_read() {
    let document = Document::read("notation.md");
    for (_, block) in document.blocks(&["pyramid-positions"]) {
        let at = document.at(block.line);
        let mut rules = None;
        for line in block.text.lines() {
            if let Some(line) = line.strip_prefix("rules: ") {
                rules = Some(layout(line));
                continue;
            }
            let setup = read_position(line, rules.clone().unwrap())
                .unwrap_or_else(|error| panic!("{at}: {error}: {line}"));
            assert_eq!(write_position(&setup, setup.start()), line, "{at}");
        }
    }
}

fn deck(cards: &str) -> Deck {
    let decks = [Deck::Cards52, Deck::Cards48, Deck::Cards40, Deck::Cards104];
    decks.into_iter().find(|deck| deck.len().to_string() == cards).unwrap()
}

/// The cards of a named deal in dealing order.
fn dealt(deck: Deck, name: &str) -> Vec<Card> {
    match name {
        "new-deck" => deck.new_deck().collect(),
        "reversed" => deck.new_deck().collect::<Vec<_>>().into_iter().rev().collect(),
        _ => {
            let layout = layout(&format!("pyramid rows=6 deck={}", deck.len()));
            let deal = Source::read(name).unwrap().deal(layout.rules()).unwrap();
            deal.cards().to_vec()
        }
    }
}

#[test]
fn shuffles_have_the_values_that_are_told() {
    let document = Document::read("notation.md");
    let mut values = 0;
    for (_, block) in document.blocks(&["pyramid-shuffles"]) {
        for (line, text) in (block.line..).zip(block.text.lines()) {
            let [name, pack, cards] = text.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{}: name, pack, cards", document.at(line));
            };
            let found = dealt(deck(pack), name).iter().map(Card::to_string).collect::<String>();
            assert_eq!(found, cards, "{}", document.at(line));
            values += 1;
        }
    }
    assert!(values >= 20);
}

#[test]
fn deal_codes_have_the_values_that_are_told() {
    let document = Document::read("notation.md");
    for (_, block) in document.blocks(&["pyramid-codes"]) {
        for (line, text) in (block.line..).zip(block.text.lines()) {
            let at = document.at(line);
            let [word, pack, rules, rank, name] = text.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{at}: code, pack, rules, rank, name");
            };
            let (deck, cards) = (deck(pack), dealt(deck(pack), name));
            let number = rules.parse().unwrap();
            let decoded = code::decode(word).unwrap();
            assert_eq!(code::encode(deck, Some(number), &cards).as_deref(), Ok(word), "{at}");
            assert_eq!((decoded.deck, decoded.rules.unwrap_or(0)), (deck, number), "{at}");
            assert_eq!(decoded.cards, cards, "{at}");
            assert_eq!(rank_of(deck, &cards), rank, "{at}");
        }
    }
}

/// The rank of a deal in decimal digits: long multiplication, slow and simple.
fn rank_of(deck: Deck, cards: &[Card]) -> String {
    let order: Vec<Card> = deck.new_deck().collect();
    let place = |card: &Card| order.iter().position(|other| other == card).unwrap();
    // Digits, the last first.
    let mut rank = vec![0u32];
    for (at, card) in cards.iter().enumerate() {
        let after = &cards[at..];
        let mut carry = after.iter().filter(|other| place(other) < place(card)).count() as u32;
        for digit in &mut rank {
            let sum = *digit * after.len() as u32 + carry;
            (*digit, carry) = (sum % 10, sum / 10);
        }
        while carry > 0 {
            rank.push(carry % 10);
            carry /= 10;
        }
    }
    rank.iter().rev().map(u32::to_string).collect()
}

/// The headings of the tables of errors.
const ERRORS: [&str; 7] = [
    "### Of text and lines",
    "### Of the shape of a game",
    "### Of headers and deals",
    "### Of moves and the end, as claims",
    "### Of other formats",
    "### Of deal codes",
    "### Of moves that cannot be played",
];

/// One refusal of each kind, with the facts of the document's examples.
fn refusals() -> Vec<Refusal> {
    let card = |text: &str| text.parse::<Card>().unwrap();
    let (ad, qh, two) = (card("Ad"), card("Qh"), card("2c"));
    let (six, nine) = (card("6d"), card("9d"));
    let at = Place::Tableau(16);
    vec![
        Refusal::GameOver,
        Refusal::Covered { card: six, place: at, by: [Some(nine), Some(card("7h"))] },
        Refusal::Removed { card: ad },
        Refusal::InStock { card: card("Ah"), under: 2 },
        Refusal::InWaste { card: ad, waste: 0, under: 1 },
        Refusal::InReserve { card: ad, pile: 0, under: 2 },
        Refusal::InCell { card: two },
        Refusal::NotInDeal { card: card("Tc") },
        Refusal::NoPlace { name: pyramid_notation::read_place("9.1").unwrap() },
        Refusal::NoCard { place: Place::Waste(0) },
        Refusal::NotThere { card: ad, place: Place::Waste(0) },
        Refusal::NoMatch { a: nine, b: qh },
        Refusal::NotSingle { card: nine },
        Refusal::SameCard { card: nine },
        Refusal::Ambiguous { card: qh },
        Refusal::WrongDraw { drawn: vec![card("3s")] },
        Refusal::WrongRedeal { cards: 24 },
        Refusal::StockEmpty,
        Refusal::StockNotEmpty { left: 23 },
        Refusal::NoRedeal { nothing: true },
        Refusal::NoCell,
        Refusal::CellFull { holds: two },
        Refusal::CellSource { card: ad, place: Place::Stock },
        Refusal::NoOverlap,
        Refusal::NoWastePair,
        Refusal::NotCovering { upper: two, lower: six },
        Refusal::NothingToUndo,
        Refusal::NothingToRedo,
    ]
}

/// The snapshots of what is said, of this crate, the verifier and the program.
fn snapshots() -> String {
    let mut text = String::new();
    for name in ["notation", "replay-verifier", "cli"] {
        let folder = root().join(format!("crates/{name}/tests/snapshots"));
        for entry in std::fs::read_dir(folder).unwrap() {
            text += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
        }
    }
    // In help the form of a line is shown.
    text.replace("error[name]: text", "")
}

/// What the lenient and the strict reader say of an input.
fn said_of(input: &str) -> Vec<String> {
    let games = read_games(Reader::new(input.as_bytes())).map(Result::unwrap);
    let said = games.flat_map(|game| game.problems).map(|problem| problem.message.into_owned());
    said.collect()
}

#[test]
fn every_error_has_its_row() {
    let document = Document::read("notation.md");
    let rows: Vec<Row> = ERRORS.iter().flat_map(|heading| document.rows(heading)).collect();
    let names: Vec<&str> = rows.iter().map(|row| bare(&row.cells[0])).collect();
    let mut known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    let shown: BTreeSet<&str> = refusals().iter().map(Refusal::name).collect();
    assert_eq!(shown, Refusal::NAMES.iter().copied().collect(), "refusals() has one of each");
    known.extend(shown);
    for name in &known {
        let count = names.iter().filter(|other| *other == name).count();
        assert_eq!(count, 1, "`{name}` has {count} rows in docs/notation.md");
    }
    for (name, row) in names.iter().zip(&rows) {
        assert!(known.contains(name), "{}: nothing is called `{name}`", document.at(row.line));
    }
    // What the verifier has been seen to say.
    let snapshots = snapshots();
    // Those of settings and of results are no text of games.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let other = |document: &str| std::fs::read_to_string(folder.join(document)).unwrap();
    let others = other("files-and-settings.md") + &other("win-rates.md");
    for (_, rest) in snapshots.match_indices("error[").map(|(at, _)| snapshots.split_at(at + 6)) {
        let name = rest.split(']').next().unwrap();
        let is_known = names.contains(&name) || others.contains(&format!("`{name}`"));
        assert!(is_known, "`{name}` has no row in docs/notation.md");
    }
    for row in &rows {
        let Some(code) = Code::from_name(bare(&row.cells[0])) else { continue };
        let mark = if code.severity() == Severity::Warning { "W" } else { "" };
        assert_eq!(row.cells[1], mark, "{}", document.at(row.line));
    }
}

#[test]
fn what_is_said_is_what_the_table_says() {
    let document = Document::read("notation.md");
    let snapshots = snapshots();
    let pyramid = layout("pyramid");
    let head = "pyramid-game 1.0\nrules: pyramid\nfrom: seed:7\n";
    for row in ERRORS.iter().flat_map(|heading| document.rows(heading)) {
        let at = document.at(row.line);
        let (name, said) = (bare(&row.cells[0]), row.cells.last().unwrap());
        let example = bare(&row.cells[row.cells.len() - 2]);
        let reader_says = match name {
            // Only a caller can ask for something.
            "required" => continue,
            "position" => {
                let example = example.split('`').next().unwrap();
                let error = read_position(example, layout("pyramid rows=2")).unwrap_err();
                vec![error.to_string()]
            }
            "too-many-moves" => {
                let hints = ":hint ".repeat(1000) + "\n";
                said_of(&(head.to_owned() + &hints.repeat(100) + ":hint\n"))
            }
            "too-much-text" => {
                let comment = format!("# {}\n", "x".repeat(60_000));
                said_of(&(head.to_owned() + &comment.repeat(300)))
            }
            name if name.starts_with("code-") => {
                let error = code::decode(example).unwrap_err();
                assert_eq!(error.name(), name, "{at}");
                vec![error.to_string()]
            }
            _ => Vec::new(),
        };
        let shown = [format!("[{name}]: {said}"), format!("[{name}] {said}")];
        let found = shown.iter().any(|shown| snapshots.contains(shown))
            || reader_says.contains(said)
            || refusals()
                .iter()
                .any(|refusal| refusal.name() == name && refusal.explain(&pyramid) == *said);
        assert!(found, "{at}: nothing says `{said}`; {reader_says:?}");
    }
}

#[test]
fn lenient_moves_are_read_as_the_table_says() {
    let document = Document::read("notation.md");
    let rows = document.rows("## Lenient and strict reading");
    let mut moves = 0;
    for row in rows.iter().skip_while(|row| row.cells[0] != "`9d4h`") {
        let at = document.at(row.line);
        let read =
            MoveText::read(bare(&row.cells[0])).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(read.to_string(), bare(&row.cells[1]), "{at}");
        assert!(!read.canonical, "{at}");
        moves += 1;
    }
    assert!(moves >= 20);
}

#[test]
fn cards_are_refused_as_the_table_says() {
    let document = Document::read("notation.md");
    for row in document.rows("## Cards") {
        let error = scan_card(bare(&row.cells[0])).unwrap_err();
        assert_eq!(error.to_string(), row.cells[1], "{}", document.at(row.line));
    }
}

#[test]
fn moves_that_are_shown_have_been_played() {
    let document = Document::read("notation.md");
    for row in document.rows("## Moves") {
        let at = document.at(row.line);
        let (shown, name) = (bare(&row.cells[2]), bare(&row.cells[3]));
        let text = file(&format!("fixtures/games/valid/{name}.pyr"));
        let games = read_games(Reader::new(text.as_bytes())).map(Result::unwrap);
        let records = games.filter_map(|game| game.record);
        let tokens: Vec<Token> = records
            .flat_map(|record| record.moves().map(|m| m.text.token).collect::<Vec<_>>())
            .collect();
        let shown: MoveText = shown.parse().unwrap();
        assert!(tokens.contains(&shown.token), "{at}: {name}.pyr has no {shown}");
    }
}

#[test]
fn header_keys_and_claims_stand_in_their_order() {
    let document = Document::read("notation.md");
    let mut keys = Vec::new();
    for row in document.rows("### Headers") {
        keys.extend(row.cells[0].split(' ').map(bare).map(str::to_owned).collect::<Vec<_>>());
    }
    assert_eq!(keys.pop().as_deref(), Some("x-…"));
    assert_eq!(keys, HeaderKey::ALL.iter().map(|key| key.name()).collect::<Vec<_>>());
    let text = "won reason=stuck score=-1 moves=3 time=4";
    let ending = Ending::read(Text::new(text)).unwrap();
    let known: Vec<&str> = ending.pairs().map(|(name, _)| name.text).collect();
    let rows = document.rows("### The end");
    let names: Vec<&str> = rows.iter().map(|row| bare(&row.cells[0])).collect();
    for name in ["won", "lost", "resigned", "open"].iter().chain(&known) {
        assert!(names.contains(name), "{name}");
    }
}

#[test]
fn limits_are_those_of_the_code() {
    let document = Document::read("notation.md");
    assert_eq!((MAX_LINE, MAX_MOVES), (65_536, 100_000));
    assert_eq!(
        (Ending::MAX_PAIRS, GameRead::MAX_TEXT, GameRead::MAX_PROBLEMS),
        (64, 16 << 20, 100)
    );
    for limit in
        ["65,536 bytes (64 KiB)", "| 100,000;", "| 64 |", "| 16 MiB;", "at most 100 for a game"]
    {
        assert!(document.text.contains(limit), "{limit}");
    }
}

/// The games of PySolFC that the document names, against what PySolFC dealt.
#[test]
fn pysolfc_deals_what_the_rules_deal() {
    let document = Document::read("notation.md");
    let recorded: Vec<serde_json::Value> =
        serde_json::from_str(&file("fixtures/deals/pysolfc-variants.json")).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut ids = BTreeSet::new();
    for row in document.rows("### PySolFC") {
        let at = document.at(row.line);
        let id: u64 = row.cells[0].parse().unwrap();
        let layout = layout(bare(&row.cells[2]));
        let games: Vec<_> = recorded.iter().filter(|game| game["id"] == id).collect();
        assert!(!games.is_empty(), "{at}");
        ids.insert(id);
        for game in games {
            assert_eq!(row.cells[1], text(&game["name"]), "{at}");
            let source = Source::read(&format!("pysol:{}", text(&game["game"]))).unwrap();
            let deal: Deal = source.deal(layout.rules()).unwrap();
            let setup = Setup::new(layout.clone(), &deal);
            let Piles { tableau, stock, wastes, reserve, .. } = setup.piles(setup.start());
            let join = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<String>();
            let rows: String = tableau.iter().flatten().map(Card::to_string).collect();
            let list = |value: &serde_json::Value| -> Vec<String> {
                value.as_array().unwrap().iter().map(text).collect()
            };
            assert_eq!(rows, list(&game["rows_top_to_bottom_left_to_right"]).concat(), "{at}");
            assert_eq!(join(&stock), text(&game["talon_next_card_first"]), "{at}");
            // Its list of reserves holds the three wastes of Apophis.
            let waste = text(&game["waste_bottom_to_top"]);
            let mut others = list(&game["reserves_bottom_to_top"]);
            let piles: Vec<String> = match others.len() {
                3 => std::mem::take(&mut others),
                _ => vec![waste],
            };
            assert_eq!(wastes.iter().map(|pile| join(pile)).collect::<Vec<_>>(), piles, "{at}");
            assert_eq!(reserve.iter().map(|pile| join(pile)).collect::<Vec<_>>(), others, "{at}");
        }
    }
    assert_eq!(ids, recorded.iter().filter_map(|game| game["id"].as_u64()).collect());
}

#[test]
fn every_game_has_its_paragraph() {
    let count = format!("**{} games**", Preset::all().len());
    assert!(file("README.md").contains(&count), "{count} in README.md");
    let document = Document::read("rules.md");
    for preset in Preset::all() {
        let name = format!("**`{}`**", preset.name);
        assert_eq!(document.text.matches(&name).count(), 1, "{name} in docs/rules.md");
        let paragraph =
            document.text.split("\n\n").find(|paragraph| paragraph.contains(&name)).unwrap();
        for alias in preset.aliases {
            assert!(paragraph.contains(&format!("`{alias}`")), "{name}: {alias}");
        }
    }
}

#[test]
fn every_rules_key_has_its_values() {
    let document = Document::read("rules.md");
    let rows = document.rows("## Rules keys");
    for key in &KEYS {
        let row =
            rows.iter().find(|row| bare(&row.cells[0]) == key.name && row.cells[1] == key.values);
        assert!(row.is_some(), "`{}` with `{}` in docs/rules.md", key.name, key.values);
    }
    let explained: Vec<&str> = rows.iter().map(|row| bare(&row.cells[0])).collect();
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    assert!(explained.ends_with(&names), "the keys stand in their order");
}

#[test]
fn impossible_rules_are_refused_as_the_table_says() {
    let document = Document::read("rules.md");
    let rows = document.rows("## What cannot be combined");
    for row in &rows {
        let at = document.at(row.line);
        let error = bare(&row.cells[1]).parse::<RuleSet>().unwrap_err();
        let RulesLineErrorKind::Invalid(reasons) = error.kind else { panic!("{at}: {error}") };
        let reason = reasons.iter().find(|reason| reason.name() == bare(&row.cells[0]));
        let said = reason.unwrap_or_else(|| panic!("{at}: {reasons:?}")).to_string();
        assert_eq!(said, row.cells[2], "{at}");
    }
    // Those of values that no key has cannot come from a rules line.
    let values = ["rows", "reserve-size", "cells", "draw", "wastes", "passes", "predeal", "apex"];
    let combined = RulesError::NAMES.iter().copied().filter(|name| !values.contains(name));
    let told: BTreeSet<&str> = rows.iter().map(|row| bare(&row.cells[0])).collect();
    assert_eq!(told, combined.collect());
}

#[test]
fn rules_lines_that_are_shown_can_be_played() {
    let document = Document::read("rules.md");
    let lines = document.blocks(&["text"]);
    let lines = lines.iter().find(|(_, block)| block.text.starts_with("giza\n"));
    for line in lines.unwrap().1.text.lines() {
        assert_eq!(line.parse::<RuleSet>().unwrap().to_string(), line);
    }
    let rules: RuleSet = "pyramid score=left passes=2 stock=closed".parse().unwrap();
    assert_eq!(rules.to_string(), "pyramid stock=closed passes=2");
}

/// The example of the verifier's crate is a test there; the document shows the same.
#[test]
fn the_example_in_rust_is_the_doctest() {
    let source = file("crates/replay-verifier/src/lib.rs");
    let lines = source.lines().skip_while(|line| *line != "//! ```").skip(1);
    let lines = lines.take_while(|line| *line != "//! ```");
    let code: String = lines
        .map(|line| line.trim_start_matches("//!").trim_start_matches(' '))
        .filter(|line| !line.starts_with("# "))
        .fold(String::new(), |code, line| code + line + "\n");
    let document = Document::read("verifying.md");
    let shown: Vec<String> = document
        .blocks(&["rust"])
        .into_iter()
        .map(|(_, block)| {
            block.text.lines().map(|line| line.trim_start().to_owned() + "\n").collect()
        })
        .collect();
    assert!(shown.contains(&code), "docs/verifying.md does not show:\n{code}");
}

#[test]
fn links_lead_somewhere() {
    let names = ["README.md", "notation.md", "rules.md", "verifying.md"];
    let documents: Vec<Document> = names.into_iter().map(Document::read).collect();
    for document in &documents {
        for (number, line) in (1..).zip(document.text.lines()) {
            for (at, _) in line.match_indices("](") {
                let target = line[at + 2..].split(')').next().unwrap();
                if target.contains("://") {
                    continue;
                }
                let at = document.at(number);
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let path = if path.is_empty() { document.name } else { path };
                assert!(root().join("docs").join(path).exists(), "{at}: {target}");
                let other = documents.iter().find(|document| document.name == path);
                if let (false, Some(other)) = (anchor.is_empty(), other) {
                    assert!(anchors(&other.text).any(|known| known == anchor), "{at}: {target}");
                }
            }
        }
    }
}

/// The anchors that a document's headings get.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let mut fenced = false;
    let headings = text.lines().filter(move |line| {
        fenced ^= line.starts_with("```");
        !fenced && line.starts_with('#')
    });
    headings.map(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        heading.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    })
}

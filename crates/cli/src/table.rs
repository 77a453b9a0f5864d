//! The game that arguments and inputs speak of: rules, deal or position, read once.

use std::ops::Range;
use std::sync::Arc;

use pyramid_engine::{
    Card, Deal, DeckError, Layout, Preset, RuleSet, RulesLineError, RulesLineErrorKind, Setup,
    nearest,
};
use pyramid_notation::{
    Code, Day, DealTextErrorKind, Diagnostic, HeaderKey, Location, Record, Source, Text, code,
    read_deal, read_position, scan_card,
};

use crate::failure::{Complaint, Failure};
use crate::io::{Input, Io, NO_DAY};

/// A game as it starts.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Its rules.
    pub(crate) rules: RuleSet,
    /// Its cards; none if it starts from a position.
    pub(crate) deal: Option<Deal>,
    /// The name the deal was given by.
    pub(crate) source: Option<Source>,
    /// The layout with the cards.
    pub(crate) setup: Setup,
    /// What the user should know: that a deal code is of other rules.
    pub(crate) notice: Option<String>,
}

impl Table {
    /// The table of a named deal.
    pub(crate) fn of_source(rules: RuleSet, source: Source) -> Result<Table, DealTextErrorKind> {
        let deal = source.deal(rules.rules())?;
        Ok(Table::of_deal(rules, deal, Some(source)))
    }

    /// The table of a record that is canonical as far as it can be; `None` if it cannot be dealt.
    pub(crate) fn of_record(record: &Record) -> Option<Table> {
        let rules: RuleSet = record.header(HeaderKey::Rules)?.value.parse().ok()?;
        let deal = read_deal(&record.header(HeaderKey::Deal)?.value, &rules.layout()).ok()?.deal;
        let from = record.header(HeaderKey::From);
        Some(Table::of_deal(rules, deal, from.and_then(|from| Source::read(&from.value).ok())))
    }

    fn of_deal(rules: RuleSet, deal: Deal, source: Option<Source>) -> Table {
        let setup = Setup::new(Arc::new(rules.layout()), &deal);
        Table { rules, deal: Some(deal), source, setup, notice: None }
    }

    /// The layout.
    pub(crate) fn layout(&self) -> &Layout {
        self.setup.layout()
    }

    /// The deal in canonical form; empty if there is none.
    pub(crate) fn deal_text(&self) -> String {
        self.deal.as_ref().map_or_else(String::new, |deal| deal.write(self.layout()))
    }

    /// The deal code, if the deal has one. It carries the preset unless the rules deviate from it.
    pub(crate) fn code(&self) -> Result<String, code::EncodeError> {
        let preset = (!self.rules.deviates()).then_some(self.rules.preset().number);
        let cards = self.deal.as_ref().map_or(&[][..], Deal::cards);
        code::encode(self.rules.rules().deck, preset, cards)
    }
}

/// Reads a rules line, which stands at `origin`.
pub(crate) fn read_rules(text: &str, origin: &str) -> Result<RuleSet, Failure> {
    text.parse().map_err(|error: RulesLineError| {
        let (origin, text) = (origin.to_owned(), text.to_owned());
        Complaint { diagnostic: rules_diagnostic(&text, &error), origin, text }.into()
    })
}

/// Reads the value of `--rules`.
pub(crate) fn rules_flag(text: Option<&str>) -> Result<Option<RuleSet>, Failure> {
    text.map(|text| read_rules(text, "--rules")).transpose()
}

fn rules_diagnostic(text: &str, error: &RulesLineError) -> Diagnostic {
    let at = Text::new(text).part(error.span.clone()).at;
    match &error.kind {
        RulesLineErrorKind::Invalid(reasons) => {
            let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
            Diagnostic::named(error.name(), at, "these rules cannot be played")
                .note(reasons.join("\n"))
        }
        RulesLineErrorKind::Empty | RulesLineErrorKind::UnknownName { nearest: None, .. } => {
            Diagnostic::named(error.name(), at, error.to_string())
                .help("`pyramid rules` lists the names")
        }
        _ => Diagnostic::named(error.name(), at, error.to_string()),
    }
}

/// Reads deals and positions under the rules that were asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableReader {
    /// The rules that were asked for.
    rules: Option<RuleSet>,
    /// The rules where neither the user nor a deal code says any.
    default: RuleSet,
    /// Says what `daily` means, if it means anything.
    today: Option<fn() -> Option<Day>>,
    /// Whether a position will do.
    positions: bool,
}

impl TableReader {
    /// A reader of deals under the value of `--rules`.
    pub(crate) fn new(io: &Io, rules: Option<&str>) -> Result<TableReader, Failure> {
        let (rules, today) = (rules_flag(rules)?, Some(io.calendar()));
        Ok(TableReader { rules, default: RuleSet::default(), today, positions: false })
    }

    /// A reader for which every day is the same: `daily` has to name its day.
    pub(crate) fn without_day(rules: Option<RuleSet>) -> TableReader {
        TableReader { rules, default: RuleSet::default(), today: None, positions: false }
    }

    /// Has another default than `pyramid`.
    pub(crate) fn or(self, default: RuleSet) -> TableReader {
        TableReader { default, ..self }
    }

    /// Reads positions as well.
    pub(crate) fn or_positions(self) -> TableReader {
        TableReader { positions: true, ..self }
    }

    /// Takes other rules than `pyramid` where none were asked for.
    pub(crate) fn default_rules(self, name: &str) -> TableReader {
        let default = || Preset::by_name(name).map(RuleSet::from);
        TableReader { rules: self.rules.or_else(default), ..self }
    }

    /// The rules that were asked for, or the default.
    pub(crate) fn rules(&self) -> RuleSet {
        self.rules.unwrap_or(self.default)
    }

    /// The tables an argument gives: one, or those of stdin if it is `-`.
    pub(crate) fn argument(&self, io: &mut Io, words: &[String]) -> Result<Vec<Table>, Failure> {
        let (text, origin) = match words {
            [dash] if dash == "-" => (io.read_text(&Input::Stdin)?, Input::Stdin.to_string()),
            _ => (words.join(" "), "DEAL".to_owned()),
        };
        let complain = |diagnostic: Box<Diagnostic>| {
            let (origin, text) = (origin.clone(), text.clone());
            Complaint { diagnostic: *diagnostic, origin, text }
        };
        let whole = Text::new(&text);
        let parts = if origin == "DEAL" { vec![whole] } else { self.parts(whole) };
        if parts.is_empty() {
            return Err(Failure::usage(format!("there is no deal in {origin}")));
        }
        parts.into_iter().map(|part| Ok(self.read(part).map_err(complain)?)).collect()
    }

    /// The tables of an argument in which each word that can stand alone is a deal of its own.
    pub(crate) fn each(&self, io: &mut Io, words: &[String]) -> Result<Vec<Table>, Failure> {
        if words.len() > 1 && words.iter().all(|word| self.line(word).0) {
            let tables = words.iter().map(|word| self.argument(io, std::slice::from_ref(word)));
            return Ok(tables.collect::<Result<Vec<_>, _>>()?.concat());
        }
        self.argument(io, words)
    }

    /// Divides a text into its deals: a line each, or several lines that make up a pack, as in a
    /// drawn pyramid. Lines that begin with `#` are remarks.
    pub(crate) fn parts<'a>(&self, text: Text<'a>) -> Vec<Text<'a>> {
        let pack = self.rules().rules().deck.len();
        let mut parts: Vec<Range<usize>> = Vec::new();
        // The lines that were last seen and are no whole deal yet, and how many cards they hold.
        let mut open: Option<(Range<usize>, usize)> = None;
        let mut start = 0;
        for line in text.text.split_inclusive('\n') {
            let range = start..start + line.trim_end().len();
            start += line.len();
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (alone, cards) = self.line(line);
            match open.take() {
                Some((above, before)) if !alone && before < pack => {
                    open = Some((above.start..range.end, before + cards));
                }
                above => {
                    parts.extend(above.map(|(above, _)| above));
                    open = Some((range, if alone { pack } else { cards }));
                }
            }
        }
        parts.extend(open.map(|(lines, _)| lines));
        let mut places = Parts::new(text);
        parts.into_iter().map(|range| places.part(range)).collect()
    }

    /// Whether a line is a whole deal, as far as can be seen without reading it, and how many cards
    /// are in it.
    pub(crate) fn line(&self, line: &str) -> (bool, usize) {
        let cards = card_spans(line).len();
        let pack = self.rules().rules().deck.len();
        (line.contains('|') || is_name(line) || cards >= pack, cards)
    }

    /// Reads one deal or position.
    pub(crate) fn read(&self, text: Text<'_>) -> Result<Table, Box<Diagnostic>> {
        self.read_table(text).map_err(Box::new)
    }

    #[expect(clippy::result_large_err, reason = "boxed by `read`")]
    fn read_table(&self, text: Text<'_>) -> Result<Table, Diagnostic> {
        let words = text.text;
        let named =
            |name, span, message: String| Diagnostic::named(name, text.part(span).at, message);
        let named_deal = Source::is_meant(words);
        let bars = words.matches('|').count();
        if !self.positions && !named_deal && bars == 5 {
            let message = "this is a position, not a deal".to_owned();
            return Err(named("deal", 0..words.trim_end().len(), message)
                .help("`inspect`, `perft` and `solve` take positions"));
        }
        if self.positions && !named_deal && bars > 2 {
            let rules = self.rules();
            let setup = read_position(words, Arc::new(rules.layout())).map_err(|error| {
                self.with_rules(named(error.name(), error.span.clone(), error.to_string()))
            })?;
            return Ok(Table { rules, deal: None, source: None, setup, notice: None });
        }
        if is_daily(words) {
            let no_day = "`daily` is another deal every day; name the day: daily:2026-11-30";
            let today = self.today.ok_or(no_day).and_then(|today| today().ok_or(NO_DAY));
            let today =
                today.map_err(|message| named("deal", 0..words.len(), message.to_owned()))?;
            return Table::of_source(self.rules(), Source::Daily(today))
                .map_err(|kind| named(kind.name(), 0..words.len(), kind.to_string()));
        }
        let own = named_deal.then(|| Source::read(words).ok()?.rules()).flatten();
        let rules = self.rules.or(own).unwrap_or(self.default);
        let read = read_deal(words, &rules.layout()).map_err(|error| {
            let plain = || named(error.name(), error.span.clone(), error.to_string());
            match &error.kind {
                DealTextErrorKind::Deck(deck) => self.with_rules(deck_diagnostic(text, deck)),
                DealTextErrorKind::Code(wrong) => {
                    let blank = words.len() - words.trim_start().len();
                    let span = wrong.range.start + blank..wrong.range.end + blank;
                    named(error.name(), span, error.to_string())
                }
                DealTextErrorKind::Fields { .. }
                | DealTextErrorKind::Rows(_)
                | DealTextErrorKind::Reserve { .. }
                | DealTextErrorKind::Apex { .. } => self.with_rules(plain()),
                DealTextErrorKind::CodeDeck { .. } => {
                    plain().help("without --rules the code's own rules are taken")
                }
                DealTextErrorKind::Source => plain_source(plain(), words),
                _ => plain(),
            }
        })?;
        let mut table = Table::of_deal(rules, read.deal, read.source);
        if let Some(own) = own.filter(|own| *own != rules) {
            table.notice = Some(format!("the deal code is for `{own}`; played as `{rules}`"));
        }
        Ok(table)
    }

    /// Says which rules the text was read by, where others were perhaps meant.
    fn with_rules(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self.rules {
            None if diagnostic.help.is_none() => {
                diagnostic.help("this was read by the rules `pyramid`; --rules names others")
            }
            _ => diagnostic,
        }
    }
}

/// Parts of a text that follow one another. The place of each is counted on from the one before, so
/// that a long text of many parts is not counted through for each of them.
pub(crate) struct Parts<'a> {
    text: Text<'a>,
    /// Where the last part began.
    byte: usize,
    at: Location,
}

impl<'a> Parts<'a> {
    /// Parts of a text.
    pub(crate) fn new(text: Text<'a>) -> Parts<'a> {
        Parts { text, byte: 0, at: text.at }
    }

    /// The part in this byte range.
    pub(crate) fn part(&mut self, range: Range<usize>) -> Text<'a> {
        if range.start < self.byte {
            *self = Parts::new(self.text);
        }
        let rest = Text { text: &self.text.text[self.byte..], at: self.at };
        let part = rest.part(range.start - self.byte..range.end - self.byte);
        (self.byte, self.at) = (range.start, part.at);
        part
    }
}

/// Whether a text is a name of a deal, not its cards.
fn is_name(text: &str) -> bool {
    Source::is_meant(text) || is_daily(text)
}

/// Whether a text stands for today's deal.
pub(crate) fn is_daily(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("daily")
}

/// Names the kind of deal that a mistyped word before a colon is nearest to.
fn plain_source(diagnostic: Diagnostic, text: &str) -> Diagnostic {
    let word = text.trim_start().split(':').next().unwrap_or_default();
    match nearest(word, ["seed", "ms", "pysol", "daily"]) {
        Some(name) => {
            let message = format!("{}; did you mean `{name}:`", diagnostic.message);
            Diagnostic { message: message.into(), ..diagnostic }
        }
        None => diagnostic,
    }
}

/// The cards in a text, with their places; what is none is passed over.
pub(crate) fn card_spans(text: &str) -> Vec<(Card, Range<usize>)> {
    let mut cards = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        match scan_card(&text[at..]) {
            Ok(scanned) => {
                cards.push((scanned.card, at..at + scanned.len));
                at += scanned.len;
            }
            Err(_) => at += next.len_utf8(),
        }
    }
    cards
}

/// Names the cards that are missing and those that are too many, and shows where they are.
fn deck_diagnostic(text: Text<'_>, error: &DeckError) -> Diagnostic {
    /// More cards than this are only counted.
    const NAMED: usize = 4;
    let cards = card_spans(text.text);
    let surplus: Vec<_> = error.surplus.iter().filter_map(|&at| cards.get(at)).collect();
    let pack = error.deck.len();
    let mut facts = Vec::new();
    if error.missing.len() > NAMED || surplus.len() > NAMED {
        facts.push(match cards.len() {
            count if count == pack => format!("{} are missing", error.missing.len()),
            1 => "it has 1 card".to_owned(),
            count => format!("it has {count} cards"),
        });
    } else {
        let (foreign, repeated): (Vec<Card>, Vec<Card>) =
            surplus.iter().map(|(card, _)| *card).partition(|card| !error.deck.contains(*card));
        let times = if error.deck.copies() == 1 { "twice" } else { "too often" };
        let mut say = |cards: &[Card], one: &str, more: &str| {
            let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
            match cards {
                [] => {}
                [_] => facts.push(format!("{} {one}", names[0])),
                _ => facts.push(format!("{} {more}", names.join(", "))),
            }
        };
        say(&repeated, &format!("comes {times}"), &format!("come {times}"));
        say(&foreign, "is not in it", "are not in it");
        say(&error.missing, "is missing", "are missing");
    }
    let message = format!("this is not a full pack of {pack}: {}", facts.join(", "));
    let end = text.text.trim_end().len();
    let Some((card, span)) = surplus.first() else {
        let at = text.part(end..end).at;
        return Diagnostic::new(Code::Deck, at, message)
            .label(format!("after {} cards", cards.len()));
    };
    let mut diagnostic = Diagnostic::new(Code::Deck, text.part(span.clone()).at, message);
    let earlier = cards.iter().find(|(other, at)| other == card && at.start < span.start);
    if let Some((_, first)) = earlier.filter(|_| error.deck.copies() == 1) {
        diagnostic = diagnostic.label("again").other(text.part(first.clone()).at, "first here");
    }
    match (surplus.as_slice(), error.missing.as_slice()) {
        ([_], [missing]) if earlier.is_some() => {
            diagnostic.help(format!("one of the two is probably {missing}"))
        }
        _ => diagnostic,
    }
}

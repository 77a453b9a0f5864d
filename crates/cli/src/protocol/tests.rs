//! Transcripts of `fixtures/protocol`, the schema, and what must hold whatever is sent.

#![allow(clippy::disallowed_methods, reason = "fixtures are read as they are")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::select;
use pyramid_engine::{Deal, RuleSet};
use pyramid_notation::Code;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::lines::Line;
use super::schema::{COMMANDS, ERRORS};
use super::server::Server;

/// A file or folder of the checkout.
fn checkout(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn document() -> Value {
    let text = std::fs::read_to_string(checkout("docs/protocol.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What judges one kind of line.
fn validator(kind: &str) -> Validator {
    let mut document = document();
    document["oneOf"] = json!([{ "$ref": format!("#/$defs/{kind}") }]);
    jsonschema::validator_for(&document).unwrap()
}

/// An object of which a member that is JSON and yet no value of ours, such as a number out of range,
/// has become a text: an id can be that.
fn readable(line: &str) -> Option<Value> {
    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(line).ok()?;
    let value = |raw: &RawValue| serde_json::from_str(raw.get()).unwrap_or_else(|_| json!("?"));
    Some(members.iter().map(|(name, raw)| (name.clone(), value(raw))).collect())
}

/// Made once, for it takes a while.
static SCHEMA: LazyLock<Schema> = LazyLock::new(Schema::read);

/// What judges the lines of both sides.
struct Schema {
    request: Validator,
    reply: Validator,
    event: Validator,
}

impl Schema {
    fn read() -> Schema {
        Schema {
            request: validator("request"),
            reply: validator("reply"),
            event: validator("event"),
        }
    }

    /// Checks what was said to a line; the reply.
    fn check(&self, line: &str, said: &[String]) -> Value {
        let (reply, events) = said.split_last().expect("a line has a reply");
        let reply_json = readable(reply).expect("a reply is an object");
        if let Err(wrong) = self.reply.validate(&reply_json) {
            panic!("{line}\n{reply}\n{wrong}");
        }
        for event in events {
            let event = readable(event).expect("an event is an object");
            assert!(self.event.is_valid(&event), "{event}");
        }
        let request = readable(line).unwrap_or(Value::Null);
        let valid = self.request.is_valid(&request);
        match reply_json["error"]["name"].as_str() {
            None => assert!(valid, "{line} is done and not valid"),
            Some("bad-argument" | "unknown-command") => {
                assert!(!valid, "{line} is refused and valid: {reply}");
            }
            Some(_) => {}
        }
        reply_json
    }
}

fn said(server: &mut Server, line: &str) -> Vec<String> {
    server.answers(&Line::Bytes(line.as_bytes().to_vec())).0
}

/// Every transcript is said again byte for byte, and each line of it is valid.
#[test]
fn transcripts_repeat() {
    let mut names = Vec::new();
    for entry in checkout("fixtures/protocol").read_dir().unwrap() {
        let path = entry.unwrap().path();
        let transcript = std::fs::read_to_string(&path).unwrap();
        let mut server = Server::new();
        let mut again = String::new();
        for line in transcript.lines().filter_map(|line| line.strip_prefix("→ ")) {
            again += &format!("→ {line}\n");
            let said = said(&mut server, line);
            match line.trim() {
                "" => assert!(said.is_empty()),
                _ => drop(SCHEMA.check(line, &said)),
            }
            said.iter().for_each(|said| again += &format!("← {said}\n"));
        }
        assert!(again == transcript, "{} is now\n{again}", path.display());
        names.push(path);
    }
    assert!(names.len() > 5);
}

/// The lines that `docs/protocol.md` shows are valid, and what the server says.
#[test]
fn the_document_shows_what_is_said() {
    let document = std::fs::read_to_string(checkout("docs/protocol.md")).unwrap();
    let (question, answer) = (validator("question"), validator("answer"));
    let (mut server, mut sayings, mut shown) = (Server::new(), Vec::new(), 0);
    for line in document.lines() {
        if let Some(line) = line.strip_prefix("→ ") {
            assert_eq!(sayings.len(), 0, "{line}");
            sayings = said(&mut server, line);
            SCHEMA.check(line, &sayings);
        } else if let Some(line) = line.strip_prefix("← ") {
            assert_eq!(line, sayings.remove(0));
            shown += 1;
        } else if let Some(line) = line.strip_prefix("bot ← ") {
            let line = serde_json::from_str(line).unwrap();
            assert!(question.is_valid(&line), "{line}");
        } else if let Some(line) = line.strip_prefix("bot → ") {
            let line = serde_json::from_str(line).unwrap();
            assert!(answer.is_valid(&line), "{line}");
        }
    }
    assert!(shown > 5);
    for (command, fields) in COMMANDS {
        assert!(document.contains(&format!("`{command}`")), "{command}");
        for field in *fields {
            assert!(document.contains(&format!("`{field}`")), "{command} {field}");
        }
    }
    for name in ERRORS {
        assert!(document.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// A schema that lets everything pass would check nothing.
#[test]
fn the_schema_refuses_what_is_wrong() {
    let (request, reply) = (validator("request"), validator("reply"));
    let whole = jsonschema::validator_for(&document()).unwrap();
    let mut server = Server::new();
    said(&mut server, r#"{"id":0,"cmd":"hello","protocol":1}"#);
    let good = said(&mut server, r#"{"id":1,"cmd":"new","deal":"seed:7"}"#).remove(0);
    let good: Value = serde_json::from_str(&good).unwrap();
    assert!(reply.is_valid(&good) && whole.is_valid(&good) && !request.is_valid(&good));
    let changes: [(&str, Value); 14] = [
        ("/id", Value::Null),
        ("/ok", json!(false)),
        ("/ok", json!("true")),
        ("/view", json!("all")),
        ("/rules", Value::Null),
        ("/state/ply", json!(-1)),
        ("/state/ply", json!("0")),
        ("/state/status", json!("stuck")),
        ("/state/free/0", json!("10c")),
        ("/state/legal/0", json!("Ad Qh")),
        ("/state/legal/0", json!("Ad+Qh!")),
        ("/state/position", json!("8c | - | - | -")),
        ("/state/position", json!("8c | 2c? | - | - | - | 1")),
        ("/state/score", json!("28")),
    ];
    for (at, value) in changes {
        let mut wrong = good.clone();
        *wrong.pointer_mut(at).unwrap() = value;
        // Any id is right.
        assert_eq!(reply.is_valid(&wrong), at == "/id", "{wrong}");
    }
    for member in ["id", "ok", "rules", "deal", "view", "state"] {
        let mut wrong = good.clone();
        wrong.as_object_mut().unwrap().shift_remove(member);
        assert!(!reply.is_valid(&wrong), "without {member}");
    }
    for at in ["", "/state"] {
        let mut wrong = good.clone();
        wrong.pointer_mut(at).unwrap()["more"] = json!(1);
        assert!(!reply.is_valid(&wrong) && !whole.is_valid(&wrong), "more at {at:?}");
    }
    for wrong in [
        json!({"id":1,"ok":false}),
        json!({"id":1,"ok":false,"error":{"name":"covered"}}),
        json!({"id":1,"ok":false,"error":{"name":"nonesuch","text":"x"}}),
        json!({"id":1,"ok":false,"error":{"name":"busy","text":"x","why":1}}),
        json!({"ok":true}),
        json!({"id":1,"ok":true,"stopped":true,"state":{}}),
        json!([]),
    ] {
        assert!(!reply.is_valid(&wrong) && !whole.is_valid(&wrong), "{wrong}");
    }
    for wrong in [
        json!({"cmd":"state"}),
        json!({"id":1,"cmd":"ply"}),
        json!({"id":1,"cmd":"state","deal":"seed:7"}),
        json!({"id":1,"cmd":"hello","protocol":0}),
        json!({"id":1,"cmd":"play","moves":"Ad+Qh"}),
    ] {
        assert!(!request.is_valid(&wrong), "{wrong}");
    }
}

/// The schema knows every error of the protocol and of texts.
#[test]
fn the_schema_has_all_names() {
    let document = document();
    let names = document["$defs"]["error"]["properties"]["name"]["enum"].as_array().unwrap();
    let all = ERRORS.iter().copied().chain(Code::ALL.iter().map(|code| code.name()));
    for name in all {
        assert!(names.contains(&name.into()), "{name}");
    }
}

/// Something that may be sent, sensible or not.
fn sent() -> impl Strategy<Value = String> {
    let command = select(COMMANDS).prop_map(|(name, _)| name);
    let field = select(
        &["deal", "rules", "view", "moves", "nodes", "position", "record", "time", "protocol", "x"]
            [..],
    );
    let value = select(
        &[
            "\"seed:7\"",
            "\"giza\"",
            "\"cell hidden=yes overlap=yes\"",
            "\"player\"",
            "\"full\"",
            "[\">\"]",
            "[\">\",\"<\",\"Ad+Qh\"]",
            "[\"7.3\",\"\"]",
            "3",
            "0",
            "-1",
            "true",
            "null",
            "{}",
            "\"Kc/4c9c | 2c2d | - | - | - | 2\"",
            "\"pyramid-game 1.0\\nrules: pyramid\\nfrom: seed:7\\n1. Ad+Qh\\n\"",
        ][..],
    );
    let id = select(&["1", "null", "\"♣\"", "[[1e999]]", "{\"a\":2}", "-0.10"][..]);
    prop_oneof![
        6 => (id.clone(), command.clone(), prop::collection::vec((field, value), 0..3)).prop_map(
            |(id, command, fields)| {
                let fields = fields.iter().map(|(name, value)| format!(",\"{name}\":{value}"));
                format!("{{\"id\":{id},\"cmd\":\"{command}\"{}}}", fields.collect::<String>())
            }
        ),
        2 => (id.clone(), "[>^<]?[2-9tjqka][cdhs][+/ ]?([2-9tjqka][cdhs])?").prop_map(
            |(id, token)| format!("{{\"id\":{id},\"cmd\":\"play\",\"moves\":[\"{token}\"]}}")
        ),
        1 => (id, command).prop_map(|(id, command)| format!("{{\"id\":{id},\"cmd\":\"{command}\"")),
        1 => any::<String>(),
        1 => "[{}\\[\\]\":,a-z0-9 ]{0,30}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each line has one reply, with its id, that is valid.
    #[test]
    fn each_line_has_one_reply(lines in prop::collection::vec(sent(), 1..40)) {
            let mut server = Server::small(2000);
        said(&mut server, r#"{"id":0,"cmd":"hello","protocol":1}"#);
        said(&mut server, r#"{"id":0,"cmd":"new","deal":"seed:7","rules":"pyramid hidden=yes"}"#);
        for line in lines {
            let said = said(&mut server, &line);
            if line.trim().is_empty() {
                prop_assert!(said.is_empty());
                continue;
            }
            let replies = said.iter().filter(|said| !said.starts_with("{\"event\"")).count();
            prop_assert_eq!(replies, 1, "{}", line);
            let reply = said.last().unwrap();
            prop_assert!(!reply.contains(['\n', '\r']));
            let id = reply.strip_prefix(r#"{"id":"#).unwrap();
            prop_assert!(id.starts_with("null,") || line.contains(id.split(",\"ok\"").next().unwrap()));
            // The values of fields that stand twice are another matter.
            if readable(&line).is_some() && reply.contains("bad-json") {
                continue;
            }
            let reply = SCHEMA.check(&line, &said);
            if let Some(request) = readable(&line) {
                let id = request.get("id").cloned().unwrap_or(Value::Null);
                prop_assert_eq!(&reply["id"], &id, "{}", line);
            }
        }
    }
}

/// Numbers without end, one of which is small and repeats.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // Knuth's MMIX generator; its high bits are good enough to choose by.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, texts: &'a [String]) -> Option<&'a String> {
        texts.get(self.roll(texts.len().max(1)))
    }
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(|item| Some(item.as_str()?.to_owned())).collect()
}

/// What a player may send who tries everything to see more.
fn nosy(dice: &mut Dice, state: &Value, pack: &[String]) -> String {
    let legal = texts(&state["legal"]);
    let request = |cmd: &str| json!({"id": 1, "cmd": cmd});
    let play = |token: String| json!({"id": 1, "cmd": "play", "moves": [token]});
    let mut card = || dice.pick(pack).cloned().unwrap_or_default();
    let (a, b) = (card(), card());
    match dice.roll(40) {
        0 => request("hint"),
        1 => request("solve"),
        2 => request("record"),
        3 => request("state"),
        4 | 5 => json!({"id": 1, "cmd": "undo", "moves": 1 + dice.roll(3)}),
        6 | 15 => play(format!(">{a}")),
        7 => play(format!(">{a}{b}")),
        8 => play(a),
        9 => play(format!("^{a}")),
        10 => play(format!("{a}/{b}")),
        11 => play(format!("{a}[{}.{}]+{b}", 1 + dice.roll(7), 1 + dice.roll(7))),
        12 | 13 | 16..20 => play(format!("{a}+{b}")),
        14 => play(format!("{a}[s]+{b}")),
        _ => play(dice.pick(&legal).cloned().unwrap_or_default()),
    }
    .to_string()
}

/// The same deal with the cards that were not seen in another order.
fn reordered(deal: &str, unseen: &[String], packs: usize) -> String {
    if packs == 1 {
        let card = |card: &str| match unseen.iter().position(|other| other == card) {
            Some(at) => unseen[(at + 1) % unseen.len()].clone(),
            None => card.to_owned(),
        };
        let mut text = String::new();
        let mut rest = deal;
        while let Some(next) = rest.chars().next() {
            let len = if next.is_ascii_alphanumeric() { 2 } else { 1 };
            text += &card(&rest[..len]);
            rest = &rest[len..];
        }
        return text;
    }
    // Of two packs only the end of the stock is turned around.
    let mut fields: Vec<String> = deal.split(" | ").map(str::to_owned).collect();
    let stock = fields[1].clone();
    let (seen, hidden) = stock.split_at(stock.len() - 2 * unseen.len());
    let cards: Vec<&str> = (0..unseen.len()).rev().map(|at| &hidden[2 * at..2 * at + 2]).collect();
    fields[1] = seen.to_owned() + &cards.concat();
    fields.join(" | ")
}

/// Two deals that differ only in cards that are never seen give the same transcripts, byte for byte,
/// whatever is asked; but for the end of a game, which the rules tell.
#[test]
fn a_players_view_tells_nothing_of_unseen_cards() {
    const RULES: [&str; 16] = [
        "pyramid",
        "par",
        "giza",
        "apophis",
        "pysolfc-apophis",
        "triangle",
        "cell",
        "spanish",
        "double-pyramid",
        "thirteen",
        "tuts-tomb",
        "no-waste",
        "cheops",
        "pyramid-dozen",
        "eleven-triangle",
        "pyramid hidden=yes overlap=yes cells=1",
    ];
    let hello = json!({"id": 0, "cmd": "hello", "protocol": 1}).to_string();
    let (mut equal, mut compared, mut ended) = (0, 0, 0);
    for (number, rules_line) in RULES.iter().enumerate() {
        let rules: RuleSet = rules_line.parse().unwrap();
        let pack: Vec<String> =
            rules.rules().deck.new_deck().map(|card| card.to_string()).collect();
        for seed in 0..8 {
            let deal = Deal::seeded(rules.rules(), seed).write(&rules.layout());
            let new = |deal: &str| {
                json!({"id": 0, "cmd": "new", "deal": deal, "rules": rules_line}).to_string()
            };
            let mut server = Server::small(300);
            said(&mut server, &hello);
            let first = said(&mut server, &new(&deal)).remove(0);
            let mut dice = Dice(1 + seed * 100 + number as u64);
            let mut state = serde_json::from_str::<Value>(&first).unwrap()["state"].take();
            let (mut script, mut transcript) = (Vec::new(), vec![first]);
            for _ in 0..10 + 4 * seed {
                let line = nosy(&mut dice, &state, &pack);
                let answers = said(&mut server, &line);
                let reply: Value = serde_json::from_str(answers.last().unwrap()).unwrap();
                if reply["state"].is_object() {
                    state = reply["state"].clone();
                }
                transcript.extend(answers);
                script.push(line);
            }
            let now = said(&mut server, r#"{"id":1,"cmd":"state"}"#).remove(0);
            let now: Value = serde_json::from_str(&now).unwrap();
            let unseen = texts(&now["state"]["unseen"]);
            if unseen.len() < 2 {
                continue;
            }
            let other = reordered(&deal, &unseen, rules.rules().deck.copies());
            assert_ne!(other, deal);
            let mut server = Server::small(300);
            said(&mut server, &hello);
            let mut again = said(&mut server, &new(&other));
            script.iter().for_each(|line| again.extend(said(&mut server, line)));
            let differ = transcript.iter().zip(&again).position(|(one, two)| one != two);
            compared += 1;
            match differ {
                None => equal += 1,
                Some(at) => {
                    let over =
                        |line: &String| line.contains("\"lost\"") || line.contains("game-over");
                    let (one, two) = (&transcript[at], &again[at]);
                    assert!(over(one) != over(two), "{rules_line} seed:{seed}\n{one}\n{two}");
                    ended += 1;
                }
            }
        }
    }
    assert!(compared > 80 && equal > 70 && ended < equal, "{compared} {equal} {ended}");
}

/// A record in a player's view has the deal's name, and is as valid as any.
#[test]
fn a_players_record_is_valid() {
    let mut server = Server::new();
    for line in [
        r#"{"id":0,"cmd":"hello","protocol":1}"#,
        r#"{"id":1,"cmd":"new","deal":"seed:7"}"#,
        r#"{"id":2,"cmd":"play","moves":["Ad+Qh",">","3s+Ts"]}"#,
        r#"{"id":3,"cmd":"undo"}"#,
    ] {
        said(&mut server, line);
    }
    let reply = said(&mut server, r#"{"id":4,"cmd":"record"}"#).remove(0);
    let reply: Value = serde_json::from_str(&reply).unwrap();
    let record = reply["record"].as_str().unwrap();
    assert!(!record.contains("deal:"), "{record}");
    let options = pyramid_replay_verifier::Options::default();
    let mut verifier = pyramid_replay_verifier::Verifier::new(record.as_bytes(), options);
    let judgement = verifier.next_judgement().unwrap().unwrap();
    assert!(judgement.is_valid(), "{:?}", judgement.finding);
    assert_eq!((judgement.moves, judgement.undone), (2, 1));
}

/// While a search runs nothing else is done; what it is asked is known by name.
#[test]
fn a_search_keeps_others_out() {
    use super::server::Step;
    let line = |text: &str| Line::Bytes(text.as_bytes().to_vec());
    let mut server = Server::new();
    said(&mut server, r#"{"id":0,"cmd":"hello","protocol":1}"#);
    said(&mut server, r#"{"id":1,"cmd":"new","deal":"seed:7","view":"full"}"#);
    let Step::Search(search) = server.line(&line(r#"{"id":[2],"cmd":"solve","time":true}"#)) else {
        panic!("solve searches");
    };
    for cmd in ["state", "hello", "play", "undo", "solve", "hint", "record", "new"] {
        let said = said(&mut server, &json!({"id": 3, "cmd": cmd}).to_string()).remove(0);
        assert!(said.contains(r#""name":"busy""#), "{said}");
    }
    let Step::Stop { id, quit: false } = server.line(&line(r#"{"id":4,"cmd":"stop"}"#)) else {
        panic!("stop stops");
    };
    let ended = search.run(|| true, || 0.25, |_| ());
    let reply = server.ended(ended);
    let stopped = server.stopped(&id, false);
    // A search that is done before it asks is done.
    let done = reply.contains(r#""verdict""#);
    assert_eq!(stopped, format!(r#"{{"id":4,"ok":true,"stopped":{}}}"#, !done));
    SCHEMA.check(r#"{"id":[2],"cmd":"solve","time":true}"#, &[reply]);
    assert!(!said(&mut server, r#"{"id":5,"cmd":"state"}"#)[0].contains("busy"));
}

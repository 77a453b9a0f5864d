//! The protocol.

use pyramid_cli::fuzzing::{Engine, run};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Any lines can be sent: each that is not blank gets one reply on one line, which has the id of
/// the request or none, and an error with a name if it was not done. Through streams and threads the
/// same is said as without them, unless it takes a search.
pub fn protocol_lines(data: &[u8]) {
    let mut engine = Engine::new();
    let mut all = String::new();
    let text = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
    for line in text.split(|&byte| byte == b'\n') {
        let (said, last) = engine.line(line);
        check(line, &said);
        said.iter().for_each(|said| all += &format!("{said}\n"));
        if last {
            break;
        }
    }
    // Here no search is small.
    let searches = ["hint", "solve", "\\"];
    if data.len() < 1 << 20 && !searches.iter().any(|word| contains(data, word)) {
        assert_eq!(run(&["engine"], data), (all, String::new(), 0));
    }
}

fn contains(data: &[u8], word: &str) -> bool {
    data.windows(word.len()).any(|part| part == word.as_bytes())
}

fn check(line: &[u8], said: &[String]) {
    let sent = String::from_utf8_lossy(line);
    let Some((reply, events)) = said.split_last() else {
        assert!(line.trim_ascii().is_empty(), "{sent:?} has no reply");
        return;
    };
    for event in events {
        assert!(event.starts_with(r#"{"event":"progress","id":"#), "{event}");
    }
    assert!(!reply.contains(['\n', '\0']), "{reply:?}");
    // An id can be a number or a text that not every reader takes for one.
    let rest = reply.strip_prefix(r#"{"id":"#).expect("a reply begins with its id");
    let id: &RawValue = serde_json::Deserializer::from_str(rest)
        .into_iter::<&RawValue>()
        .next()
        .expect("there is an id")
        .expect("an id is JSON");
    assert!(id.get() == "null" || sent.contains(id.get()), "{sent:?} is answered with {reply:?}");
    let body = rest[id.get().len()..].strip_prefix(',').expect("there is more than an id");
    let body: Map<String, Value> =
        serde_json::from_str(&format!("{{{body}")).expect("a reply is JSON");
    match body["ok"].as_bool() {
        Some(true) => assert!(!body.contains_key("error"), "{reply:?}"),
        Some(false) => {
            let error = &body["error"];
            let name = error["name"].as_str().expect("an error has a name");
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
            assert!(!name.is_empty() && name.bytes().all(plain), "{reply:?}");
            assert!(error["text"].as_str().is_some_and(|text| !text.is_empty()), "{reply:?}");
        }
        None => unreachable!("neither done nor not: {reply:?}"),
    }
}

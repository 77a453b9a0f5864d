//! `pyramid engine` as a process: streams, searches that are stopped, clients that behave badly.
//! What is said is tested beside the code, on the same transcripts.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "these are tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

const HELLO: &str = r#"{"id":0,"cmd":"hello","protocol":1}"#;
/// A search that does not end in the time of a test: two packs, of which every card has to leave.
const ENDLESS: &str =
    r#"{"id":1,"cmd":"new","deal":"seed:0","rules":"double-pyramid passes=2","view":"full"}"#;
const SOLVE: &str = r#"{"id":2,"cmd":"solve","nodes":1000000000000}"#;

struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pyramid"))
            .arg("engine")
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().map(BufReader::new));
        Engine { child, stdin, stdout }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stdout.as_mut().unwrap().read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "{line:?}");
        line.trim_end().to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.hear()
    }

    /// Closes its input; what it says yet. It ends with 0 and has nothing on stderr.
    fn end(mut self) -> String {
        drop(self.stdin.take());
        let mut rest = String::new();
        if let Some(mut stdout) = self.stdout.take() {
            stdout.read_to_string(&mut rest).unwrap();
        }
        let output = self.child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(0));
        rest
    }
}

/// An engine in the middle of a search.
fn searching() -> Engine {
    let mut engine = Engine::start();
    engine.ask(HELLO);
    engine.ask(ENDLESS);
    let event = engine.ask(SOLVE);
    assert_eq!(event, r#"{"event":"progress","id":2,"nodes":262144}"#);
    engine
}

/// What it says next that is no event.
fn reply(engine: &mut Engine) -> String {
    loop {
        let line = engine.hear();
        if !line.starts_with(r#"{"event""#) {
            return line;
        }
    }
}

const STOPPED: &str =
    r#"{"id":2,"ok":false,"error":{"name":"stopped","text":"the search was stopped"}}"#;

#[test]
fn a_search_is_stopped() {
    let mut engine = searching();
    engine.send(r#"{"id":3,"cmd":"state"}"#);
    assert!(reply(&mut engine).starts_with(r#"{"id":3,"ok":false,"error":{"name":"busy""#));
    engine.send(r#"{"id":4,"cmd":"stop"}"#);
    assert_eq!(reply(&mut engine), STOPPED);
    assert_eq!(engine.hear(), r#"{"id":4,"ok":true,"stopped":true}"#);
    assert!(engine.ask(r#"{"id":5,"cmd":"state"}"#).starts_with(r#"{"id":5,"ok":true"#));
    assert_eq!(engine.ask(r#"{"id":6,"cmd":"stop"}"#), r#"{"id":6,"ok":true,"stopped":false}"#);
    assert_eq!(engine.end(), "");
}

#[test]
fn quit_stops_a_search() {
    let mut engine = searching();
    engine.send(r#"{"id":3,"cmd":"quit"}"#);
    assert_eq!(reply(&mut engine), STOPPED);
    assert_eq!(engine.hear(), r#"{"id":3,"ok":true}"#);
    assert_eq!(engine.end(), "");
}

/// A pipe that ends behind a `solve` gets its answer.
#[test]
fn the_end_of_input_does_not_stop_a_search() {
    let mut engine = Engine::start();
    engine.send(HELLO);
    engine.send(ENDLESS);
    engine.send(r#"{"id":2,"cmd":"solve","nodes":600000}"#);
    let rest = engine.end();
    let rest: Vec<&str> = rest.lines().skip(2).collect();
    assert_eq!(
        rest,
        [
            r#"{"event":"progress","id":2,"nodes":262144}"#,
            r#"{"event":"progress","id":2,"nodes":524288}"#,
            r#"{"id":2,"ok":true,"verdict":"unknown","limit":"nodes","moves":null,"line":null,"nodes":600000}"#,
        ]
    );
}

#[test]
fn seconds_are_told_when_asked_for() {
    let mut engine = Engine::start();
    engine.ask(HELLO);
    engine.ask(ENDLESS);
    let event = engine.ask(r#"{"id":2,"cmd":"solve","nodes":300000,"time":true}"#);
    assert!(event.contains(r#","nodes":262144,"seconds":"#), "{event}");
    assert!(engine.hear().contains(r#","nodes":300000,"seconds":"#));
    engine.end();
}

/// A client that sends and never reads is waited for; when it goes away, so does the engine.
#[test]
fn a_client_that_does_not_read_is_waited_for() {
    let mut engine = Engine::start();
    let mut stdin = engine.stdin.take().unwrap();
    let sender = thread::spawn(move || {
        let new = r#"{"id":1,"cmd":"new","deal":"seed:7"}"#;
        writeln!(stdin, "{HELLO}\n{new}").unwrap();
        let mut sent = 0u64;
        while writeln!(stdin, r#"{{"id":{sent},"cmd":"state"}}"#).is_ok() {
            sent += 1;
        }
        sent
    });
    for _ in 0..10 {
        engine.hear();
    }
    drop(engine.stdout.take());
    let sent = sender.join().unwrap();
    // What fits the pipes and the queues, and no more.
    assert!(sent < 1_000_000, "{sent}");
    engine.end();
}

/// The same in the middle of a search.
#[test]
fn a_client_may_go_away_in_a_search() {
    let mut engine = searching();
    drop(engine.stdout.take());
    // The engine notices with its next event.
    engine.end();
}

#[test]
fn bytes_of_every_kind() {
    let mut engine = Engine::start();
    let stdin = engine.stdin.as_mut().unwrap();
    stdin.write_all(b"\xEF\xBB\xBF").unwrap();
    writeln!(stdin, "{HELLO}\r\n\r\n \t").unwrap();
    stdin.write_all(b"{\"id\":\"\xFF\",\"cmd\":\"state\"}\n").unwrap();
    writeln!(stdin, "{{\"id\":\"\x7F\u{9B}31m♣\u{202E}\",\"cmd\":\"state\"}}").unwrap();
    writeln!(stdin, "{{\"id\":\"\x1B\",\"cmd\":\"state\"}}").unwrap();
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    writeln!(stdin, "{{\"id\":{deep},\"cmd\":\"state\"}}").unwrap();
    // Half a line, with no end.
    stdin.write_all(b"{\"id\":1,\"cmd\":\"st").unwrap();
    let said = engine.end();
    let said: Vec<&str> = said.lines().collect();
    assert!(said[0].starts_with(r#"{"id":0,"ok":true"#));
    assert_eq!(
        said[1],
        r#"{"id":null,"ok":false,"error":{"name":"bad-json","column":8,"text":"this is not UTF-8"}}"#
    );
    assert!(said[2].starts_with("{\"id\":\"\x7F\u{9B}31m♣\u{202E}\",\"ok\":false"), "{}", said[2]);
    assert!(said[3].contains("bad-json"));
    assert!(said[4].starts_with(&format!("{{\"id\":{deep},\"ok\":false")));
    assert!(said[5].contains("bad-json"));
    assert_eq!(said.len(), 6);
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_is_not_kept() {
    let mut engine = Engine::start();
    engine.ask(HELLO);
    let block = vec![b'x'; 1 << 20];
    let stdin = engine.stdin.as_mut().unwrap();
    for _ in 0..200 {
        stdin.write_all(&block).unwrap();
    }
    let reply = engine.ask("");
    assert_eq!(
        reply,
        r#"{"id":null,"ok":false,"error":{"name":"too-long","text":"a line has at most 1 MiB"}}"#
    );
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: u64 = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    assert!(kib < 64 << 10, "{kib} KiB");
    engine.end();
}

//! What `docs/playing.md` says is what the game does.

use super::*;
use crate::play::commands::{Argument, COMMANDS};
use crate::play::help::TOPICS;

const PLAYING: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/playing.md"));

#[test]
fn the_table_has_every_command() {
    let rows = COMMANDS.iter().map(|command| {
        let name = command.name;
        let usage = match command.argument {
            Argument::None => name.to_owned(),
            Argument::Optional(argument) => format!("{name} [{argument}]"),
            Argument::Needed(argument) | Argument::Rest(argument) => format!("{name} {argument}"),
        };
        let letter = command.letter.map_or(String::new(), |letter| format!("`{letter}`"));
        format!("| `{usage}` | {letter} | {} |\n", command.help)
    });
    let table = format!(
        "| command | short | what it does |\n|---|---|---|\n{}\n",
        rows.collect::<String>()
    );
    assert!(PLAYING.contains(&table), "docs/playing.md should have\n{table}");
    for topic in &TOPICS {
        assert!(PLAYING.contains(&format!("`? {}`", topic.name)), "{}", topic.name);
    }
}

/// The sessions that are shown give what is shown.
#[test]
fn the_sessions_are_what_is_answered() {
    let mut compared = 0;
    for block in PLAYING.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut lines = block.lines().peekable();
        let Some(args) = lines.next().unwrap().strip_prefix("$ pyramid new ") else { continue };
        let (deal, rules) = args.split_once(" --rules ").unwrap_or((args, "pyramid"));
        let (mut session, _) = session(rules, deal);
        while let Some(line) = lines.next() {
            let typed = line.strip_prefix("> ").unwrap();
            let replies = session.line(typed, &mut Desk::default());
            for reply in replies.iter().flat_map(|reply| say(reply, Voice::Ascii)) {
                assert_eq!(lines.next(), Some(&*reply), "{typed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 6);
}

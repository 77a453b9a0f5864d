//! The commands, one file each.

mod analyze;
mod completions;
mod conditions;
mod convert;
mod deal;
mod diagnostics;
mod fmt;
mod inspect;
mod man;
mod paths;
mod perft;
mod pick;
mod rules;
pub(crate) mod share;
mod solve;
pub(crate) mod stats;
mod verify;
mod winrate;

use crate::args::{Cli, Command, Start, no_command};
use crate::failure::{Exit, Failure};
use crate::io::Io;
use crate::{bot, play, protocol, tui};

/// Runs the command the arguments say.
pub(crate) fn run(io: &mut Io, cli: Cli) -> Result<Exit, Failure> {
    match cli.command {
        None => {
            // One word may be a mistyped command as well as a saved game.
            if let Start::File(path) = cli.play.start()?
                && !io.exists(&path)
                && io.archived(&path.to_string_lossy()).is_none()
            {
                return Err(no_command(&path.to_string_lossy()));
            }
            play::run(io, cli.play)
        }
        Some(Command::Play(args)) => play::run(io, args),
        Some(Command::Tui(args)) => tui::run(io, args),
        Some(Command::Deal(args)) => deal::run(io, args),
        Some(Command::Inspect(args)) => inspect::run(io, args),
        Some(Command::Perft(args)) => perft::run(io, args),
        Some(Command::Convert(args)) => convert::run(io, args),
        Some(Command::Fmt(args)) => fmt::run(io, args),
        Some(Command::Verify(args)) => verify::run(io, args),
        Some(Command::Solve(args)) => solve::run(io, args),
        Some(Command::Analyze(args)) => analyze::run(io, args),
        Some(Command::Winrate(args)) => winrate::run(io, args),
        Some(Command::Replay(args)) => play::replay(io, args),
        Some(Command::Stats(args)) => stats::run(io, args),
        Some(Command::Share(args)) => share::run(io, args),
        Some(Command::Rules(args)) => rules::run(io, args),
        Some(Command::Completions(args)) => completions::run(io, &args),
        Some(Command::Man(args)) => man::run(io, &args),
        Some(Command::Paths(args)) => paths::run(io, args),
        Some(Command::Engine) => protocol::run(io),
        Some(Command::Bot(args)) => bot::run(io, args),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn output(args: &[&str], stdin: &str) -> (String, String) {
        let (mut io, stdout, stderr) = Io::memory(args, stdin);
        let cli = Cli::try_parse_from(io.args()).unwrap();
        assert_eq!(run(&mut io, cli).unwrap(), Exit::Success);
        io.flush().unwrap();
        (stdout.text(), stderr.text())
    }

    #[test]
    fn a_random_deal_says_how_to_get_it_again() {
        let (random, told) = output(&["deal", "--format", "deal"], "");
        assert_eq!(told, "dealt from seed:42\n");
        assert_eq!(random, output(&["deal", "seed:42", "--format", "deal"], "").0);
        let (_, told) = output(&["deal", "--format", "cards", "--count", "3"], "");
        assert_eq!(told, "dealt from seed:42 to seed:44\n");
        let (board, told) = output(&["deal"], "");
        assert!(board.starts_with("Deal seed:42, rules pyramid.\n"), "{board}");
        assert_eq!(told, "");
    }

    #[test]
    fn daily_is_todays_deal() {
        let (today, _) = output(&["deal", "daily", "--json"], "");
        assert_eq!(today, output(&["deal", "daily:2026-11-30", "--json"], "").0);
        assert!(today.contains(r#""from":"daily:2026-11-30""#), "{today}");
        assert_eq!(today, output(&["deal", "-", "--json"], " Daily\n").0);
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let args = ["deal", "--seed", "1", "--count", "4"];
        for rules in ["pyramid", "giza", "spanish", "double-pyramid", "reserve cells=1"] {
            let deals = |format| {
                output(&[&args[..], &["--rules", rules, "--format", format]].concat(), "").0
            };
            let (all, cards) = (deals("deal"), deals("cards"));
            for text in [&all, &cards] {
                let again = ["deal", "-", "--rules", rules, "--format", "deal"];
                assert_eq!(output(&again, text).0, all, "{rules}");
            }
        }
    }
}

//! What help there is beside that of each command.

use super::commands::COMMANDS;
use super::session::by_word;

/// A topic that is no command: its name, and sentences that hold for text and speech.
pub(super) struct Topic {
    pub(super) name: &'static str,
    pub(super) lines: &'static [&'static str],
}

/// The topic that lists all commands.
pub(super) const ALL: &str = "all";

/// The topics.
pub(super) static TOPICS: [Topic; 6] = [
    Topic {
        name: "cards",
        lines: &[
            "Type the cards that leave: 8c 5h.",
            "A card is a rank, A 2 to 9 T J Q K, and a suit, c d h s; 10 is T.",
            "A card alone leaves if it may, or with its partner if just one is free.",
            "Where the rules allow it, tc 3d also takes a 3d that the tc alone covers.",
            "Of two equal cards tell the place instead, see help places.",
        ],
    },
    Topic {
        name: "pairs",
        lines: &[
            "A digit alone is a pair key: the value of the lower card of a pair.",
            "1 is ace and queen, 2 is 2 and jack, up to 6 for 6 and 7; 0 is a king.",
            "It plays if just one such pair is free, else it lists them.",
        ],
    },
    Topic {
        name: "places",
        lines: &[
            "A place can stand for the card there: 7.3 is row 7, card 3, counted from the left.",
            "s is the top of the stock, w of the waste, w2 of the second waste, r5 of reserve pile 5, c the cell.",
            "Where a game has several parts their rows have letters: b5.3.",
        ],
    },
    Topic {
        name: "line",
        lines: &[
            "Commands on one line have ; between them; they stop at the first refusal.",
            "A word may be cut as long as it means one command, and case does not matter.",
        ],
    },
    Topic {
        name: "files",
        lines: &[
            "On a terminal the game is saved after every move, and pyramid goes on with it; elsewhere --resume does that.",
            "A game that is over or left with new, load, daily or rules is kept under a name; load NAME brings it back.",
            "save FILE writes a copy wherever you like. pyramid paths, outside the game, tells where files are.",
        ],
    },
    Topic {
        name: "match",
        lines: &[
            "pyramid play --match FILE plays six par games, and goes on with them; their net score counts, and 0 is par.",
            "new deals the next game when one is over; stop ends one, to be scored as it is.",
            "undo goes back out of the end of a game until new deals the next.",
            "FILE is written when a game begins or ends and when you leave with quit or the end of input.",
            "In a match there is no load, no daily, no new with a DEAL and no rules with RULES; quit first.",
        ],
    },
];

/// The topic a word means: a command, or one of the others.
pub(super) fn topic(word: &str) -> Option<String> {
    let other = TOPICS.iter().map(|topic| topic.name).chain([ALL]);
    let exact = other.clone().find(|name| *name == word);
    let command = || by_word(word).map(|command| command.name);
    let mut begun = other.filter(|name| word.len() > 1 && name.starts_with(word));
    exact.or_else(command).or_else(|| begun.next()).map(str::to_owned)
}

/// The command of a topic.
pub(super) fn command(name: &str) -> Option<&'static super::commands::Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

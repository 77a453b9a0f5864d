//! The commands of the line game as one table: the parser, the help and every other list of them
//! come from it.

use super::act::Outcome;
use super::session::Session;
use super::world::World;

/// One command.
pub(super) struct Command {
    /// The word. It may be cut to a unique prefix.
    pub(super) name: &'static str,
    /// The short form that is promised: a letter or a sign.
    pub(super) letter: Option<char>,
    /// What may stand behind it.
    pub(super) argument: Argument,
    /// What it does, one clause.
    pub(super) help: &'static str,
    /// What else is worth knowing: whole sentences, one a line.
    pub(super) more: &'static [&'static str],
    /// Whether the short help and the reply to an unknown word name it.
    pub(super) first: First,
    /// Does it.
    pub(super) run: fn(&mut Session, &str, &mut dyn World) -> Outcome,
}

use Argument::{Needed, None as Nothing, Optional, Rest};

/// What may stand behind a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Nothing.
    None,
    /// It may be left out.
    Optional(&'static str),
    /// It must be there.
    Needed(&'static str),
    /// It must be there, and is the rest of the line, `;` and all.
    Rest(&'static str),
}

/// How soon a beginner is told of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// In the reply to an unknown word, and in the short help.
    Word,
    /// In the short help.
    Screen,
    /// In the full list.
    List,
}

/// A table row.
macro_rules! row {
    ($name:literal $letter:expr, $argument:expr, $first:ident, $run:path, $help:literal, [$($more:literal),*]) => {
        Command {
            name: $name,
            letter: $letter,
            argument: $argument,
            help: $help,
            more: &[$($more),*],
            first: First::$first,
            run: $run,
        }
    };
}

/// The commands, in the order of the help.
#[rustfmt::skip]
pub(super) static COMMANDS: [Command; 23] = [
    row!("draw" Some('d'), Optional("N"), Word, Session::draw,
        "draw the next card, or N times",
        ["With three wastes a draw puts one card on each; some rules draw three cards at once."]),
    row!("redeal" Some('r'), Nothing, Screen, Session::redeal,
        "turn the waste over when the stock is empty", []),
    row!("park" Some('p'), Needed("CARD"), List, Session::park,
        "put a card into the cell, in games that have one",
        ["A free card of the tableau or the top of a waste can be parked.",
         "It leaves the cell only together with a partner, or alone if it is a king."]),
    row!("undo" Some('u'), Optional("N"), Word, Session::undo,
        "take back the last move, or N moves",
        ["Draws and redeals can be taken back too, and so can the end of a game.",
         "Right after new, daily, rules or load it brings back the game before; not in a match."]),
    row!("redo" Some('y'), Optional("N"), List, Session::redo,
        "play again what was taken back", []),
    row!("hint" Some('h'), Optional("KIND"), Word, Session::hint,
        "say which move wins most often, by the cards seen so far",
        ["hint proof looks at the unseen cards too, and says whether the game can be won.",
         "hint why says what the move does; hint all answers for every legal move.",
         "The record tells of each hint that was shown; one that found nothing does not count."]),
    row!("moves" Some('m'), Nothing, Screen, Session::moves,
        "list the legal moves", []),
    row!("open" Some('o'), Nothing, Screen, Session::open,
        "list the free cards: rows, stock, waste, reserve, cell", []),
    row!("where" Some('f'), Needed("CARD"), Screen, Session::find,
        "say where a card is, or all of a rank, and what covers it",
        ["A card that has not been seen yet is not told."]),
    row!("look" Some('l'), Optional("PART"), Screen, Session::look,
        "show the board, or a part of it",
        ["PART is the number of a row, or stock, waste, reserve, cell or removed, or one pile such as r3."]),
    row!("status" Some('s'), Nothing, List, Session::status,
        "say the deal, the rules, the move, the pass and what is left", []),
    row!("share" None, Nothing, List, Session::share,
        "give the deal so that others can play it: a code, an address, words to read aloud", []),
    row!("note" Some('#'), Rest("TEXT"), List, Session::note,
        "write a comment into the record; it takes the rest of the line", []),
    row!("save" None, Optional("FILE"), Screen, Session::save,
        "write the game as a record into FILE; with a dash, show it",
        ["Without FILE it writes the file it wrote last, in a match that of the match.",
         "A game that is saved after every move needs no save; FILE is a copy of it."]),
    row!("load" None, Needed("FILE"), List, Session::load,
        "go on with a game that was saved, its whole history with it",
        ["FILE is a file, or the name under which a finished or left game is kept."]),
    row!("new" Some('n'), Optional("DEAL"), Screen, Session::new_game,
        "deal another game of these rules, or the DEAL you name",
        ["DEAL is seed:7, ms:617, pysol:32000, daily:2026-11-30, a deal code, or all the cards.",
         "In a match it deals the next game when one is over, see help match."]),
    row!("daily" None, Optional("DATE"), List, Session::daily,
        "play the deal of the day, the same for everybody", []),
    row!("rules" None, Optional("RULES"), List, Session::rules,
        "say the rules, or deal a game of other rules",
        ["RULES is a name such as giza, and then key=value where it differs.",
         "pyramid rules, outside the game, lists the names."]),
    row!("resign" None, Nothing, List, Session::resign,
        "give the game up", []),
    row!("stop" None, Nothing, List, Session::stop,
        "end a par game here, to be scored as it is", []),
    row!("repeat" Some('.'), Nothing, List, Session::repeat,
        "say the last reply again", []),
    row!("help" Some('?'), Optional("WORD"), Word, Session::help,
        "more about a command, or on cards, pairs, places, line, files, match",
        ["help all lists every command."]),
    row!("quit" Some('q'), Nothing, Screen, Session::quit,
        "leave", []),
];

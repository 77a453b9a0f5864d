//! What keys do: one table, from which the key line, the help and the documents come.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use pyramid_engine::Move;

use super::model::Model;

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// To the next open card in a direction.
    Step(Way),
    /// To the next open card, or the next partner of the selected one.
    Next,
    /// To the one before.
    Previous,
    /// Selects, and plays with what is selected.
    Choose,
    /// Lets go of what is selected.
    Drop,
    /// Plays a pair by its number, which is the key.
    Pair,
    /// Says a line of the line game.
    Say(&'static str),
    /// Puts the card under the cursor into the cell.
    Park,
    /// Looks at the game as it was.
    Past(Time),
    /// Opens the line grammar.
    Ask,
    /// Shows all of the last reply.
    More,
    /// Shows the keys.
    Help,
    /// Says which moves kept the win.
    Verdicts,
    /// Lists the games.
    Games,
    /// Shows what the archived games came to.
    Stats,
    /// Suits as signs or letters.
    Suits,
    /// Mouse on or off.
    Mouse,
    /// Draws everything anew.
    Redraw,
    /// Gives the terminal back for a while.
    Suspend,
    /// Moves in a page or a list.
    Scroll(Scroll),
    /// Goes back to the board.
    Close,
    /// Takes what is pointed at in a list, or what was typed.
    Accept,
    /// Works on what is typed.
    Edit(Edit),
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// A time in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    Before,
    After,
    Start,
    Now,
}

/// How far a page moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scroll {
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
}

/// A change of a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    Left,
    Right,
    Home,
    End,
    Back,
    Delete,
    Clear,
}

/// Where a key does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    /// The board.
    Board,
    /// A page of text.
    Page,
    /// The list of games.
    Games,
    /// A line that is typed.
    Line,
}

/// A row of the table.
pub(super) struct Key {
    pub(super) on: On,
    pub(super) codes: &'static [KeyCode],
    pub(super) ctrl: bool,
    /// What stands on the keys.
    pub(super) name: &'static str,
    /// A word for the key line; empty if it is not named there.
    pub(super) word: &'static str,
    /// What it does, one clause; empty if the help does not name it.
    pub(super) help: &'static str,
    pub(super) act: Act,
    /// Whether the key line names it now.
    pub(super) now: fn(&Model) -> bool,
}

use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, Home, Left, PageDown, PageUp, Right,
    Tab, Up,
};
use On::{Board, Games, Line, Page};

const DIGITS: &[KeyCode] = &[
    Char('1'),
    Char('2'),
    Char('3'),
    Char('4'),
    Char('5'),
    Char('6'),
    Char('7'),
    Char('8'),
    Char('9'),
    Char('0'),
];

fn always(_: &Model) -> bool {
    true
}

fn holds(model: &Model) -> bool {
    model.holds()
}

fn is_past(model: &Model) -> bool {
    model.past.is_some()
}

fn is_now(model: &Model) -> bool {
    !is_past(model)
}

fn is_open(model: &Model) -> bool {
    is_now(model) && model.seat.over().is_none()
}

fn is_over(model: &Model) -> bool {
    is_now(model) && model.seat.over().is_some()
}

fn can_draw(model: &Model) -> bool {
    is_now(model) && model.seat.can_play(Move::Draw)
}

fn can_redeal(model: &Model) -> bool {
    is_now(model) && model.seat.can_play(Move::Redeal)
}

fn has_moves(model: &Model) -> bool {
    model.seat.ply() > 0
}

fn can_redo(model: &Model) -> bool {
    is_now(model) && model.seat.can_redo()
}

fn has_cell(model: &Model) -> bool {
    model.seat.rules().rules().cells > 0 && is_open(model)
}

macro_rules! key {
    ($on:ident [$($code:expr),+] $name:literal $word:literal $now:ident $act:expr, $help:literal) => {
        Key { on: $on, codes: &[$($code),+], ctrl: false, name: $name, word: $word, help: $help, act: $act, now: $now }
    };
    ($on:ident ctrl $code:literal $name:literal $word:literal $now:ident $act:expr, $help:literal) => {
        Key { on: $on, codes: &[Char($code)], ctrl: true, name: $name, word: $word, help: $help, act: $act, now: $now }
    };
}

/// The table, on each screen in the order of the key line.
#[rustfmt::skip]
pub(super) static KEYS: &[Key] = &[
    key!(Board [Char('?')] "?" "help" always Act::Help,
        "show the keys"),
    key!(Board [Enter, Char(' ')] "Enter" "play" is_open Act::Choose,
        "select a card; with one selected, play the two (Space too)"),
    key!(Board [Esc] "Esc" "let go" holds Act::Drop,
        "let go of the selected card"),
    key!(Board [Char('d')] "d" "draw" can_draw Act::Say("draw"),
        "draw from the stock"),
    key!(Board [Char('r')] "r" "redeal" can_redeal Act::Say("redeal"),
        "turn the waste over when the stock is empty"),
    key!(Board [Char('u')] "u" "undo" has_moves Act::Say("undo"),
        "take back a move; looking back, all moves after what is shown"),
    key!(Board [Char('y')] "y" "redo" can_redo Act::Say("redo"),
        "play again what was taken back"),
    key!(Board [Char('h')] "h" "hint" is_open Act::Say("hint"),
        "say which move is good"),
    key!(Board [Char('n')] "n" "new" is_over Act::Say("new"),
        "deal another game of these rules"),
    key!(Board [Char('v')] "v" "verdicts" is_over Act::Verdicts,
        "after the end: which moves kept the win, and which lost it"),
    key!(Board [Char('q')] "q" "quit" always Act::Say("quit"),
        "leave (Ctrl-C too)"),
    key!(Board ctrl 'c' "Ctrl-C" "" always Act::Say("quit"), ""),
    key!(Board [Left] "arrows" "move" is_now Act::Step(Way::Left),
        "to the next open card that way"),
    key!(Board [Right] "" "" always Act::Step(Way::Right), ""),
    key!(Board [Up] "" "" always Act::Step(Way::Up), ""),
    key!(Board [Down] "" "" always Act::Step(Way::Down), ""),
    key!(Board [Tab] "Tab" "next" is_now Act::Next,
        "to the next open card; with one selected, to its next partner"),
    key!(Board [BackTab] "Shift-Tab" "" always Act::Previous,
        "to the one before"),
    Key { on: Board, codes: DIGITS, ctrl: false, name: "0 to 9", word: "pair", now: is_open, act: Act::Pair,
        help: "pair key: play the pair with that low card, 0 a card alone; again for the next, Enter plays" },
    key!(Board [Char('p')] "p" "park" has_cell Act::Park,
        "put the card under the cursor into the cell"),
    key!(Board [Char('m')] "m" "moves" is_open Act::Say("moves"),
        "list the legal moves"),
    key!(Board [Char(':')] ":" "type" is_now Act::Ask,
        "type any command of the line game, such as : where 4c"),
    key!(Board [PageUp, Char('[')] "PgUp" "back" has_moves Act::Past(Time::Before),
        "look at the move before ([ too)"),
    key!(Board [PageDown, Char(']')] "PgDn" "on" is_past Act::Past(Time::After),
        "look at the move after (] too)"),
    key!(Board [End] "End" "now" is_past Act::Past(Time::Now),
        "back to the game as it is"),
    key!(Board [Home] "Home" "deal" is_past Act::Past(Time::Start),
        "look at the deal"),
    key!(Board [Char('.')] "." "" always Act::More,
        "show all of the last reply"),
    key!(Board [Char('R')] "R" "games" is_now Act::Games,
        "choose another game from the list"),
    key!(Board [Char('D')] "D" "daily" is_over Act::Say("daily"),
        "play the deal of the day"),
    key!(Board [Char('T')] "T" "" always Act::Stats,
        "show what the archived games came to"),
    key!(Board [Char('S')] "S" "" always Act::Suits,
        "suits as signs or as letters, if signs come out wide or broken"),
    key!(Board [Char('M')] "M" "" always Act::Mouse,
        "mouse on or off; off, the terminal selects text again"),
    key!(Board ctrl 'l' "Ctrl-L" "" always Act::Redraw,
        "draw the screen anew"),
    key!(Board ctrl 'z' "Ctrl-Z" "" always Act::Suspend,
        "back to the shell; fg goes on"),

    key!(Page [Esc, Char('q'), Enter, Char('?')] "Esc" "back" always Act::Close, ""),
    key!(Page ctrl 'c' "" "" always Act::Close, ""),
    key!(Page [Up, Char('k')] "arrows" "scroll" always Act::Scroll(Scroll::Up), ""),
    key!(Page [Down, Char('j')] "" "" always Act::Scroll(Scroll::Down), ""),
    key!(Page [PageDown, Char(' ')] "Space" "page" always Act::Scroll(Scroll::PageDown), ""),
    key!(Page [PageUp] "" "" always Act::Scroll(Scroll::PageUp), ""),
    key!(Page [Home] "" "" always Act::Scroll(Scroll::Top), ""),
    key!(Page [End] "" "" always Act::Scroll(Scroll::Bottom), ""),
    key!(Page ctrl 'l' "" "" always Act::Redraw, ""),
    key!(Page ctrl 'z' "" "" always Act::Suspend, ""),

    key!(Games [Esc] "Esc" "back" always Act::Close, ""),
    key!(Games ctrl 'c' "" "" always Act::Close, ""),
    key!(Games [Enter] "Enter" "deal" always Act::Accept, ""),
    key!(Games [Up] "arrows" "choose" always Act::Scroll(Scroll::Up), ""),
    key!(Games [Down] "" "" always Act::Scroll(Scroll::Down), ""),
    key!(Games [PageUp] "" "" always Act::Scroll(Scroll::PageUp), ""),
    key!(Games [PageDown] "" "" always Act::Scroll(Scroll::PageDown), ""),
    key!(Games [Backspace] "letters" "filter" always Act::Edit(Edit::Back), ""),
    key!(Games ctrl 'u' "" "" always Act::Edit(Edit::Clear), ""),
    key!(Games [Home] "" "" always Act::Scroll(Scroll::Top), ""),
    key!(Games [End] "" "" always Act::Scroll(Scroll::Bottom), ""),
    key!(Games ctrl 'l' "" "" always Act::Redraw, ""),
    key!(Games ctrl 'z' "" "" always Act::Suspend, ""),

    key!(Line [Enter] "Enter" "do it" always Act::Accept, ""),
    key!(Line [Esc] "Esc" "back" always Act::Close, ""),
    key!(Line ctrl 'c' "" "" always Act::Close, ""),
    key!(Line [Up] "Up" "line before" always Act::Scroll(Scroll::Up), ""),
    key!(Line [Down] "" "" always Act::Scroll(Scroll::Down), ""),
    key!(Line [Left] "" "" always Act::Edit(Edit::Left), ""),
    key!(Line [Right] "" "" always Act::Edit(Edit::Right), ""),
    key!(Line [Home] "" "" always Act::Edit(Edit::Home), ""),
    key!(Line [End] "" "" always Act::Edit(Edit::End), ""),
    key!(Line [Backspace] "" "" always Act::Edit(Edit::Back), ""),
    key!(Line [Delete] "" "" always Act::Edit(Edit::Delete), ""),
    key!(Line ctrl 'u' "Ctrl-U" "clear" always Act::Edit(Edit::Clear), ""),
    key!(Line ctrl 'l' "" "" always Act::Redraw, ""),
    key!(Line ctrl 'z' "" "" always Act::Suspend, ""),
];

/// What the mouse does: the gesture and a clause.
pub(super) static MOUSE: &[(&str, &str)] = &[
    ("click", "select a card; then click its partner to play the two"),
    ("on the stock", "draw, or redeal; with a card selected, play it with the stock's top"),
    ("on the cell", "with a card selected, park it"),
    ("wheel", "look at the moves before and after"),
    ("right click", "undo"),
];

/// The row of a key that was pressed.
pub(super) fn find(on: On, key: KeyEvent) -> Option<&'static Key> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let other = KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META | KeyModifiers::HYPER;
    if key.modifiers.intersects(other) {
        return None;
    }
    KEYS.iter().find(|row| row.on == on && row.ctrl == ctrl && row.codes.contains(&key.code))
}

/// The rows that the help has.
pub(super) fn helped() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(|key| !key.help.is_empty())
}

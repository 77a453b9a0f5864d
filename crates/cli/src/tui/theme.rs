//! Colours: what each part of the screen looks like with none, 16, 256 and all of them.

use ratatui::style::{Color, Modifier, Style};

use crate::io::Io;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    /// None, or none are wanted.
    None,
    /// The terminal's own sixteen.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// All.
    True,
}

impl Colours {
    /// What the environment says.
    pub(super) fn new(io: &Io) -> Colours {
        let term = io.env("TERM").unwrap_or_default();
        let depth = io.env("COLORTERM").unwrap_or_default();
        match () {
            () if io.env("NO_COLOR").is_some() || term.contains("mono") => Colours::None,
            () if ["truecolor", "24bit"].contains(&depth.as_str()) => Colours::True,
            () if term.contains("direct") => Colours::True,
            () if term.contains("256color") => Colours::Palette,
            () => Colours::Sixteen,
        }
    }
}

/// A part of the screen. None is told from another by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Text.
    Plain,
    /// What matters less: covered cards, frames, numbers.
    Faint,
    /// An open card.
    Open,
    /// The selected card, between `>` and `<`.
    Marked,
    /// Its partners, in round brackets.
    Partner,
    /// Titles.
    Title,
    /// A refusal, which says so in words.
    Refused,
    /// A game that is won.
    Good,
    /// A key's name.
    Key,
}

/// A colour with 16, with 256 and with all colours.
type Paint = Option<(Color, u8, (u8, u8, u8))>;

/// What is always there, and the colour.
fn look(role: Role) -> (Modifier, Paint) {
    match role {
        Role::Plain => (Modifier::empty(), None),
        Role::Faint => (Modifier::DIM, None),
        Role::Open => (Modifier::BOLD, None),
        Role::Marked => (Modifier::BOLD, Some((Color::Yellow, 220, (255, 215, 0)))),
        Role::Partner => (Modifier::BOLD, Some((Color::Green, 78, (95, 215, 135)))),
        Role::Title => (Modifier::BOLD, Some((Color::Cyan, 80, (95, 215, 215)))),
        Role::Refused => (Modifier::empty(), Some((Color::Yellow, 214, (255, 175, 0)))),
        Role::Good => (Modifier::BOLD, Some((Color::Green, 78, (95, 215, 135)))),
        Role::Key => (Modifier::BOLD, None),
    }
}

/// The colour of red suits.
const RED: Paint = Some((Color::Red, 203, (255, 95, 95)));

impl Colours {
    /// The style of a part.
    pub(super) fn style(self, role: Role) -> Style {
        let (modifier, paint) = look(role);
        self.paint(Style::new().add_modifier(modifier), paint)
    }

    /// A style with the colour of red suits.
    pub(super) fn red(self, style: Style) -> Style {
        self.paint(style, RED)
    }

    fn paint(self, style: Style, paint: Paint) -> Style {
        let Some((plain, palette, (r, g, b))) = paint else { return style };
        match self {
            Colours::None => style,
            Colours::Sixteen => style.fg(plain),
            Colours::Palette => style.fg(Color::Indexed(palette)),
            Colours::True => style.fg(Color::Rgb(r, g, b)),
        }
    }
}

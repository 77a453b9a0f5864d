//! The values of the rules keys.

use std::fmt;

/// Declares an enum whose variants are the values of one rules key, written as they stand in a
/// rules line.
macro_rules! choices {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vmeta])* $variant,)+ }

        impl $name {
            /// All values, the default first.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The value as it stands in a rules line.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }

            /// Reads what [`as_str`](Self::as_str) writes.
            pub fn from_name(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

choices! {
    /// The shape of the tableau: the rules key `layout`.
    Shape {
        /// One pyramid, apex first.
        Pyramid = "pyramid",
        /// One inverted pyramid: the longest row lies furthest back.
        Triangle = "triangle",
        /// Two pyramids of seven rows.
        TwoPyramids = "two-pyramids",
        /// A pyramid and a triangle of seven rows.
        UpAndDown = "up-and-down",
        /// Three pyramids of two, seven and six rows.
        Pharaohs = "pharaohs",
    }
}

choices! {
    /// Which cards pair, and which leave alone: the rules key `match`.
    Matching {
        /// Values add up to the top rank of the pack; that rank leaves alone.
        Sum = "sum",
        /// Twelve, or a queen with a king; nothing leaves alone.
        Sum12Qk = "sum12-qk",
        /// Eleven, or two jacks, two queens, two kings; nothing leaves alone.
        Sum11Faces = "sum11-faces",
        /// Equal or neighbouring ranks, not king and ace; nothing leaves alone.
        Adjacent = "adjacent",
    }
}

choices! {
    /// What may be done with the stock: the rules key `stock`.
    Stock {
        /// Its top lies face up, is free, and may pair with the waste top.
        Open = "open",
        /// Cards are usable only once drawn.
        Closed = "closed",
        /// There is none: everything is dealt.
        None = "none",
    }
}

choices! {
    /// How three wastes become a stock again: the rules key `redeal-order`.
    RedealOrder {
        /// W1, W2, W3, each bottom card first.
        Kept = "kept",
        /// W3, W2, W1, each bottom card first, as PySolFC does it.
        Pysol = "pysol",
    }
}

choices! {
    /// What has to be gone for a win: the rules key `goal`.
    Goal {
        /// The tableau.
        Pyramid = "pyramid",
        /// Tableau, reserve and cells.
        Table = "table",
        /// Every card.
        Deck = "deck",
    }
}

choices! {
    /// When a game that is not won is over: the rules key `end`.
    End {
        /// No removal can be made any more, now or on any pass.
        Stuck = "stuck",
        /// No move of any kind is legal.
        Exhausted = "exhausted",
    }
}

choices! {
    /// How a game is scored: the rules key `score`.
    Scoring {
        /// Tableau cards left; 0 is perfect.
        Left = "left",
        /// Morehead and Mott-Smith's par.
        Par = "par",
        /// Microsoft Solitaire Collection.
        Msc = "msc",
        /// One point a card removed.
        Cards = "cards",
        /// No score.
        None = "none",
    }
}

/// How many times the stock may be gone through: the rules key `passes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passes {
    /// This many passes in all, 1 to 9.
    Limited(u8),
    /// Without limit.
    Any,
}

impl fmt::Display for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Passes::Limited(passes) => write!(f, "{passes}"),
            Passes::Any => f.write_str("any"),
        }
    }
}

/// Reserve piles, their top cards free and never refilled: the rules key `reserve`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reserve {
    /// The number of piles, 1 to 13.
    pub piles: u8,
    /// The number of cards dealt to each, 1 to 8.
    pub depth: u8,
}

//! The header keys as one table.

use std::fmt;

macro_rules! keys {
    ($($variant:ident $name:literal $meaning:literal)*) => {
        /// A header key that is known, in the order in which headers are written.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum HeaderKey {
            $(#[doc = concat!("`", $name, "`: ", $meaning, ".")] $variant,)*
        }

        impl HeaderKey {
            /// All keys in their order.
            pub const ALL: &[HeaderKey] = &[$(HeaderKey::$variant,)*];

            /// The name before the colon.
            pub const fn name(self) -> &'static str {
                match self { $(HeaderKey::$variant => $name,)* }
            }

            /// What its value is, one clause.
            pub const fn meaning(self) -> &'static str {
                match self { $(HeaderKey::$variant => $meaning,)* }
            }
        }
    };
}

keys! {
    Rules "rules" "the rules line; needed, and before the deal"
    Deal "deal" "the cards; needed, unless `from` gives them"
    From "from" "where the deal comes from: a number, a day, a deal code"
    Player "player" "who played"
    Event "event" "on which occasion"
    Site "site" "where"
    Title "title" "what the game is called"
    Date "date" "when: an RFC 3339 date or date-time, a month, a year"
    Match "match" "which game of a par match: 1/6 to 6/6"
    App "app" "the program that wrote the record, and its version"
}

impl HeaderKey {
    /// How many keys are known.
    pub(crate) const COUNT: usize = HeaderKey::ALL.len();

    /// The key with this name, in any case.
    ///
    /// ```
    /// use pyramid_notation::HeaderKey;
    /// assert_eq!(HeaderKey::from_name("Player"), Some(HeaderKey::Player));
    /// assert_eq!(HeaderKey::from_name("x-table"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<HeaderKey> {
        HeaderKey::ALL.iter().copied().find(|key| key.name().eq_ignore_ascii_case(name))
    }

    /// The known key, or `end`, that an unknown name was probably meant to be.
    ///
    /// ```
    /// use pyramid_notation::HeaderKey;
    /// assert_eq!(HeaderKey::nearest("palyer"), Some("player"));
    /// assert_eq!(HeaderKey::nearest("weather"), None);
    /// ```
    pub fn nearest(name: &str) -> Option<&'static str> {
        pyramid_engine::nearest(name, HeaderKey::ALL.iter().map(|key| key.name()).chain(["end"]))
    }
}

impl fmt::Display for HeaderKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_key() {
        for (name, nearest) in [
            ("rule", Some("rules")),
            ("Dael", Some("deal")),
            ("form", Some("from")),
            ("plyer", Some("player")),
            ("ende", Some("end")),
            ("result", None),
            ("x", None),
            ("", None),
            ("a-very-long-name-that-is-nothing-at-all", None),
        ] {
            assert_eq!(HeaderKey::nearest(name), nearest, "{name}");
        }
    }
}

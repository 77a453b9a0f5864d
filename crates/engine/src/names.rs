//! Stable names of the variants of a type, in one table.

/// Defines `name`, and `NAMES` with all of them, so that tests see which have no row in a document.
macro_rules! names {
    ($(#[$doc:meta])* $($variant:pat => $name:literal,)*) => {
        /// The names of all variants.
        pub const NAMES: &'static [&'static str] = &[$($name),*];

        $(#[$doc])*
        pub const fn name(&self) -> &'static str {
            match self {
                $($variant => $name,)*
            }
        }
    };
}

//! Bytes as choices, for the targets that read no text.

use pyramid_engine::{KEYS, Key, Preset, RuleSet};

/// Takes choices from the bytes of an input, one byte each. Behind the last byte the first of all
/// is chosen.
pub(crate) struct Choices<'a>(&'a [u8]);

/// The most keys in which rules differ from a preset.
const MOST_KEYS: usize = 8;

impl<'a> Choices<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Choices<'a> {
        Choices(data)
    }

    /// The next byte, if there is one.
    pub(crate) fn next(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    /// A number below `n`, or 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::from(self.next().unwrap_or(0)) % n.max(1)
    }

    /// One of some values.
    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Text of as many bytes as the first one says, without what is no UTF-8.
    pub(crate) fn text(&mut self) -> String {
        let len = self.below(usize::MAX).min(self.0.len());
        let text = self.0.split_off(..len).unwrap_or_default();
        String::from_utf8_lossy(text).replace(char::REPLACEMENT_CHARACTER, "")
    }

    /// Rules: a preset, a number of keys, and for each a byte for the key and one for its value.
    /// A value that makes no game is left out, so that nearly every input is a game of its own.
    pub(crate) fn rules(&mut self) -> RuleSet {
        let presets = Preset::all();
        let mut rules = RuleSet::from(&presets[self.below(presets.len())]);
        for _ in 0..self.below(MOST_KEYS + 1) {
            let key = &KEYS[self.below(KEYS.len())];
            let values = values(key);
            let value = &values[self.below(values.len())];
            if let Ok(changed) = format!("{rules} {}={value}", key.name).parse() {
                rules = changed;
            }
        }
        rules
    }
}

/// The values of a key, from the list that is shown to people.
fn values(key: &Key) -> Vec<String> {
    let mut values = Vec::new();
    for part in key.values.split(", ") {
        match part.split_once(" to ") {
            Some((first, last)) => {
                let number = |text: &str| text.parse::<u8>().expect("a range is of numbers");
                values.extend((number(first)..=number(last)).map(|value| value.to_string()));
            }
            None if part == "RxH" => {
                let piles = (1..=13).flat_map(|piles| (1..=8).map(move |depth| (piles, depth)));
                values.extend(piles.map(|(piles, depth)| format!("{piles}x{depth}")));
            }
            None => values.push(part.to_owned()),
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use pyramid_engine::Rules;

    use super::*;

    #[test]
    fn keys_take_the_values_they_list() {
        for key in &KEYS {
            for value in values(key) {
                let mut rules = Rules::PYRAMID;
                let written = value.to_ascii_lowercase();
                assert!(key.set(&mut rules, &written).is_some(), "{}={value}", key.name);
                assert_eq!(key.get(&rules), value);
            }
        }
    }
}

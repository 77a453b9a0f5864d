//! The dictionary can be read, and knows the names that the texts are made of.

use std::collections::BTreeSet;
use std::fs;

use pyramid_engine::{KEYS, Preset};
use pyramid_fuzz_targets::fuzz_dir;
use pyramid_notation::HeaderKey;

/// The words of the dictionary, each as bytes.
fn dictionary() -> Vec<Vec<u8>> {
    let text =
        fs::read_to_string(fuzz_dir().join("dict/pyramid.dict")).expect("there is a dictionary");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| word(line).ok_or(line).expect("a line that libFuzzer can read")).collect()
}

/// A line as libFuzzer reads it: a word in quotes, `\\`, `\"` and `\xAB` in it.
fn word(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let Some(&first) = rest.split_off_first() {
        match (first, rest) {
            (b'\\', [b'\\' | b'"', ..]) => word.extend(rest.split_off_first()),
            (b'\\', [b'x', ..]) => {
                let digits = str::from_utf8(rest.split_off(..3)?).ok()?;
                word.push(u8::from_str_radix(&digits[1..], 16).ok()?);
            }
            (b' '..=b'~', _) if first != b'\\' && first != b'"' => word.push(first),
            _ => return None,
        }
    }
    (1..=64).contains(&word.len()).then_some(word)
}

#[test]
fn the_dictionary_has_all_names() {
    let all: BTreeSet<_> = dictionary().into_iter().collect();
    let presets =
        Preset::all().iter().flat_map(|preset| preset.aliases.iter().chain([&preset.name]));
    let names = presets.map(|name| (*name).to_owned());
    let keys = KEYS.iter().map(|key| format!("{}=", key.name));
    let headers = HeaderKey::ALL.iter().map(|key| format!("{}: ", key.name()));
    let words = pyramid_cli::fuzzing::words().map(str::to_owned);
    for name in names.chain(keys).chain(headers).chain(words) {
        let quoted = format!("\"{name}\"");
        assert!(
            all.contains(name.as_bytes()) || all.contains(quoted.as_bytes()),
            "fuzz/dict/pyramid.dict has no `{name}`"
        );
    }
}

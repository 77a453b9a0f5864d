//! The names of places.

use pyramid_engine::PlaceName;

/// Reads the name of a place: `5.3`, `b5.3`, `s`, `w`, `w2`, `c`, `r5`, in any case.
///
/// Numbers are 1 to 255. Whether there is such a place is for the layout to say.
///
/// ```
/// use pyramid_notation::read_place;
/// assert_eq!(read_place("B5.3").map(|place| place.to_string()).as_deref(), Some("b5.3"));
/// assert_eq!(read_place("5"), None);
/// ```
pub fn read_place(text: &str) -> Option<PlaceName> {
    let number = |digits: &str| -> Option<u8> {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|&number| plain && number > 0)
    };
    let tableau = |part: Option<char>, text: &str| {
        let (row, card) = text.split_once('.')?;
        Some(PlaceName::Tableau { part, row: number(row)?, card: number(card)? })
    };
    let first = text.chars().next()?.to_ascii_lowercase();
    if first.is_ascii_digit() {
        return tableau(None, text);
    }
    let rest = text.get(1..)?;
    match (first, rest) {
        ('s', "") => Some(PlaceName::Stock),
        ('c', "") => Some(PlaceName::Cell),
        ('w', "") => Some(PlaceName::Waste(None)),
        ('w', waste) => number(waste).map(|waste| PlaceName::Waste(Some(waste))),
        ('r', pile) => number(pile).map(PlaceName::Reserve),
        ('a' | 'b' | 'c', place) => tableau(Some(first), place),
        _ => None,
    }
}

/// Whether the text of a place is written as we write it: lower case, no leading zeros.
pub(crate) fn is_canonical_place(text: &str) -> bool {
    let bytes = text.as_bytes();
    let zero = |at: usize| bytes[at] == b'0' && (at == 0 || !bytes[at - 1].is_ascii_digit());
    !bytes.iter().any(u8::is_ascii_uppercase) && !(0..bytes.len()).any(zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for text in ["5.3", "a5.3", "b10.10", "c1.1", "s", "w", "w1", "w3", "c", "r1", "r13"] {
            let place = read_place(text).unwrap();
            assert_eq!(place.to_string(), text);
            assert!(is_canonical_place(text));
            assert_eq!(read_place(&text.to_uppercase()), Some(place));
        }
        assert_eq!(read_place("05.3"), read_place("5.3"));
        assert!(!is_canonical_place("05.3") && !is_canonical_place("5.03"));
        assert!(is_canonical_place("10.10"));
    }

    #[test]
    fn what_is_not_a_place() {
        for text in [
            "", "5", "5.", ".3", "5.0", "0.1", "5.256", "d5.3", "w0", "r", "s1", "+5.3", "5.+3",
            "♣",
        ] {
            assert_eq!(read_place(text), None, "{text}");
        }
    }
}

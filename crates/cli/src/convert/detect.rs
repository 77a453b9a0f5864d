//! What an input is, by its beginning.

use super::mchung94;
use crate::args::FromFormat;

/// The format to read by: the one that was named, or the one the text looks like.
pub(super) fn format(bytes: &[u8], named: FromFormat) -> FromFormat {
    if named != FromFormat::Auto {
        return named;
    }
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{FEFF}');
    let is_remark =
        |line: &&str| line.trim().is_empty() || line.trim_start().starts_with(['#', '%', ';']);
    let first = text.split(['\n', '\r']).find(|line| !is_remark(line)).unwrap_or_default();
    let first = first.trim_start();
    let word = "pyramid-game";
    match first.get(..word.len()) {
        Some(start) if start.eq_ignore_ascii_case(word) => FromFormat::Pyr,
        _ if first.starts_with('{') && text.contains("\"tableau piles\"") => FromFormat::Solvitaire,
        _ if first.starts_with('{') => FromFormat::Json,
        _ if mchung94::is_meant(text) => FromFormat::Mchung94,
        _ => FromFormat::Auto,
    }
}

/// How pickles begin. Protocol 2 and later say so; before that a pickle begins with its first
/// object, which PySolFC makes its own name: as text, and as a short or long string of bytes or of
/// letters.
const PICKLES: [&[u8]; 12] = [
    b"\x80\x02",
    b"\x80\x03",
    b"\x80\x04",
    b"\x80\x05",
    b"S'PySol",
    b"VPySol",
    b"U\x05PySol",
    b"U\x07PySol",
    b"X\x05\0\0\0PySol",
    b"X\x07\0\0\0PySol",
    b"(dp",
    b"ccopy_reg\n",
];

/// Whether an input begins like a pickle.
pub(super) fn is_pickle(bytes: &[u8]) -> bool {
    PICKLES.iter().any(|start| bytes.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_their_beginning() {
        for (text, is) in [
            ("pyramid-game 1.0\n", FromFormat::Pyr),
            ("\u{FEFF}# comment\r\n\n ; more\nPYRAMID-GAME 1", FromFormat::Pyr),
            ("{\"format\":\"pyramid-game\"}", FromFormat::Json),
            ("\n {}", FromFormat::Json),
            ("{\n  \"tableau piles\": []}", FromFormat::Solvitaire),
            ("Kc 2d\nDraw\n", FromFormat::Mchung94),
            ("seed:7\n", FromFormat::Auto),
            ("", FromFormat::Auto),
        ] {
            assert_eq!(format(text.as_bytes(), FromFormat::Auto), is, "{text}");
            assert_eq!(format(text.as_bytes(), FromFormat::Cards), FromFormat::Cards);
        }
    }

    #[test]
    fn pickles_by_their_beginning() {
        assert!(is_pickle(b"\x80\x04\x95"));
        assert!(is_pickle(b"X\x07\0\0\0PySolFCq\0.X\x04"));
        assert!(!is_pickle(b"Kc 2d") && !is_pickle(b"(\"Kc\")") && !is_pickle(b""));
        assert!(!is_pickle("\u{80}".as_bytes()));
    }
}

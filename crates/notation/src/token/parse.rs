//! Text to move tokens.

use std::ops::Range;
use std::str::FromStr;

use pyramid_engine::Card;

use crate::cards::{CardSpelling, CardSpellingError, plain_card, scan_card, two_letters};
use crate::clock::Clock;
use crate::place::{is_canonical_place, read_place};
use crate::token::{Drawn, Mark, MoveText, Placed, Token, TokenError, TokenFault};

impl MoveText {
    /// Reads a whole text as one move of a file, in any of its spellings.
    ///
    /// # Errors
    ///
    /// [`TokenError`] says which bytes are wrong and why. A text with blanks is one of them.
    pub fn read(text: &str) -> Result<MoveText, TokenError> {
        let (read, len) = MoveText::scan(text, 0)?;
        if len < text.len() {
            return Err(TokenError { fault: TokenFault::Trailing, range: len..text.len() });
        }
        Ok(read)
    }

    /// Reads a whole text as one move a player typed: as in a file, and blanks may stand anywhere
    /// between cards, signs and words.
    ///
    /// ```
    /// use pyramid_notation::MoveText;
    /// assert_eq!(MoveText::read_typed(" 9d 4h ")?.to_string(), "9d+4h");
    /// assert!(MoveText::read("9d 4h").is_err());
    /// # Ok::<(), pyramid_notation::TokenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`MoveText::read`].
    pub fn read_typed(text: &str) -> Result<MoveText, TokenError> {
        let mut parser = Parser { text, at: 0, typed: true, canonical: true };
        parser.gap();
        let read = parser.item()?;
        parser.gap();
        if parser.at < text.len() {
            return Err(parser.trailing());
        }
        Ok(MoveText { canonical: read.canonical && read.to_string() == text, ..read })
    }

    /// Reads the move that begins at a byte of the text and ends before a blank or the end, and
    /// says where it ends. Ranges in errors count from the beginning of the text.
    #[inline]
    pub(crate) fn scan(text: &str, at: usize) -> Result<(MoveText, usize), TokenError> {
        let mut parser = Parser { text, at, typed: false, canonical: true };
        let read = parser.item()?;
        match text.as_bytes().get(parser.at) {
            None | Some(b' ' | b'\t') => Ok((read, parser.at)),
            Some(_) => Err(parser.trailing()),
        }
    }
}

/// One of the most usual tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plain {
    /// `4h+9d`
    Pair,
    /// `Kh`
    Single,
    /// `>2c`
    Draw,
}

/// Reads the most usual tokens in their canonical spelling, before a blank, a clock or the end of
/// the bytes; gives their cards (one of them twice, if there is only one) and their length. It says
/// nothing about any other.
#[inline(always)]
pub(crate) fn scan_plain(bytes: &[u8]) -> Option<(Plain, Card, Card, usize)> {
    let (kind, first, second, len, rest) = match bytes {
        [b'>', rank, suit, rest @ ..] => {
            let card = plain_card(*rank, *suit)?;
            (Plain::Draw, card, card, 3, rest)
        }
        [rank, suit, b'+', rank2, suit2, rest @ ..] => {
            (Plain::Pair, plain_card(*rank, *suit)?, plain_card(*rank2, *suit2)?, 5, rest)
        }
        [rank, suit, rest @ ..] => {
            let card = plain_card(*rank, *suit)?;
            (Plain::Single, card, card, 2, rest)
        }
        _ => return None,
    };
    matches!(rest, [] | [b' ' | b'@', ..]).then_some((kind, first, second, len))
}

impl FromStr for MoveText {
    type Err = TokenError;

    fn from_str(text: &str) -> Result<MoveText, TokenError> {
        MoveText::read(text)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Blanks may stand between the parts.
    typed: bool,
    canonical: bool,
}

impl Parser<'_> {
    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips blanks where they are allowed.
    #[inline]
    fn gap(&mut self) {
        if self.typed {
            while let Some(b' ' | b'\t') = self.byte() {
                self.at += 1;
            }
        }
    }

    #[inline]
    fn item(&mut self) -> Result<MoveText, TokenError> {
        let token = match self.byte() {
            Some(b'>') => self.draw()?,
            Some(sign @ (b'<' | b'^' | b'~' | b':')) => self.signed(sign)?,
            _ => self.cards()?,
        };
        let mut item = MoveText { token, mark: None, clock: None, canonical: true };
        if token.is_numbered() {
            self.gap();
            if let Some(b'!' | b'?') = self.byte() {
                item.mark = Some(self.mark());
                self.gap();
            }
            if self.byte() == Some(b'@') {
                item.clock = Some(self.clock()?);
            }
        }
        item.canonical = self.canonical;
        Ok(item)
    }

    /// One or two cards, or a word.
    #[inline]
    fn cards(&mut self) -> Result<Token, TokenError> {
        let Some(first) = self.next_card() else { return self.word() };
        let first = self.placed(first)?;
        self.gap();
        let separator = self.byte();
        match separator {
            Some(b'+' | b'/') => {
                self.at += 1;
                self.gap();
                let second = self.card()?;
                let second = self.placed(second)?;
                self.no_third_card()?;
                Ok(match separator {
                    Some(b'+') => Token::Pair(first, second),
                    _ => Token::Covered { upper: first, lower: second },
                })
            }
            None | Some(b' ' | b'!' | b'?' | b'@') => Ok(Token::Single(first)),
            _ => match scan_card(&self.text[self.at..]) {
                Ok(_) => {
                    self.canonical = false;
                    let second = self.card()?;
                    let second = self.placed(second)?;
                    self.no_third_card()?;
                    Ok(Token::Pair(first, second))
                }
                Err(CardSpellingError {
                    kind: CardSpelling::NoCard | CardSpelling::Missing,
                    ..
                }) => Ok(Token::Single(first)),
                Err(error) => Err(self.card_fault(error)),
            },
        }
    }

    /// A card in its usual spelling, or any other that is one.
    #[inline]
    fn next_card(&mut self) -> Option<Card> {
        if let Some(&[rank, suit]) =
            self.text.as_bytes().get(self.at..).and_then(<[u8]>::first_chunk)
            && let Some((card, canonical)) = two_letters(rank, suit)
        {
            self.at += 2;
            self.canonical &= canonical;
            return Some(card);
        }
        let scanned = scan_card(&self.text[self.at..]).ok()?;
        self.at += scanned.len;
        self.canonical = false;
        Some(scanned.card)
    }

    #[inline]
    fn card(&mut self) -> Result<Card, TokenError> {
        let at = self.at;
        match self.next_card() {
            Some(card) => Ok(card),
            None => Err(match scan_card(&self.text[at..]) {
                Err(error) => self.card_fault(error),
                Ok(_) => self.trailing(),
            }),
        }
    }

    #[cold]
    fn card_fault(&self, error: CardSpellingError) -> TokenError {
        if matches!(self.byte(), Some(b' ' | b'\t')) {
            return self.fault(TokenFault::Card(CardSpelling::Missing), self.at..self.at);
        }
        let Range { start, end } = error.range;
        self.fault(TokenFault::Card(error.kind), self.at + start..self.at + end)
    }

    /// The card with its suffix, if it has one.
    #[inline]
    fn placed(&mut self, card: Card) -> Result<Placed, TokenError> {
        if self.byte() == Some(b'[') { self.suffix(card) } else { Ok(Placed { card, place: None }) }
    }

    fn suffix(&mut self, card: Card) -> Result<Placed, TokenError> {
        let inside = &self.text[self.at + 1..self.end()];
        let Some(len) = inside.find(']') else {
            return Err(self.fault(TokenFault::Place, self.at..self.end()));
        };
        let place = read_place(&inside[..len]);
        if place.is_none() {
            return Err(self.fault(TokenFault::Place, self.at..self.at + len + 2));
        }
        self.canonical &= is_canonical_place(&inside[..len]);
        self.at += len + 2;
        Ok(Placed { card, place })
    }

    fn no_third_card(&mut self) -> Result<(), TokenError> {
        self.gap();
        match self.byte() {
            None | Some(b' ' | b'!' | b'?' | b'@') => Ok(()),
            Some(b'+' | b'/') => Err(self.fault(TokenFault::ThirdCard, self.at..self.end())),
            _ if scan_card(&self.text[self.at..]).is_ok() => {
                Err(self.fault(TokenFault::ThirdCard, self.at..self.end()))
            }
            _ => Ok(()),
        }
    }

    /// `>` and the cards it turns up.
    #[inline]
    fn draw(&mut self) -> Result<Token, TokenError> {
        self.at += 1;
        let mut drawn = Drawn::UNNAMED;
        loop {
            self.gap();
            if matches!(self.byte(), None | Some(b' ' | b'\t' | b'!' | b'?' | b'@')) {
                return Ok(Token::Draw(drawn));
            }
            let before = self.at;
            let card = self.card()?;
            if !drawn.push(card) {
                return Err(self.fault(TokenFault::FourthDrawn, before..self.end()));
            }
        }
    }

    fn signed(&mut self, sign: u8) -> Result<Token, TokenError> {
        if sign == b':' {
            let word = &self.text[self.at..self.end()];
            if !word.eq_ignore_ascii_case(":hint") {
                return Err(self.fault(TokenFault::Word, self.at..self.end()));
            }
            self.canonical &= word == ":hint";
            self.at += word.len();
            return Ok(Token::Hint);
        }
        self.at += 1;
        self.gap();
        match sign {
            b'^' => {
                let card = self.card()?;
                self.placed(card).map(Token::Park)
            }
            b'<' => {
                let count = self.count(u32::from(u16::MAX))?;
                Ok(Token::Redeal(count.map(|count| count as u16)))
            }
            _ => self.undone(),
        }
    }

    /// The number of moves taken back; one if it is not said.
    fn undone(&mut self) -> Result<Token, TokenError> {
        let before = self.at;
        match self.count(u32::MAX)? {
            Some(0) => Err(self.fault(TokenFault::Count, before..self.at)),
            Some(1) => {
                self.canonical = false;
                Ok(Token::Undo(1))
            }
            count => Ok(Token::Undo(count.unwrap_or(1))),
        }
    }

    /// Decimal digits, if there are any.
    fn count(&mut self, most: u32) -> Result<Option<u32>, TokenError> {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(u8::is_ascii_digit).count();
        if len == 0 {
            return Ok(None);
        }
        let count = rest[..len].parse().ok().filter(|&count| count <= most);
        let Some(count) = count else {
            return Err(self.fault(TokenFault::Count, self.at..self.at + len));
        };
        self.canonical &= len == 1 || !rest.starts_with('0');
        self.at += len;
        Ok(Some(count))
    }

    /// A word, or what stands where a card was expected.
    #[cold]
    fn word(&mut self) -> Result<Token, TokenError> {
        let rest = &self.text[self.at..];
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let word = &rest[..len];
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        self.canonical = false;
        if is("draw") {
            self.at += len;
            return Ok(Token::Draw(Drawn::UNNAMED));
        }
        if is("redeal") || is("recycle") {
            self.at += len;
            return Ok(Token::Redeal(None));
        }
        if is("undo") {
            self.at += len;
            self.gap();
            return if self.typed { self.undone() } else { Ok(Token::Undo(1)) };
        }
        if rest.is_empty() {
            return Err(self.fault(TokenFault::Missing, self.at..self.at));
        }
        let error = match scan_card(rest) {
            Err(error) => error,
            Ok(_) => return Err(self.trailing()),
        };
        if len >= 3 && !matches!(error.kind, CardSpelling::SuitFirst(_)) {
            return Err(self.fault(TokenFault::Word, self.at..self.at + len));
        }
        Err(self.card_fault(error))
    }

    fn mark(&mut self) -> Mark {
        let bytes = &self.text.as_bytes()[self.at..];
        let (mark, len) = match (bytes.first(), bytes.get(1)) {
            (Some(b'!'), Some(b'!')) => (Mark::Brilliant, 2),
            (Some(b'?'), Some(b'?')) => (Mark::Blunder, 2),
            (Some(b'!'), Some(b'?')) => (Mark::Interesting, 2),
            (Some(b'?'), Some(b'!')) => (Mark::Dubious, 2),
            (Some(b'!'), _) => (Mark::Good, 1),
            _ => (Mark::Mistake, 1),
        };
        self.at += len;
        mark
    }

    fn clock(&mut self) -> Result<Clock, TokenError> {
        let seconds = &self.text.as_bytes()[self.at + 1..];
        match Clock::scan(seconds) {
            Some((clock, len, canonical))
                if matches!(seconds.get(len), None | Some(b' ' | b'\t')) =>
            {
                self.canonical &= canonical;
                self.at += 1 + len;
                Ok(clock)
            }
            _ => Err(self.fault(TokenFault::Clock, self.at..self.end())),
        }
    }

    /// Where the token ends: before the next blank.
    fn end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + rest.iter().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(rest.len())
    }

    #[cold]
    fn fault(&self, fault: TokenFault, range: Range<usize>) -> TokenError {
        TokenError { fault, range }
    }

    #[cold]
    fn trailing(&self) -> TokenError {
        self.fault(TokenFault::Trailing, self.at..self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> (String, bool) {
        let read = MoveText::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (read.to_string(), read.canonical)
    }

    fn fault(text: &str) -> (TokenFault, Range<usize>) {
        let error = MoveText::read(text).unwrap_err();
        (error.fault, error.range)
    }

    #[test]
    fn canonical_tokens_write_as_they_are_read() {
        for text in [
            "4h+9d",
            "Kh",
            "Tc/3d",
            ">3c",
            ">Qc6c3s",
            ">",
            "<24",
            "<",
            "^2h",
            "~",
            "~3",
            ":hint",
            "Ac[5.3]+Qd",
            "Ac[b5.3]+Qd[w2]",
            "Ac[r5]",
            "^2h[w]",
            "Tc[s]/3d[c]",
            "Kh!",
            "Kh?",
            "Kh!!",
            "Kh??",
            "Kh!?",
            "Kh?!",
            "Kh@0.0",
            ">@214.3",
            "~2?!@3.125",
            "<@7.0",
        ] {
            assert_eq!(canonical(text), (text.to_owned(), true));
        }
    }

    #[test]
    fn lenient_tokens_write_canonically() {
        for (text, written) in [
            ("9d4h", "9d+4h"),
            ("9D+4h", "9d+4h"),
            ("3dTc", "3d+Tc"),
            ("3d10c", "3d+Tc"),
            ("10c10d", "Tc+Td"),
            ("10c/3d", "Tc/3d"),
            ("k♥", "Kh"),
            ("K♥\u{FE0F}+A♢!", "Kh+Ad!"),
            ("Ac[5.3]Qd[5.4]", "Ac[5.3]+Qd[5.4]"),
            ("draw", ">"),
            ("Draw@1", ">@1.0"),
            ("REDEAL", "<"),
            ("recycle", "<"),
            ("undo", "~"),
            ("~1", "~"),
            (":Hint", ":hint"),
            (">qc6C3s", ">Qc6c3s"),
            ("<007", "<7"),
        ] {
            assert_eq!(canonical(text), (written.to_owned(), false), "{text}");
        }
    }

    #[test]
    fn typed_moves_may_have_blanks() {
        for (text, written) in [
            ("9d 4h", "9d+4h"),
            ("9d + 4h", "9d+4h"),
            (" tc / 3d ", "Tc/3d"),
            ("> Qc 6c 3s", ">Qc6c3s"),
            ("undo 3", "~3"),
            ("undo", "~"),
            ("~ 2", "~2"),
            ("^ 2h", "^2h"),
            ("kh ! @ 2", "Kh!"),
        ] {
            match MoveText::read_typed(text) {
                Ok(read) => assert_eq!(read.to_string(), written, "{text}"),
                Err(error) => assert_eq!(error.fault, TokenFault::Clock, "{text}"),
            }
        }
        assert!(MoveText::read_typed("Kh").is_ok_and(|read| read.canonical));
        assert!(MoveText::read_typed("9d 4h Kh").is_err());
        assert!(MoveText::read_typed("").is_err());
        assert_eq!(fault("undo3"), (TokenFault::Trailing, 4..5));
    }

    #[test]
    fn faults_say_where() {
        for (text, found, range) in [
            ("", TokenFault::Missing, 0..0),
            ("9d+", TokenFault::Card(CardSpelling::Missing), 3..3),
            ("9d+4", TokenFault::Card(CardSpelling::NoSuit), 3..4),
            ("9d0c", TokenFault::Card(CardSpelling::ZeroForTen), 2..3),
            ("9d4hKh", TokenFault::ThirdCard, 4..6),
            ("9d/4h/Kh", TokenFault::ThirdCard, 5..8),
            (">Ac2c3c4c", TokenFault::FourthDrawn, 7..9),
            ("Ac[", TokenFault::Place, 2..3),
            ("Ac[0.1]+Qd", TokenFault::Place, 2..7),
            ("~0", TokenFault::Count, 1..2),
            ("~99999999999", TokenFault::Count, 1..12),
            ("<65536", TokenFault::Count, 1..6),
            ("deal", TokenFault::Word, 0..4),
            (":hin", TokenFault::Word, 0..4),
            (":hint!", TokenFault::Word, 0..6),
            ("Kh@", TokenFault::Clock, 2..3),
            ("Kh@1.2345", TokenFault::Clock, 2..9),
            ("Kh@1!", TokenFault::Clock, 2..5),
            ("Kh!!!", TokenFault::Trailing, 4..5),
            ("Kh Ac", TokenFault::Trailing, 2..5),
            ("Kh.", TokenFault::Trailing, 2..3),
            ("4h=9d", TokenFault::Trailing, 2..5),
        ] {
            assert_eq!(fault(text), (found, range), "{text}");
        }
    }

    #[test]
    fn the_quick_way_reads_as_the_other() {
        for text in ["4h+9d", "Kh", ">2c", "Kh@1.5", ">2c@1.5", "4h+9d@0.0"] {
            assert!(scan_plain(text.as_bytes()).is_some(), "{text}");
        }
        for text in
            ["", "K", "4h+9", "kh", "Kh!", "4h/9d", ">", ">2c3c", "4h9d", "10h", "K♥", "~", "Kh."]
        {
            assert!(scan_plain(text.as_bytes()).is_none(), "{text}");
        }
    }
}

//! The order of the games of a par match in one input.

use pyramid_notation::{Code, Diagnostic};

use crate::judgement::{Finding, Judgement};

/// Which game of a match comes next: game 1 always may, the others follow one another.
#[derive(Clone, Copy, Debug)]
pub struct MatchOrder {
    next: u8,
}

impl Default for MatchOrder {
    fn default() -> MatchOrder {
        MatchOrder { next: 1 }
    }
}

impl MatchOrder {
    /// Judges the place of the next game of the input among the games of its match.
    ///
    /// ```
    /// use pyramid_replay_verifier::{MatchOrder, Options, Start, Verifier};
    /// let third = "pyramid-game 1.0\nrules: par\ndeal: ms:3\nmatch: 3/6\nend: open\n";
    /// let mut part = Verifier::part(third.as_bytes(), Options::default(), Start::default());
    /// let mut judgement = part.next_judgement()?.expect("a game");
    /// assert!(judgement.is_valid());
    /// // Nothing came before it.
    /// MatchOrder::default().judge(&mut judgement);
    /// assert!(!judgement.is_valid());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn judge(&mut self, judgement: &mut Judgement) {
        let Some((game, at)) = judgement.match_game else { return };
        let expected = self.next;
        self.next = if game == 6 { 1 } else { game + 1 };
        if game == 1 || game == expected || !judgement.is_valid() {
            return;
        }
        let message = format!("this says game {game} of a match, but game {expected} comes next");
        let diagnostic = Diagnostic::new(Code::Match, at, message);
        judgement.finding = Some(Finding { diagnostic, ply: None, position: None });
    }
}

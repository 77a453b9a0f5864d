//! Par matches: their files, and what is in them.

use pyramid_replay_verifier::{Options, Verifier};

use super::*;
use crate::failure::Failure;
use crate::play::par_match::{First, Wanted, begin};

/// Begins a match, or goes on with it.
pub(super) fn par_match(
    desk: &mut Desk,
    file: &str,
    rules: Option<&str>,
    deal: Option<&str>,
) -> Result<(Session, Vec<Reply>), Failure> {
    let rules = rules.map(|rules| rules.parse::<RuleSet>().unwrap());
    let first = deal.map_or(First::Any, |deal| {
        let rules = rules.unwrap_or_else(|| "par".parse().unwrap());
        let read = read_deal(deal, &rules.layout()).unwrap();
        First::Deal(Box::new(Playing::deal(rules, &read.deal, read.source)), None)
    });
    begin(
        desk,
        Wanted { file: file.to_owned(), rules, first, options: PlayOptions::default() },
        None,
    )
}

/// What is written is canonical, and every claim in it is true.
pub(super) fn verify_strictly(text: &str) {
    let mut options = Options::default();
    options.strict = true;
    verify(text, options);
}

pub(super) fn verify(text: &str, options: Options) {
    let mut verifier = Verifier::new(text.as_bytes(), options);
    while let Some(judgement) = verifier.next_judgement().unwrap() {
        assert!(judgement.is_valid(), "{:?}\n{text}", judgement.finding);
    }
}

fn ascii(replies: &[Reply]) -> String {
    replies.iter().flat_map(|reply| say(reply, Voice::Ascii)).collect::<Vec<_>>().join("\n")
}

/// The headers of a key.
fn headers<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).collect()
}

/// Every new game is in the file at once, so that nobody gets another by breaking off.
#[test]
fn the_file_has_every_game_from_its_deal_to_its_end() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "m", None, None).unwrap();
    for game in 1..=6 {
        let text = desk.files["m"].clone();
        verify_strictly(&text);
        assert_eq!(headers(&text, "match").len(), game);
        assert_eq!(headers(&text, "end").len(), game - 1);
        session.line("d 2; u; stop", &mut desk);
        assert_eq!(headers(&desk.files["m"], "end").len(), game);
        session.line("n", &mut desk);
    }
    let text = &desk.files["m"];
    verify_strictly(text);
    assert_eq!(headers(text, "match"), ["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"]);
    assert_eq!(headers(text, "from")[..3], ["seed:1", "seed:2", "seed:3"]);
}

/// The first seed names all six deals, also where the match is left and taken up between.
#[test]
fn a_match_can_be_repeated() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "a", None, Some("seed:41")).unwrap();
    session.line("stop; n; stop; n; stop; n; stop; n; stop; n; stop", &mut desk);
    par_match(&mut desk, "b", None, Some("seed:41")).unwrap().0.line("stop", &mut desk);
    for _ in 2..=6 {
        par_match(&mut desk, "b", None, None).unwrap().0.line("stop", &mut desk);
    }
    assert_eq!(desk.files["a"], desk.files["b"]);
    assert_eq!(headers(&desk.files["a"], "from")[4..], ["seed:45", "seed:46"]);
    // After the last seed, and after other names, a seed nobody chose.
    for deal in ["seed:18446744073709551615", "ms:3"] {
        let (mut session, _) = par_match(&mut desk, deal, None, Some(deal)).unwrap();
        session.line("stop; n", &mut desk);
    }
    assert_eq!(headers(&desk.files["ms:3"], "from"), ["ms:3", "seed:2"]);
}

/// An end that is taken back is no end, whatever was in the file between.
#[test]
fn an_end_can_be_taken_back_until_the_next_game() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "m", None, Some("seed:7")).unwrap();
    session.line("ad; stop", &mut desk);
    assert_eq!(headers(&desk.files["m"], "end"), ["resigned score=-50 moves=1"]);
    session.line("u", &mut desk);
    session.end_of_input(&mut desk).unwrap();
    assert_eq!(headers(&desk.files["m"], "end"), [""; 0]);
    let (mut session, _) = par_match(&mut desk, "m", None, None).unwrap();
    assert_eq!(session.playing.game.ply(), 1);
    session.line("stop; n", &mut desk);
    let said = ascii(&session.line("u", &mut desk));
    assert_eq!(said, "Not played: there is no move to take back.");
}

/// What is read is written back: comments, private headers, the spelling of games that are over.
#[test]
fn nothing_of_a_file_is_lost() {
    let mut desk = Desk::default();
    let text = "\
# Ann's
pyramid-game 1.0
rules: par
deal: seed:7
player: Ann
match: 1/6
x-table: 7
1. AdQh@2.5  # quick
# that was all
end: resigned score=-50 moves=1 time=3  # late
# behind

pyramid-game 1.0
rules: par-pyramid
deal: seed:8
match: 2/6
# not yet
1. >
";
    desk.files.insert("m".to_owned(), text.to_owned());
    let (mut session, _) = par_match(&mut desk, "m", None, None).unwrap();
    session.line("look; s; q", &mut desk);
    assert_eq!(desk.files["m"], text, "nothing was played");
    let (mut session, _) = par_match(&mut desk, "m", Some("pyramid score=par"), None).unwrap();
    session.line("d", &mut desk);
    session.end_of_input(&mut desk).unwrap();
    let written = &desk.files["m"];
    let (first, _) = text.split_once("\n\n").unwrap();
    assert!(written.starts_with(first), "{written}");
    assert!(written.contains("# not yet\n") && written.ends_with("1. >9d >9h\n"), "{written}");
    verify(written, Options::default());
}

/// A file that was cut off goes on or is refused, and nothing of it is lost before a move.
#[test]
fn a_file_that_was_cut_off() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "m", None, Some("seed:7")).unwrap();
    session.line("ad; 3s ts; d; stop; n; d; # a note; d 2; q", &mut desk);
    let text = desk.files["m"].clone();
    for end in 0..text.len() {
        desk.files.insert("m".to_owned(), text[..end].to_owned());
        match par_match(&mut desk, "m", None, None) {
            Err(_) => assert_eq!(desk.files["m"], text[..end]),
            Ok((mut session, _)) => {
                let file = &desk.files["m"];
                assert!(file.starts_with(text[..end].trim_end()), "{end}: {file}");
                session.line("stop", &mut desk);
                verify(&desk.files["m"], Options::default());
            }
        }
    }
}

/// What cannot be saved is said, is not left by mistake, and can be saved elsewhere.
#[test]
fn a_match_that_cannot_be_saved() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "m", None, Some("seed:7")).unwrap();
    let other = "another program's\n".to_owned();
    desk.files.insert("m".to_owned(), other.clone());
    let said = ascii(&session.line("stop", &mut desk));
    assert!(
        said.ends_with(
            "Game 1 of 6 is over. Net score -52 after 1 game. Type new for game 2.\n\
             Not saved: m is not as it was; another program wrote it."
        ),
        "{said}"
    );
    let said = ascii(&session.line("n", &mut desk));
    assert_eq!(said, "Not dealt: m is not as it was; another program wrote it.");
    let said = ascii(&session.line("q", &mut desk));
    assert_eq!(
        said,
        "Not saved: m is not as it was; another program wrote it; \
         save FILE writes it elsewhere, quit again leaves."
    );
    assert!(!session.is_over);
    assert_eq!(ascii(&session.line("save n", &mut desk)), "Saved as n, 1 game.");
    assert_eq!(ascii(&session.line("save n", &mut desk)), "Saved as n, 1 game.");
    verify_strictly(&desk.files["n"]);
    let said = ascii(&session.line("q", &mut desk));
    assert_eq!(said, "Not saved. Game 1 of 6 is over. Net score -52 after 1 game.");
    assert!(session.is_over && session.end_of_input(&mut desk).is_err());
    assert_eq!(desk.files["m"], other);
    // A file that went is written again.
    desk.files.remove("m");
    session.end_of_input(&mut desk).unwrap();
    assert_eq!(desk.files["m"], desk.files["n"]);
    assert!(par_match(&mut desk, "nowhere/m", None, None).is_err());
    assert!(par_match(&mut desk, "broken", None, None).is_err());
}

/// One game is not written over many.
#[test]
fn a_match_is_not_lost_to_a_game() {
    let mut desk = Desk::default();
    let (mut session, _) = par_match(&mut desk, "m", None, Some("seed:7")).unwrap();
    session.line("stop; n; q", &mut desk);
    let text = desk.files["m"].clone();
    let (mut session, _) = super::session("pyramid", "seed:1");
    let said = ascii(&session.line("load m; u; save; save m", &mut desk));
    assert!(said.contains(
        "Note: pyramid play --match m goes on with the match it is of; the file has 2 games"
    ));
    assert!(said.contains("Not saved: m holds 2 games, which would be lost."), "{said}");
    assert_eq!(desk.files["m"], text);
}

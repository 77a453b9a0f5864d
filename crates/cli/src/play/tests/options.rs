//! A game without undo, and kings that leave by themselves.

use super::matches::verify_strictly;
use super::*;

fn sit(rules: &str, deal: &str, options: PlayOptions) -> (Session, Vec<Reply>) {
    let rules: RuleSet = rules.parse().unwrap();
    let read = read_deal(deal, &rules.layout()).unwrap();
    let playing = Playing::deal(rules, &read.deal, read.source);
    Opening { options, ..Opening::new(playing, How::Dealt) }.begin()
}

/// What is said to these lines.
fn transcript(begun: (Session, Vec<Reply>), lines: &[&str]) -> String {
    let (mut session, greeting) = begun;
    let mut desk = Desk::default();
    let text = |replies: &[Reply]| replies.iter().map(said).collect::<Vec<_>>().join("\n");
    let mut transcript = text(&greeting);
    for line in lines {
        transcript += &format!("\n> {line}\n{}", text(&session.line(line, &mut desk)));
    }
    transcript
}

#[test]
fn without_undo_nothing_is_taken_back() {
    let options = PlayOptions { undo: false, ..PlayOptions::default() };
    let lines = ["ad", "u", "~", "y", "d", "u 2", "r", "new seed:8", "u", "resign", "u", "?u"];
    insta::assert_snapshot!(transcript(sit("pyramid", "seed:7", options), &lines));
}

/// A lost game does not offer what is not there.
#[test]
fn without_undo_none_is_offered() {
    for undo in [true, false] {
        let options = PlayOptions { undo, ..PlayOptions::default() };
        let (session, _) = sit("pyramid rows=1 passes=1 stock=closed", "seed:7", options);
        let text = transcript((session, Vec::new()), &["d 51"]);
        assert_eq!(text.contains("undo 1 goes back there."), undo, "{text}");
        assert!(!text.contains("You can undo."), "the review has said it: {text}");
    }
}

#[test]
fn kings_leave_by_themselves() {
    let options = PlayOptions { auto_kings: true, ..PlayOptions::default() };
    // Kings: free at the deal, set free by a pair, and drawn.
    let deal = "2c/3cKc/4c5cKd | Ks8s9dTcKhAc2d3d4d5d6d7d8d9c6c7cTdJcJdQcQdAd2h3h4h5h6h7h8h9hThJhQhAh2s3s4s5s6s7s9sTsJsQsAs8c";
    let lines =
        ["d 3", "u", "y", "m", "u", "u", "u", "u", "u", "y 2", "d", "save -", "look removed"];
    insta::assert_snapshot!(transcript(sit("pyramid rows=3", deal, options), &lines));
}

/// By themselves or not, it is the same record: the kings are moves like others.
#[test]
fn their_record_is_valid_without_the_setting() {
    let mut desk = Desk::default();
    let options = PlayOptions { auto_kings: true, ..PlayOptions::default() };
    for seed in 1..40 {
        let (mut session, _) = sit("pyramid", &format!("seed:{seed}"), options);
        for line in ["d 5", "u 2", "3", "6", "d 9", "y", "u", "1", "resign"] {
            session.line(line, &mut desk);
            let view = session.playing.view();
            let alone = |m: &pyramid_engine::Move| matches!(m, pyramid_engine::Move::Single(_));
            let taken_back = line.starts_with('u') || line == "y";
            assert!(
                taken_back || session.playing.over().is_some() || !view.legal().iter().any(alone)
            );
        }
        verify_strictly(&session.playing.to_record().to_string());
    }
}

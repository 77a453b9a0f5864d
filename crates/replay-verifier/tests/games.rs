//! The recorded games of `fixtures/games`: valid ones stay valid, invalid ones say why.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pyramid_notation::Label;
use pyramid_replay_verifier::{Judgement, Options, Verifier};

fn judge(bytes: &[u8], options: Options) -> Vec<Judgement> {
    let mut verifier = Verifier::new(bytes, options);
    let mut judgements = Vec::new();
    while let Some(judgement) = verifier.next_judgement().unwrap() {
        judgements.push(judgement);
    }
    judgements
}

fn strict() -> Options {
    let mut options = Options::default();
    options.strict = true;
    options
}

#[test]
fn valid_games_are_valid_and_canonical() {
    insta::glob!("../../../fixtures/games/valid", "*.pyr", |path| {
        let judgements = judge(&fs::read(path).unwrap(), strict());
        assert!(!judgements.is_empty(), "{}", path.display());
        for judgement in judgements {
            assert!(judgement.is_valid(), "{}: {:?}", path.display(), judgement.finding);
        }
    });
}

#[test]
fn warnings_do_not_make_a_game_invalid() {
    insta::glob!("../../../fixtures/games/warned", "*.pyr", |path| {
        let bytes = fs::read(path).unwrap();
        let judgements = judge(&bytes, Options::default());
        assert!(judgements.iter().all(Judgement::is_valid), "{}", path.display());
        assert!(judgements.iter().any(|game| !game.warnings.is_empty()), "{}", path.display());
        insta::assert_snapshot!(report(&bytes, &judgements));
    });
}

#[test]
fn every_preset_has_a_recorded_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games/valid");
    for preset in pyramid_engine::Preset::all() {
        let text = fs::read_to_string(folder.join(format!("{}.pyr", preset.name))).unwrap();
        assert!(text.contains(&format!("rules: {}\n", preset.name)), "{}", preset.name);
    }
}

#[test]
fn invalid_games_say_why() {
    insta::glob!("../../../fixtures/games/invalid", "*.pyr", |path| {
        let bytes = fs::read(path).unwrap();
        let judgements = judge(&bytes, Options::default());
        assert!(judgements.iter().any(|judgement| !judgement.is_valid()), "{}", path.display());
        insta::assert_snapshot!(report(&bytes, &judgements));
    });
}

/// Everything the judgements say, with the text that each place points at.
fn report(bytes: &[u8], judgements: &[Judgement]) -> String {
    let mut out = String::new();
    for judgement in judgements {
        let Judgement { game, line, outcome, moves, .. } = judgement;
        writeln!(out, "game {game} at line {line}: {}, {moves} moves", outcome.name()).unwrap();
        for warning in &judgement.warnings {
            writeln!(out, "  {}", warning.short("")).unwrap();
        }
        let Some(finding) = &judgement.finding else { continue };
        let wrong = &finding.diagnostic;
        writeln!(out, "  {}", wrong.short("")).unwrap();
        for label in std::iter::once(&wrong.primary).chain(&wrong.others) {
            let Label { at, text } = label;
            let range = at.start as usize..at.end() as usize;
            let shown = String::from_utf8_lossy(&bytes[range]).into_owned();
            writeln!(out, "  {}:{} `{}` {text}", at.line, at.column, shown.escape_debug()).unwrap();
        }
        for note in wrong.note.iter().flat_map(|note| note.lines()) {
            writeln!(out, "  note: {note}").unwrap();
        }
        if let Some(help) = &wrong.help {
            writeln!(out, "  help: {help}").unwrap();
        }
        if let Some(ply) = finding.ply {
            writeln!(out, "  after {ply} moves").unwrap();
        }
    }
    out
}

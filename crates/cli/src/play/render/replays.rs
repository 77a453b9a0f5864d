//! What is said while a record is gone through.

use super::super::facts::GameFacts;
use super::super::replaying::{ReplayFacts, Step};
use super::games::game_text;
use super::sentences::{self, Line};
use super::words::{Voice, count};

pub(super) fn say_replay(line: &mut Line, replay: &ReplayFacts, game: &GameFacts, voice: Voice) {
    let ReplayFacts { file, game: number, of, moves, undone, hints, notes, typed } = replay;
    let file = voice.echo(file);
    line.say(match of {
        1 => format!("Replay of {file}, {}", count(*moves, "move")),
        of => format!("Replay of {file}, game {number} of {of}, {}", count(*moves, "move")),
    });
    line.say(format!("{}: {}", game_text(game, voice), game.summary));
    if *undone > 0 {
        let verb = if *undone == 1 { "was" } else { "were" };
        line.say(format!("{} {verb} taken back in it", count(*undone, "move")));
    }
    if *hints > 0 {
        let verb = if *hints == 1 { "was" } else { "were" };
        line.say(format!("{} {verb} shown", count(*hints, "hint")));
    }
    say_notes(line, notes, voice);
    if *typed {
        line.say("Enter goes on, undo goes back, quit leaves");
    }
}

/// `12. Removed 3s and Td. 26 left in the pyramid. Keeps the win.`
pub(super) fn say_step(line: &mut Line, step: &Step, voice: Voice) {
    let number = if voice.is_speech() { "Move " } else { "" };
    line.say(format!("{number}{}", step.number));
    line.say(sentences::line(&step.did, voice));
    line.say(match step.verdict {
        Some("kept") => "Keeps the win",
        Some("only") => "The only move that keeps the win",
        Some("lost") => "Loses the win",
        Some("undecided") => "Undecided",
        _ => "",
    });
    say_notes(line, &step.notes, voice);
}

fn say_notes(line: &mut Line, notes: &[String], voice: Voice) {
    for note in notes {
        line.say(format!("Note: {}", voice.plain(note)));
    }
}

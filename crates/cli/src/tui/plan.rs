//! How the screen is divided: title, board, side column, message, keys.

use pyramid_engine::Place;
use ratatui::layout::Rect;

use super::scene::{Form, Scene, Stage};

/// The side column takes at least and at most so many columns, and has a gap before it.
const SIDE: (u16, u16) = (14, 30);
const GAP: u16 = 3;
/// The most lines of a message.
const MESSAGE: u16 = 4;

/// The parts of the screen. A part there is no room for has no lines.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) scene: Scene,
    pub(super) title: Rect,
    pub(super) board: Rect,
    /// The line of the scene at the top of the board.
    pub(super) scroll: u16,
    pub(super) side: Rect,
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

impl Plan {
    /// Divides a screen; the place is in view.
    pub(super) fn new(stage: Stage<'_>, (width, height): (u16, u16), focus: Place) -> Plan {
        let scene = stage.scene(width, height);
        let keys = u16::from(height > 2);
        let is_list = scene.form == Form::List;
        let spare = height.saturating_sub(scene.height + keys);
        let title = u16::from(scene.form == Form::Large || !is_list && spare > 2);
        let message = match is_list {
            true => (height / 4).clamp(u16::from(height > 1), 3),
            false => (spare - title).min(MESSAGE),
        };
        let room = height - keys - message - title;
        let lines = room.min(scene.height);
        let side = match width.saturating_sub(scene.width + GAP) {
            columns if !is_list && columns >= SIDE.0 => columns.min(SIDE.1),
            _ => 0,
        };
        let block = match side {
            _ if is_list => width,
            0 => scene.width,
            side => scene.width + GAP + side,
        };
        // All of it stands together in the middle; what is over stands above the title and below
        // the keys, and first of all between the parts.
        let over = if is_list { 0 } else { room - lines };
        let gaps = [over.min(1), over.saturating_sub(1).min(1), over.saturating_sub(2).min(1)];
        let left = (width - block.min(width)) / 2;
        let text = |y: u16, lines: u16| Rect::new(left, y, width - left, lines);
        let top = (over - gaps.iter().sum::<u16>()) / 2;
        let board_top = top + title + gaps[0];
        let board_lines = if is_list { room } else { lines };
        let board_width = if is_list { width } else { scene.width };
        let below = board_top + board_lines + gaps[1];
        let at = scene.spot(focus).map_or(0, |spot| spot.y);
        Plan {
            title: Rect::new(left, top, block.min(width), title),
            board: Rect::new(left, board_top, board_width, board_lines),
            scroll: at.saturating_sub(lines / 2).min(scene.height.saturating_sub(lines)),
            side: Rect::new(left + board_width + GAP.min(side), board_top, side, lines),
            message: text(below, message),
            keys: text(below + message + gaps[2], keys),
            scene,
        }
    }

    /// The place under a column and a line of the screen.
    pub(super) fn hit(&self, column: u16, line: u16) -> Option<Place> {
        if !self.board.contains((column, line).into()) {
            return None;
        }
        self.scene.hit(column - self.board.x, line - self.board.y + self.scroll)
    }
}

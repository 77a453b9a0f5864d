//! The game on the table is kept: written down after every command, archived when it is over or
//! left, and found again at the next start.

use pyramid_engine::RuleSet;
use pyramid_notation::{
    BodyItem, Day, GameResult, HeaderKey, Location, Reader, Record, RecordedEnding, Writer,
    read_games,
};

use super::outcome::streak;
use super::playing::{Filed, Playing};
use super::store::replay;
use super::world::World;
use crate::failure::reason;
use crate::io::Shelf;

/// Keeps the game on the table.
pub(super) struct Keeper {
    shelf: Shelf,
    file: OnFile,
    /// The last write did not work.
    pub(super) trouble: bool,
    /// The player was told that something would be lost.
    pub(super) warned: bool,
}

/// What the file of the game being played holds.
#[derive(Clone, Copy)]
enum OnFile {
    /// Nothing that is needed.
    Nothing,
    /// A game that is not on the table any more, and could not be archived.
    Other,
    /// The game on the table, as far as this.
    This(Extent),
}

/// How much of a game is in its file.
#[derive(Clone, Copy)]
struct Extent {
    /// Items of the body.
    items: usize,
    /// Numbered moves among them.
    moves: u32,
    /// Where its `end:` line begins, and how many items stand before it.
    end: Option<(u64, usize)>,
}

/// What was there at the start.
pub(super) enum Found {
    /// No game.
    Nothing,
    /// A game to go on with, and whether its last line was torn.
    Unfinished(Box<Playing>, bool),
    /// A game that was over; it is in the archive under this name.
    Finished(String),
    /// What cannot be read; why, and where it was put.
    Damaged { why: String, file: String },
}

impl Keeper {
    pub(super) fn new(shelf: Shelf) -> Keeper {
        Keeper { shelf, file: OnFile::Nothing, trouble: false, warned: false }
    }

    /// How many of the archived games of these rules were won in a row, if that is known.
    pub(super) fn streak(&self, rules: &RuleSet) -> Option<usize> {
        streak(self.shelf.newest_games(), rules)
    }

    /// Finds what was being played.
    pub(super) fn find(&mut self, world: &mut dyn World) -> Result<Found, String> {
        let read = self.shelf.read_current();
        let Some((bytes, torn)) =
            read.map_err(|error| text("cannot read the saved game", &error))?
        else {
            return Ok(Found::Nothing);
        };
        let (mut playing, ended) = match game_of(&bytes) {
            Ok(read) => read,
            Err(why) => {
                let file = self.shelf.set_aside();
                let file = file.map_err(|error| text("cannot put the saved game aside", &error))?;
                return Ok(Found::Damaged { why, file: file.display().to_string() });
            }
        };
        if ended || playing.over().is_some() {
            let name = self.archive(&mut playing, world, true)?;
            self.clear();
            return Ok(Found::Finished(name));
        }
        let extent = extent(&playing.record, None);
        // A file that is not as it is written here is written anew.
        if live(&playing.record).is_ok_and(|lines| lines == bytes) {
            self.file = OnFile::This(extent);
        }
        Ok(Found::Unfinished(Box::new(playing), torn))
    }

    /// Writes down what is new. Says whether there was anything.
    pub(super) fn sync(
        &mut self,
        playing: &mut Playing,
        world: &mut dyn World,
    ) -> Result<bool, String> {
        if self.has_all(playing) {
            return Ok(false);
        }
        let written = self.write(playing, world);
        self.trouble = written.is_err();
        self.warned &= self.trouble;
        written.map(|()| true)
    }

    /// Archives a game that leaves the table, if there is anything to be archived; gives its name.
    /// Refuses where something of it would be lost, but once.
    pub(super) fn leave(
        &mut self,
        playing: &mut Playing,
        world: &mut dyn World,
    ) -> Result<Option<String>, String> {
        if !playing.is_begun() || playing.is_filed() {
            self.clear();
            return Ok(None);
        }
        let whole = self.has_all(playing);
        if let (true, OnFile::This(extent)) = (whole, self.file)
            && extent.end.is_none()
        {
            // It is archived once, even if this process ends before the file is taken away.
            let _ = end_line(playing).map(|line| self.shelf.append(&line));
        }
        match self.archive(playing, world, false) {
            Ok(name) => {
                self.clear();
                Ok(Some(name))
            }
            Err(text) if !whole && !self.warned => {
                self.warned = true;
                Err(format!("{text}; save FILE writes the game elsewhere, or say it again"))
            }
            Err(_) => {
                self.trouble = true;
                self.file = OnFile::Other;
                Ok(None)
            }
        }
    }

    /// Where a game is that could not be archived.
    pub(super) fn file_of_other(&self) -> Option<String> {
        matches!(self.file, OnFile::Other).then(|| self.shelf.current().display().to_string())
    }

    /// Whether the file has all of the game, or does not need to.
    pub(super) fn has_all(&self, playing: &Playing) -> bool {
        let over = playing.over().is_some();
        match self.file {
            OnFile::This(extent) => {
                extent.items == playing.record.body.len() && extent.end.is_some() == over
            }
            // A game that is over is not played on.
            OnFile::Nothing | OnFile::Other => over && playing.is_filed(),
        }
    }

    fn write(&mut self, playing: &mut Playing, world: &mut dyn World) -> Result<(), String> {
        if matches!(self.file, OnFile::Other) {
            let found = self.find(world);
            // Until it is archived it stays what it is.
            self.file = OnFile::Other;
            if let Found::Unfinished(mut other, _) = found? {
                self.archive(&mut other, world, false)?;
            }
            self.file = OnFile::Nothing;
        }
        let wrong = |error| text("cannot save the game", &error);
        match self.file {
            OnFile::This(extent) => self.append(playing, extent).map_err(wrong),
            _ => self.restart(playing, world),
        }
    }

    /// Adds the end of the record; first cuts off an `end:` line that holds no more.
    fn append(&mut self, playing: &Playing, mut extent: Extent) -> std::io::Result<()> {
        let over = playing.over().is_some();
        if let Some((at, items)) = extent.end.filter(|_| !over) {
            self.shelf.cut(at)?;
            extent = self::extent(&playing.record, Some(items));
            self.file = OnFile::This(extent);
        }
        let mut writer = Writer::resume(Vec::new(), extent.moves);
        let new = &playing.record.body[extent.items..];
        new.iter().try_for_each(|item| item.write(&mut writer))?;
        let mut lines = writer.finish()?;
        let count = extent.moves + numbered(new);
        let mut then = Extent { items: playing.record.body.len(), moves: count, ..extent };
        if over && extent.end.is_none() {
            then.end = Some((self.shelf.len() + lines.len() as u64, then.items));
            lines.extend(end_line(playing)?);
        }
        if !lines.is_empty() {
            self.shelf.append(&lines)?;
        }
        self.file = OnFile::This(then);
        Ok(())
    }

    /// Writes a game that came to the table.
    fn restart(&mut self, playing: &mut Playing, world: &mut dyn World) -> Result<(), String> {
        if playing.record.header(HeaderKey::Date).is_none() {
            playing.record.set_header(HeaderKey::Date, world.today()?.to_string());
        }
        let wrong = |error| text("cannot save the game", &error);
        let mut lines = live(&playing.record).map_err(wrong)?;
        let mut extent = extent(&playing.record, None);
        if playing.over().is_some() {
            extent.end = Some((lines.len() as u64, extent.items));
            lines.extend(end_line(playing).map_err(wrong)?);
        }
        self.shelf.restart(&lines).map_err(wrong)?;
        self.file = OnFile::This(extent);
        // What was brought back from the archive is here now.
        if let Some(name) = playing.filed.take_if(|filed| filed.archive.is_some()) {
            let _ = self.shelf.take_back(name.archive.as_deref().unwrap_or_default());
        }
        Ok(())
    }

    /// Archives a game; `again` if it may be there already, since a process ended before it took the
    /// file away.
    fn archive(
        &mut self,
        playing: &mut Playing,
        world: &mut dyn World,
        again: bool,
    ) -> Result<String, String> {
        let date = playing.record.header(HeaderKey::Date).map(|date| date.value.clone());
        let day = date.as_ref().and_then(|date| Day::read(date.get(..10)?));
        let day = day.map_or_else(|| world.today(), Ok)?;
        playing.record.set_header(HeaderKey::Date, date.unwrap_or_else(|| day.to_string()));
        let text = left_record(playing).to_string();
        let name = self.shelf.archive(day, text.as_bytes(), again);
        let name = name.map_err(|error| self::text("cannot archive the game", &error))?;
        playing.filed = Some(Filed::now(playing, Some(name.clone())));
        Ok(name)
    }

    /// The file holds nothing that is needed.
    fn clear(&mut self) {
        if matches!(self.file, OnFile::Other) {
            return;
        }
        self.file = OnFile::Nothing;
        // If it stays there it is found to be archived, or without a move.
        let _ = self.shelf.remove_current();
    }
}

/// The game of a file, and whether it has an `end:` line.
fn game_of(bytes: &[u8]) -> Result<(Playing, bool), String> {
    let mut games = read_games(Reader::new(bytes)).filter_map(Result::ok);
    let read = games.next().ok_or("there is no game in it")?;
    if let Some(error) = read.problems.iter().find(|problem| problem.is_error()) {
        return Err(format!("line {}: {}", error.primary.at.line, error.message));
    }
    if games.any(|game| game.end.is_some()) {
        return Err("there are several games in it".to_owned());
    }
    let record = read.record.ok_or("there is no game in it")?;
    let ended = record.ending.is_some();
    let playing = replay(record).map_err(|wrong| wrong.in_line())?;
    Ok((playing, ended))
}

/// The record as it is written while it is being played, without its end.
fn live(record: &Record) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::live(Vec::new());
    record.write(&mut writer)?;
    writer.finish()
}

/// The `end:` line: how the game ended, or that it was left.
fn end_line(playing: &Playing) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::resume(Vec::new(), 0);
    let record = left_record(playing);
    record.ending.iter().try_for_each(|ending| ending.write(&mut writer))?;
    writer.finish()
}

/// The record with its end, open if the game is not over.
fn left_record(playing: &Playing) -> Record {
    let mut record = playing.to_record();
    let open = || RecordedEnding {
        result: GameResult::Open,
        pairs: vec![("moves".to_owned(), playing.game.ply().to_string())],
        at: Location::START,
        remark: None,
    };
    record.ending.get_or_insert_with(open);
    record
}

/// What the first items of a record come to, or all.
fn extent(record: &Record, items: Option<usize>) -> Extent {
    let items = items.unwrap_or(record.body.len());
    Extent { items, moves: numbered(&record.body[..items]), end: None }
}

/// How many items have a number.
fn numbered(items: &[BodyItem]) -> u32 {
    let has_one = |item: &&BodyItem| match item {
        BodyItem::Move(played) => played.text.token.is_numbered(),
        _ => false,
    };
    u32::try_from(items.iter().filter(has_one).count()).unwrap_or(u32::MAX)
}

fn text(doing: &str, error: &std::io::Error) -> String {
    format!("{doing}: {}", reason(error))
}

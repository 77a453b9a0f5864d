//! The server: requests in, replies out, one game at a time. No streams, no threads, no clock.

use std::sync::Arc;

use pyramid_engine::{RuleSet, RulesLineError, RulesLineErrorKind};
use pyramid_notation::{MAX_MOVES, Text, read_position};
use pyramid_solver::Limits;
use serde_json::{Map, Value};

use super::lines::Line;
use super::request::{Id, Request, bad_argument};
use super::schema::{COMMANDS, PROTOCOL};
use super::search::{Ended, Search, Task};
use crate::form::to_json;
use crate::play::seat::{Denial, Seat, Sight};
use crate::table::{Table, TableReader};

/// What comes of a line.
pub(crate) enum Step {
    /// Nothing: the line is blank.
    Nothing,
    /// A reply.
    Reply(String),
    /// A search, which [`Server::ended`] is told of.
    Search(Box<Search>),
    /// The search that runs, if one does, is stopped and answered first, then this by
    /// [`Server::stopped`].
    Stop {
        /// The request.
        id: Id,
        /// Whether nothing comes after it.
        quit: bool,
    },
}

/// One side of the protocol.
pub(crate) struct Server {
    /// Whether the client has said which protocol it speaks.
    greeted: bool,
    seat: Option<Seat>,
    /// Whether a search runs.
    searching: bool,
    /// Whether the last one was stopped.
    broken_off: bool,
    /// The most positions a search may enter, whatever it is asked.
    most_nodes: u64,
}

/// What a reply holds, or why it was not done.
type Done = Result<Map<String, Value>, Denial>;

impl Server {
    /// A server without a game.
    pub(crate) fn new() -> Server {
        Server {
            greeted: false,
            seat: None,
            searching: false,
            broken_off: false,
            most_nodes: u64::MAX,
        }
    }

    /// A server whose searches are small, and which runs them on the caller's thread.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn small(most_nodes: u64) -> Server {
        Server { most_nodes, ..Server::new() }
    }

    /// All that is said to a line, and whether it is the last.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(crate) fn answers(&mut self, line: &Line) -> (Vec<String>, bool) {
        match self.line(line) {
            Step::Nothing => (Vec::new(), false),
            Step::Reply(reply) => (vec![reply], false),
            Step::Stop { id, quit } => (vec![self.stopped(&id, quit)], quit),
            Step::Search(search) => {
                let mut said = Vec::new();
                let ended = search.run_here(|event| said.push(event));
                said.push(self.ended(ended));
                (said, false)
            }
        }
    }

    /// Deals with a line.
    pub(crate) fn line(&mut self, line: &Line) -> Step {
        let bytes = match line {
            Line::Bytes(bytes) if bytes.trim_ascii().is_empty() => return Step::Nothing,
            Line::Bytes(bytes) => bytes,
            Line::TooLong => {
                return refused(None, Denial::new("too-long", "a line has at most 1 MiB"));
            }
        };
        let request = match Request::read(bytes) {
            Ok(request) => request,
            Err(wrong) => {
                let (id, denial) = *wrong;
                return refused(id.as_ref(), denial);
            }
        };
        let command = request.command;
        if !self.greeted && !matches!(command, "hello" | "quit") {
            let text = "say hello first, with the version of the protocol";
            return refused(Some(&request.id), Denial::new("no-hello", text));
        }
        if self.searching && !matches!(command, "stop" | "quit") {
            let text = "a search runs; wait for its reply, or stop it";
            return refused(Some(&request.id), Denial::new("busy", text));
        }
        let done = match command {
            "hello" => self.hello(&request),
            "new" => self.new_game(&request),
            "load" => self.load(&request),
            "position" => self.position(&request),
            "state" => self.seat().map(|seat| state(seat)),
            "play" => return self.play(&request),
            "undo" => self.undo(&request),
            "record" => self.record(),
            "hint" | "solve" => match self.search(&request) {
                Ok(task) => return self.start(request, task),
                Err(denial) => Err(denial),
            },
            _ => {
                self.broken_off = false;
                return Step::Stop { id: request.id, quit: command == "quit" };
            }
        };
        answer(&request.id, done)
    }

    /// The reply to a search that has ended.
    pub(crate) fn ended(&mut self, ended: Ended) -> String {
        self.searching = false;
        self.broken_off = ended.found.is_none();
        if ended.hinted
            && let Some(seat) = &mut self.seat
        {
            seat.hinted();
        }
        let done = ended.found.ok_or_else(|| Denial::new("stopped", "the search was stopped"));
        text(&ended.id, done)
    }

    /// The reply to `stop` or `quit`, once no search runs any more.
    pub(crate) fn stopped(&self, id: &Id, quit: bool) -> String {
        let body = match quit {
            true => Map::new(),
            false => object([("stopped", self.broken_off.into())]),
        };
        reply(Some(id), true, body)
    }

    fn hello(&mut self, request: &Request) -> Done {
        let Some(version) = request.count("protocol")? else {
            return Err(bad_argument("protocol", "`hello` has a `protocol`, such as 1"));
        };
        request.text("client")?;
        if version != PROTOCOL {
            let text = format!("protocol {version} is not spoken here, {PROTOCOL} is");
            return Err(Denial::new("version", text).with("protocols", vec![PROTOCOL]));
        }
        self.greeted = true;
        let commands = COMMANDS.iter().map(|(name, _)| *name).filter(|name| *name != "hello");
        Ok(object([
            ("protocol", PROTOCOL.into()),
            ("server", concat!("pyramid ", env!("CARGO_PKG_VERSION")).into()),
            ("cmds", commands.collect::<Vec<_>>().into()),
        ]))
    }

    fn new_game(&mut self, request: &Request) -> Done {
        let sight = request.sight()?;
        let rules = rules(request)?;
        let deal = request.needed("deal")?;
        let table = TableReader::without_day(rules).read(Text::new(&deal));
        let table = table.map_err(|wrong| Denial::from(*wrong))?;
        Ok(self.sit(Seat::new(&table, sight), table.source.map(|source| source.to_string())))
    }

    fn load(&mut self, request: &Request) -> Done {
        let sight = request.sight()?;
        let seat = Seat::load(&request.needed("record")?, sight)?;
        let name = seat.deal_name();
        Ok(self.sit(seat, name))
    }

    fn position(&mut self, request: &Request) -> Done {
        let sight = request.sight()?;
        let rules = rules(request)?.unwrap_or_default();
        let text = request.needed("position")?;
        let setup = read_position(&text, Arc::new(rules.layout())).map_err(|error| {
            let at = Text::new(&text).part(error.span.clone()).at;
            Denial::new(error.name(), error.to_string()).with("column", at.column)
        })?;
        let table = Table { rules, deal: None, source: None, setup, notice: None };
        Ok(self.sit(Seat::new(&table, sight), None))
    }

    /// Puts another game on the table.
    fn sit(&mut self, seat: Seat, deal: Option<String>) -> Map<String, Value> {
        let seat = self.seat.insert(seat);
        let mut body = object([
            ("rules", seat.rules().into()),
            ("deal", deal.into()),
            ("view", seat.sight().name().into()),
        ]);
        body.extend(state(seat));
        body
    }

    fn seat(&mut self) -> Result<&mut Seat, Denial> {
        let text = "there is no game; new, load or position puts one on the table";
        self.seat.as_mut().ok_or_else(|| Denial::new("no-game", text))
    }

    /// The seat, if there is room in the record.
    fn seat_to_write(&mut self) -> Result<&mut Seat, Denial> {
        let seat = self.seat()?;
        if seat.written() >= MAX_MOVES as usize {
            let text = "a game has at most 100000 moves, undone moves and hints";
            return Err(Denial::new("too-many-moves", text));
        }
        Ok(seat)
    }

    /// Plays moves up to the first that is refused, and says how far it got.
    fn play(&mut self, request: &Request) -> Step {
        let moves = match request.texts("moves").and_then(|moves| self.seat().map(|_| moves)) {
            Ok(moves) => moves,
            Err(denial) => return refused(Some(&request.id), denial),
        };
        let mut played = Vec::new();
        let mut refusal = None;
        for token in moves {
            match self.seat_to_write().and_then(|seat| seat.play(&token)) {
                Ok(token) => played.push(token),
                Err(denial) => {
                    refusal = Some(denial);
                    break;
                }
            }
        }
        let mut body = object([("played", played.into())]);
        if let Some(denial) = refusal {
            let ply = self.seat.as_ref().map(|seat| seat.game().ply());
            body.extend(object([("error", denial.json()), ("ply", ply.into())]));
            return Step::Reply(reply(Some(&request.id), false, body));
        }
        body.extend(self.seat.iter().flat_map(state));
        Step::Reply(reply(Some(&request.id), true, body))
    }

    fn undo(&mut self, request: &Request) -> Done {
        let moves = request.count("moves")?.unwrap_or(1);
        let seat = self.seat_to_write()?;
        let undone = seat.undo(moves)?;
        let mut body = object([("undone", undone.into())]);
        body.extend(state(seat));
        Ok(body)
    }

    fn record(&mut self) -> Done {
        Ok(object([("record", self.seat()?.record()?.to_string().into())]))
    }

    /// What is to be searched.
    fn search(&mut self, request: &Request) -> Result<Task, Denial> {
        request.flag("time")?;
        let nodes = request.count("nodes")?.unwrap_or(Limits::DEFAULT.nodes).min(self.most_nodes);
        if request.command == "hint" {
            let seat = self.seat_to_write()?;
            return Ok(Task::Hint { known: seat.known(), ply: seat.game().ply(), nodes });
        }
        if self.seat()?.sight() == Sight::Player {
            let text = "a player's view has no proofs; start with view full";
            return Err(Denial::new("not-in-view", text));
        }
        Ok(Task::Solve { nodes })
    }

    fn start(&mut self, request: Request, task: Task) -> Step {
        let time = request.flag("time").unwrap_or(false);
        let Some(seat) = &self.seat else { return Step::Nothing };
        let (setup, state) = (seat.game().setup().clone(), *seat.game().state());
        self.searching = true;
        Step::Search(Box::new(Search { id: request.id, task, setup, state, time }))
    }
}

/// The rules of a request, if it names any.
fn rules(request: &Request) -> Result<Option<RuleSet>, Denial> {
    let Some(text) = request.text("rules")? else { return Ok(None) };
    let rules = text.parse().map_err(|error: RulesLineError| {
        let message = match &error.kind {
            RulesLineErrorKind::Invalid(reasons) => {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                format!("these rules cannot be played: {}", reasons.join("; "))
            }
            _ => error.to_string(),
        };
        let at = Text::new(&text).part(error.span.clone()).at;
        Denial::new(error.name(), message).with("column", at.column)
    })?;
    Ok(Some(rules))
}

fn state(seat: &Seat) -> Map<String, Value> {
    // Its fields are texts, numbers and lists of them.
    let state = serde_json::to_value(seat.standing()).unwrap_or(Value::Null);
    object([("state", state)])
}

/// An object of these members.
pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn answer(id: &Id, done: Done) -> Step {
    Step::Reply(text(id, done))
}

fn refused(id: Option<&Id>, denial: Denial) -> Step {
    Step::Reply(reply(id, false, object([("error", denial.json())])))
}

fn text(id: &Id, done: Done) -> String {
    match done {
        Ok(body) => reply(Some(id), true, body),
        Err(denial) => reply(Some(id), false, object([("error", denial.json())])),
    }
}

/// A reply: the id as it was written, `ok`, and what else there is.
fn reply(id: Option<&Id>, ok: bool, body: Map<String, Value>) -> String {
    let mut line = format!(r#"{{"id":{},"ok":{ok}"#, id.map_or("null", |id| id.get()));
    if !body.is_empty() {
        let body = to_json(&body);
        line.push(',');
        line.push_str(body.trim_start_matches('{'));
    } else {
        line.push('}');
    }
    line
}

//! `pyramid perft`: counts move sequences.

use std::io::Write;

use pyramid_notation::{to_token, write_position};
use serde::Serialize;

use crate::args::PerftArgs;
use crate::failure::{Exit, Failure};
use crate::form::to_json;
use crate::io::Io;
use crate::table::TableReader;

#[derive(Serialize)]
struct Count {
    rules: String,
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

/// The sequences that begin with a move.
#[derive(Serialize)]
struct Part {
    #[serde(rename = "move")]
    token: String,
    nodes: u64,
}

pub(crate) fn run(io: &mut Io, args: PerftArgs) -> Result<Exit, Failure> {
    let reader = TableReader::new(io, args.rules.rules.as_deref())?.or_positions();
    for table in reader.argument(io, &args.deal)? {
        table.notice.iter().for_each(|notice| io.tell(format_args!("note: {notice}")));
        let setup = &table.setup;
        let start = setup.start();
        let part = |(m, nodes)| Part { token: to_token(setup, start, m).to_string(), nodes };
        let divide: Option<Vec<Part>> = args
            .divide
            .then(|| setup.perft_divide(start, args.depth).into_iter().map(part).collect());
        let nodes = match &divide {
            Some(parts) if args.depth > 0 => parts.iter().map(|part| part.nodes).sum(),
            _ => setup.perft(start, args.depth),
        };
        if args.json {
            let (rules, position) = (table.rules.to_string(), write_position(setup, start));
            let count = Count { rules, position, depth: args.depth, nodes, divide };
            writeln!(io.out(), "{}", to_json(&count))?;
            continue;
        }
        for part in divide.iter().flatten() {
            writeln!(io.out(), "{} {}", part.token, part.nodes)?;
        }
        writeln!(io.out(), "{nodes}")?;
    }
    Ok(Exit::Success)
}

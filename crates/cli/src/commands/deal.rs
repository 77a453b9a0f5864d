//! `pyramid deal`: prints deals.

use pyramid_notation::Source;

use super::pick;
use crate::args::DealArgs;
use crate::board::BoardStyle;
use crate::failure::{Exit, Failure};
use crate::form::{Form, Printer, Unprintable};
use crate::io::Io;
use crate::table::{Table, TableReader};

pub(crate) fn run(io: &mut Io, args: DealArgs) -> Result<Exit, Failure> {
    let form = if args.json { Form::Json } else { args.format };
    let style = BoardStyle::new(io, &args.style)?;
    let reader = TableReader::new(io, args.rules.rules.as_deref())?;
    if !args.deal.is_empty() {
        let tables = reader.argument(io, &args.deal)?;
        tell(io, form, &tables);
        return print(io, form, style, tables.into_iter());
    }
    let first = match args.seed {
        Some(seed) => seed,
        None => io.random_seed()?,
    };
    if args.winnable || args.difficulty.is_some() {
        return pick::run(io, &args, &reader.rules(), first, Printing { form, style });
    }
    let last = first.checked_add(args.count - 1).ok_or_else(|| {
        Failure::usage(format!("seeds end at {}", u64::MAX)).help("ask for fewer deals")
    })?;
    let dealt = |seed| Table::of_source(reader.rules(), Source::Seed(seed));
    if let Ok(table) = dealt(first) {
        tell(io, form, &[table]);
    }
    if args.seed.is_none() && !names_seed(form) {
        io.tell(if first == last {
            format!("dealt from seed:{first}")
        } else {
            format!("dealt from seed:{first} to seed:{last}")
        });
    }
    print(io, form, style, (first..=last).filter_map(|seed| dealt(seed).ok()))
}

/// How deals are printed.
#[derive(Clone, Copy)]
pub(super) struct Printing {
    pub(super) form: Form,
    pub(super) style: BoardStyle,
}

/// Whether the form tells the seed of a deal.
pub(super) fn names_seed(form: Form) -> bool {
    matches!(form, Form::Board | Form::Record | Form::Json)
}

/// Says what the user should know of deals that are going to be printed.
pub(super) fn tell(io: &mut Io, form: Form, tables: &[Table]) {
    for table in tables {
        table.notice.iter().for_each(|notice| io.tell(format_args!("note: {notice}")));
    }
    let deviating = tables.iter().find(|table| table.rules.deviates());
    if let Some(table) = deviating.filter(|_| form == Form::Code) {
        io.tell(format_args!(
            "note: a deal code names a game, not what differs from it; say --rules '{}' with it",
            table.rules
        ));
    }
}

fn print(
    io: &mut Io,
    form: Form,
    style: BoardStyle,
    tables: impl Iterator<Item = Table>,
) -> Result<Exit, Failure> {
    let mut printer = Printer::new(io.out(), form, style);
    for table in tables {
        printer.deal(&table).map_err(why_not)?;
    }
    Ok(Exit::Success)
}

/// Why a deal was not printed.
pub(super) fn why_not(error: Unprintable) -> Failure {
    match error {
        Unprintable::Failure(failure) => failure,
        Unprintable::NoCode(error) => {
            Failure::usage(error.to_string()).help("--format deal prints the cards")
        }
        Unprintable::Wrong(wrong) => Failure::usage(wrong.message),
    }
}

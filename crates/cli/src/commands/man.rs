//! `pyramid man`: the manual, from the table that the parser comes from.

use std::io::Write;

use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::failure::{Exit, Failure};
use crate::io::Io;

pub(crate) fn run(io: &mut Io, args: &ManArgs) -> Result<Exit, Failure> {
    // Short help leaves out what a page should say.
    let whole = |command: clap::Command| command.mut_args(|arg| arg.hide_short_help(false));
    let mut program = whole(Cli::complete_command());
    program.build();
    let pages = program.get_subcommands().filter(|command| !command.is_hide_set());
    let pages = std::iter::once(&program).chain(pages).cloned();
    let mut pages: Vec<_> = pages.map(whole).collect();
    match (&args.command, &args.output) {
        (Some(name), _) => pages.retain(|page| page.get_name() == name),
        (None, None) => pages.truncate(1),
        (None, Some(_)) => {}
    }
    for page in pages {
        let name = page.get_display_name().unwrap_or(page.get_name()).to_owned();
        let mut text = Vec::new();
        // No date: the page of a version is the same wherever it is made.
        Man::new(page).date("").render(&mut text)?;
        match &args.output {
            Some(folder) => io.write_file(&folder.join(format!("{name}.1")), &text)?,
            None => io.out().write_all(&text)?,
        }
    }
    Ok(Exit::Success)
}

#[cfg(test)]
mod tests {
    use clap_complete::Shell;

    use super::*;
    use crate::args::CompletionsArgs;
    use crate::commands::completions;
    use crate::io::Input;

    #[test]
    fn every_command_and_option_has_its_help_in_the_pages() {
        let folder = tempfile::tempdir().unwrap();
        let (mut io, ..) = Io::memory(&[], "");
        let args = ManArgs { command: None, output: Some(folder.path().to_owned()) };
        run(&mut io, &args).unwrap();
        let mut page = |name: &str| {
            let path = folder.path().join(format!("{name}.1"));
            io.read_text(&Input::File(path)).unwrap()
        };
        let main = page("pyramid");
        for command in Cli::complete_command().get_subcommands() {
            let name = command.get_name();
            assert!(main.contains(&format!("pyramid\\-{name}(1)")), "{name}");
            let page = page(&format!("pyramid-{name}"));
            for argument in command.get_arguments() {
                let help = argument.get_help().unwrap().to_string().replace('-', "\\-");
                assert!(page.contains(&help), "{name}: {help}");
            }
        }
    }

    #[test]
    fn completions_know_every_command() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let (mut io, stdout, _) = Io::memory(&[], "");
            completions::run(&mut io, &CompletionsArgs { shell }).unwrap();
            io.flush().unwrap();
            for command in Cli::complete_command().get_subcommands() {
                assert!(stdout.text().contains(command.get_name()), "{shell}: {command}");
            }
        }
    }
}

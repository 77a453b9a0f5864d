//! `docs/help/`: what each command says of itself, short and whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, project};

const FOLDER: &str = "docs/help";

/// The files that should be in the folder, with their texts.
fn made(program: &Path) -> Result<Vec<(PathBuf, String)>> {
    let short = help(program, &["-h"])?;
    let mut made = vec![file("pyramid", &short, &help(program, &["--help"])?)];
    for name in commands(&short) {
        let texts = (help(program, &[name, "-h"])?, help(program, &[name, "--help"])?);
        made.push(file(&format!("pyramid-{name}"), &texts.0, &texts.1));
    }
    Ok(made)
}

/// The commands that the program's help lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.lines().skip_while(|line| !line.starts_with("Commands")).skip(1);
    list.take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

fn file(name: &str, short: &str, whole: &str) -> (PathBuf, String) {
    let command = name.replacen('-', " ", 1);
    let text = format!("$ {command} -h\n{short}\n$ {command} --help\n{whole}");
    (Path::new(FOLDER).join(format!("{name}.txt")), text)
}

/// What the program prints in 80 columns.
fn help(program: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    Ok(String::from_utf8(project::printed(command.args(arguments).env("COLUMNS", "80"))?)?)
}

/// Writes the files that are not as they should be, and removes the others, unless it is only to
/// tell. Gives those it had to do with.
pub(super) fn update(program: &Path, check: bool) -> Result<Vec<String>> {
    let root = project::root();
    let made = made(program)?;
    let mut stale = Vec::new();
    for (path, text) in &made {
        if fs::read_to_string(root.join(path)).is_ok_and(|old| old == *text) {
            continue;
        }
        stale.push(path.display().to_string());
        if !check {
            fs::create_dir_all(root.join(FOLDER))?;
            fs::write(root.join(path), text)?;
        }
    }
    for entry in fs::read_dir(root.join(FOLDER)).into_iter().flatten() {
        let path = Path::new(FOLDER).join(entry?.file_name());
        if !made.iter().any(|(known, _)| *known == path) {
            stale.push(path.display().to_string());
            if !check {
                fs::remove_file(root.join(path))?;
            }
        }
    }
    Ok(stale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_list() {
        let help = "Usage\n\nCommands (without one: play):\n  play    Play\n          in lines\n  \
                    deal    Print deals\n\nOptions:\n  -h      Help\n";
        assert_eq!(commands(help), ["play", "deal"]);
    }
}

//! `cargo xtask docs`: the parts of `docs/` that are made from the program; `--check` compares them.
//!
//! `docs/help/` is made as a whole.
//!
//! A part stands between two lines, `<!-- NAME: made by cargo xtask docs -->` and `<!-- end -->`.

mod help;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value};

use crate::project::Build;
use crate::{Result, project};

/// What a marker has behind the name of its part.
const MADE: &str = ": made by cargo xtask docs -->";
const END: &str = "<!-- end -->";

/// Makes the text of a part from the list of games.
type Make = fn(&[Value]) -> Result<String>;

/// The parts: the name in the marker, and what makes the text.
const PARTS: &[(&str, Make)] = &[("table of games", games), ("table of keys", keys)];

pub(crate) fn run(flags: &[String]) -> Result {
    let check = flags.iter().any(|flag| flag == "--check");
    let program = project::program(Build::Dev)?;
    let list = games_of(&program)?;
    let mut parts = Vec::new();
    for (name, make) in PARTS {
        parts.push((*name, make(&list)?));
    }
    let mut used = Vec::new();
    let mut stale = Vec::new();
    for path in documents()? {
        let text = fs::read_to_string(&path)?;
        let shown = path.strip_prefix(project::root()).unwrap_or(&path).display().to_string();
        let new = replaced(&text, &parts, &mut used).map_err(|fault| format!("{shown}:{fault}"))?;
        if new != text {
            if !check {
                fs::write(&path, &new)?;
                println!("docs: {shown} is written anew");
            }
            stale.push(format!("{shown}:{}", first_difference(&text, &new)));
        }
    }
    if let Some((name, _)) = PARTS.iter().find(|(name, _)| !used.contains(name)) {
        let marker = format!("<!-- {name}{MADE}");
        return Err(format!("no document has the line `{marker}`").into());
    }
    for file in help::update(&program, check)? {
        if !check {
            println!("docs: {file} is written anew");
        }
        stale.push(file);
    }
    if check && !stale.is_empty() {
        let places = stale.join(", ");
        return Err(
            format!("{places}: not what the program says; `cargo xtask docs` mends it").into()
        );
    }
    println!("docs: {} made parts are in place", used.len());
    Ok(())
}

/// The documents, in the order of their names.
fn documents() -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(project::root().join("docs"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// What `pyramid rules --json` prints: one game a line.
fn games_of(program: &Path) -> Result<Vec<Value>> {
    let list = project::printed(Command::new(program).args(["rules", "--json"]))?;
    let lines = String::from_utf8(list)?;
    Ok(lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?)
}

/// The text with each part put between its markers. Names the parts that it has; an error begins
/// with the number of the line.
fn replaced<'a>(
    text: &str,
    parts: &[(&'a str, String)],
    used: &mut Vec<&'a str>,
) -> std::result::Result<String, String> {
    let mut new = String::with_capacity(text.len());
    // The line of the marker whose part is being left out.
    let mut open: Option<usize> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let bare = line.trim_end();
        let name = bare.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(MADE));
        match (name, open) {
            (Some(_), Some(start)) => return Err(no_end(start)),
            (Some(name), None) => {
                let known = parts.iter().find(|(known, _)| *known == name);
                let Some((name, made)) = known else {
                    return Err(format!("{number}: nothing makes a part `{name}`"));
                };
                used.push(name);
                new.push_str(bare);
                new.push_str("\n\n");
                new.push_str(made.trim_end());
                new.push_str("\n\n");
                open = Some(number);
            }
            (None, _) if bare == END => {
                if open.take().is_none() {
                    return Err(format!("{number}: `{END}` without a part above it"));
                }
                new.push_str(line);
            }
            (None, Some(_)) => {}
            (None, None) => new.push_str(line),
        }
    }
    match open {
        Some(start) => Err(no_end(start)),
        None => Ok(new),
    }
}

fn no_end(start: usize) -> String {
    format!("{start}: this part has no line `{END}`")
}

/// The number of the first line in which two different texts differ.
fn first_difference(old: &str, new: &str) -> usize {
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    same + 1
}

/// A table row each: number, name, other names, what differs, how many cards lie where.
fn games(list: &[Value]) -> Result<String> {
    let mut table = String::from(
        "| no. | name | other names | differs from `pyramid` by | tableau | reserve | stock |\n\
         |---:|---|---|---|---:|---:|---:|\n",
    );
    for game in list {
        let names = array(game, "aliases")?.iter().map(string).collect::<Result<Vec<_>>>()?;
        let mut differs = Vec::new();
        for (key, value) in object(game, "differs")? {
            differs.push(format!("{key}={}", string(value)?));
        }
        let differs =
            if differs.is_empty() { "nothing".to_owned() } else { code(&differs.join(" ")) };
        let names: Vec<String> = names.into_iter().map(code).collect();
        let cards = object(game, "cards")?;
        table += &format!(
            "| {} | {} | {} | {differs} | {} | {} | {} |\n",
            member(game, "number")?,
            code(string(member(game, "name")?)?),
            names.join(", "),
            number(cards, "tableau")?,
            number(cards, "reserve")?,
            number(cards, "stock")?,
        );
    }
    Ok(table)
}

/// A table row each: the key, its value in the first game, and the others that games have.
fn keys(list: &[Value]) -> Result<String> {
    let mut table = String::from(
        "| key | in `pyramid` | in other games |\n\
         |---|---|---|\n",
    );
    let first = list.first().ok_or("the program lists no games")?;
    for (key, default) in object(first, "rules")? {
        let default = string(default)?;
        let mut others: Vec<(&str, Vec<&str>)> = Vec::new();
        for game in list {
            let value = string(member(member(game, "rules")?, key)?)?;
            let name = string(member(game, "name")?)?;
            match others.iter_mut().find(|(other, _)| *other == value) {
                _ if value == default => {}
                Some((_, names)) => names.push(name),
                None => others.push((value, vec![name])),
            }
        }
        let others: Vec<String> =
            others.iter().map(|(value, names)| used_by(value, names)).collect();
        table += &format!("| {} | {} | {} |\n", code(key), code(default), others.join("; "));
    }
    Ok(table)
}

/// A value with the games that have it, or how many there are.
fn used_by(value: &str, names: &[&str]) -> String {
    match names {
        [_, _, _, _, ..] => format!("{} ({} games)", code(value), names.len()),
        _ => format!("{} ({})", code(value), names.join(", ")),
    }
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn member<'a>(value: &'a Value, key: &str) -> Result<&'a Value> {
    value.get(key).ok_or_else(|| format!("the list of games has no `{key}` in {value}").into())
}

fn array<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    member(value, key)?.as_array().ok_or_else(|| format!("`{key}` is no list").into())
}

fn object<'a>(value: &'a Value, key: &str) -> Result<&'a Map<String, Value>> {
    member(value, key)?.as_object().ok_or_else(|| format!("`{key}` is no object").into())
}

fn string(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| format!("{value} is no text").into())
}

fn number(object: &Map<String, Value>, key: &str) -> Result<u64> {
    object.get(key).and_then(Value::as_u64).ok_or_else(|| format!("no number `{key}`").into())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts() -> Vec<(&'static str, String)> {
        vec![("a", "made\n".to_owned()), ("b", "| two |\n| lines |".to_owned())]
    }

    fn put(text: &str) -> std::result::Result<String, String> {
        replaced(text, &parts(), &mut Vec::new())
    }

    fn marked(name: &str, inside: &str) -> String {
        format!("<!-- {name}{MADE}\n{inside}{END}\n")
    }

    #[test]
    fn what_stands_between_the_markers_is_replaced_and_nothing_else() {
        let text = format!("before\n{}between\n{}after", marked("a", "old\n"), marked("b", ""));
        let wanted = format!(
            "before\n{}between\n{}after",
            marked("a", "\nmade\n\n"),
            marked("b", "\n| two |\n| lines |\n\n"),
        );
        let mut used = Vec::new();
        assert_eq!(replaced(&text, &parts(), &mut used).as_ref(), Ok(&wanted));
        assert_eq!(used, ["a", "b"]);
        assert_eq!(put(&wanted), Ok(wanted), "what is in place stays");
    }

    #[test]
    fn a_text_without_markers_stays_byte_for_byte() {
        for text in ["", "no line end", "<!-- a -->\n", "<!-- made by hand -->\r\n"] {
            assert_eq!(put(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn markers_that_do_not_go_together_are_faults_with_their_line() {
        let open = format!("<!-- a{MADE}\n");
        for (text, fault) in [
            (format!("x\n{open}y\n"), "2: this part has no line `<!-- end -->`"),
            (format!("{open}{open}{END}\n"), "1: this part has no line `<!-- end -->`"),
            (format!("x\n{END}\n"), "2: `<!-- end -->` without a part above it"),
            (marked("c", ""), "1: nothing makes a part `c`"),
        ] {
            assert_eq!(put(&text), Err(fault.to_owned()), "{text}");
        }
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), 2);
        assert_eq!(first_difference("a\n", "a\nb\n"), 2);
    }

    #[test]
    fn tables_say_what_the_list_says() {
        let game = |number: u8, name: &str, aliases: Value, passes: &str| {
            let differs = if passes == "3" { json!({}) } else { json!({"passes": passes}) };
            let cards = json!({"tableau": 28, "reserve": 0, "stock": 24});
            json!({
                "number": number, "name": name, "aliases": aliases, "differs": differs,
                "rules": {"deck": "52", "passes": passes}, "cards": cards,
            })
        };
        let list =
            [game(1, "pyramid", json!(["x", "y"]), "3"), game(2, "one-pass", json!([]), "1")];
        let rows: Vec<String> = games(&list).unwrap().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| 1 | `pyramid` | `x`, `y` | nothing | 28 | 0 | 24 |",
                "| 2 | `one-pass` |  | `passes=1` | 28 | 0 | 24 |",
            ]
        );
        let rows: Vec<String> = keys(&list).unwrap().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(rows, ["| `deck` | `52` |  |", "| `passes` | `3` | `1` (one-pass) |"]);
        assert!(keys(&[]).is_err() && games(&[json!({"name": "a"})]).is_err());
    }

    #[test]
    fn many_games_are_counted() {
        assert_eq!(used_by("deck", &["a", "b", "c"]), "`deck` (a, b, c)");
        assert_eq!(used_by("deck", &["a", "b", "c", "d"]), "`deck` (4 games)");
    }
}

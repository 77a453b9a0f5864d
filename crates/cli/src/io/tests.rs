//! The door itself.

use std::fs;

use super::*;

#[test]
fn lines_of_every_kind() {
    let long = "x".repeat(Io::MAX_LINE as usize + 1);
    let (mut io, ..) = Io::memory(&[], format!("one\r\n\n{long}\nlast"));
    let mut lines = Vec::new();
    let mut keyboard = io.keyboard();
    while let Typed::Line(line) = keyboard.next(&mut io).unwrap() {
        lines.push(line);
    }
    let lengths: Vec<usize> = lines.iter().map(String::len).collect();
    assert_eq!((lines[0].as_str(), lines[1].as_str()), ("one", ""));
    assert_eq!(lengths, [3, 0, Io::MAX_LINE as usize, 1, 4]);
}

#[test]
fn messages_follow_what_was_written_before() {
    let (mut io, stdout, stderr) = Io::memory(&[], "");
    writeln!(io.out(), "result").unwrap();
    assert_eq!(stdout.text(), "");
    io.tell("message");
    assert_eq!((stdout.text().as_str(), stderr.text().as_str()), ("result\n", "message\n"));
}

#[test]
fn stdin_can_be_taken_once() {
    let (mut io, ..) = Io::memory(&[], "text");
    assert_eq!(io.read_text(&Input::Stdin).unwrap(), "text");
    assert_eq!(io.read_text(&Input::Stdin).unwrap(), "");
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pyr");
    replace(&SystemDisk, &path, b"one").unwrap();
    replace(&SystemDisk, &path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("no-such-folder/game.pyr");
    assert_eq!(replace(&SystemDisk, &nowhere, b"x").unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[cfg(unix)]
#[test]
fn links_devices_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("game.pyr"), folder.path().join("link"));
    fs::write(&path, "one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    replace(&SystemDisk, &link, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    replace(&SystemDisk, Path::new("/dev/null"), b"gone").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

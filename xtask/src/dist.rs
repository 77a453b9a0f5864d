//! `cargo xtask dist`: what is handed out: the program with its manual, completions and licences in
//! one archive, and its checksum.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use sha2::{Digest, Sha256};

use crate::project::Build;
use crate::{Result, licences, project};

/// How the names of the project's files begin that go along.
const ALONG: &[&str] =
    &["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/", "examples/"];
/// Shells, and the names their completions have.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "pyramid.bash"),
    ("zsh", "_pyramid"),
    ("fish", "pyramid.fish"),
    ("powershell", "_pyramid.ps1"),
    ("elvish", "pyramid.elv"),
];

pub(crate) fn run() -> Result {
    let target = target()?;
    let packages = licences::packages(&project::metadata("Cargo.toml")?, &target)?;
    let program = project::program(Build::Stripped)?;
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("pyramid-{version}-{target}");
    let place = program.parent().and_then(Path::parent).ok_or("no target folder")?.join("dist");
    let folder = place.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("man"))?;
    fs::create_dir_all(folder.join("completions"))?;
    let file = program.file_name().ok_or("the program has no name")?;
    fs::copy(&program, folder.join(file))?;
    for file in along()? {
        let to = folder.join(&file);
        fs::create_dir_all(to.parent().ok_or("no folder for a file")?)?;
        fs::copy(project::root().join(&file), to)?;
    }
    fs::write(folder.join("LICENCES-OF-OTHERS.txt"), licences::list(&packages)?)?;
    project::printed(Command::new(&program).args(["man", "-o"]).arg(folder.join("man")))?;
    for (shell, file) in SHELLS {
        let text = project::printed(Command::new(&program).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), text)?;
    }
    let archive = archive(&place, &name)?;
    let bytes = fs::read(&archive)?;
    let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let file = archive.file_name().ok_or("the archive has no name")?.to_string_lossy();
    fs::write(place.join("SHA256SUMS"), format!("{sum}  {file}\n"))?;
    println!(
        "dist: {} ({} bytes, program {} bytes, {} packages of others), SHA256SUMS",
        archive.display(),
        bytes.len(),
        fs::metadata(&program)?.len(),
        packages.len()
    );
    Ok(())
}

/// The files of the project that go along.
fn along() -> Result<Vec<String>> {
    let goes = |file: &String| ALONG.iter().any(|along| file.starts_with(along));
    Ok(project::files()?.into_iter().filter(goes).collect())
}

/// The platform the program is built for.
fn target() -> Result<String> {
    let text = String::from_utf8(project::printed(Command::new("rustc").arg("-vV"))?)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc names no host")?.to_owned())
}

/// Packs a folder. The archive is the same for the same files: their order is fixed, and it has no
/// times or owners.
fn archive(place: &Path, name: &str) -> Result<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![place.join(name)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let path = place.join(format!("{name}.tar.gz"));
    let packed = flate2::GzBuilder::new().write(fs::File::create(&path)?, Compression::best());
    let mut tar = tar::Builder::new(packed);
    tar.mode(tar::HeaderMode::Deterministic);
    for file in files {
        tar.append_path_with_name(&file, file.strip_prefix(place)?)?;
    }
    tar.into_inner()?.finish()?.sync_all()?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_readme_leads_to_goes_along() {
        let files = along().unwrap();
        let readme = fs::read_to_string(project::root().join("README.md")).unwrap();
        let links = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        // How the code is laid out matters only to those who have it.
        let code = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
        let here = links.filter(|link| !link.contains(':') && !code.contains(link));
        let missing: Vec<&str> = here.filter(|link| !files.iter().any(|f| f == link)).collect();
        assert_eq!(missing, Vec::<&str>::new());
        assert!(files.iter().any(|file| file == "examples/bot.py"));
    }
}

//! Running the program as people and other programs do.

#![allow(dead_code, reason = "not every test looks at all of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Result of a run.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program in a folder, with nothing of the environment that changes what it says.
pub(crate) fn bastide(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bastide"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "BASTIDE_PATH", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.args(args).current_dir(dir).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn told(output: Output) -> Ran {
    let ran = Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    ran
}

pub(crate) fn run(dir: &Path, args: &[&str]) -> Ran {
    told(bastide(dir, args).output().unwrap())
}

/// The project's folder.
pub(crate) fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

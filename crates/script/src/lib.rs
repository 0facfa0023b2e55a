//! The script host: a hardened machine for the Lua of expansions.
#![allow(clippy::result_large_err, reason = "a fault is built once, when something is wrong")]

pub mod annotations;
mod blame;
mod french;
mod handles;
mod host;
pub mod library;
mod luau;
pub mod meter;
pub mod module;
mod overdue;
mod plan;
pub mod raised;
mod scripts;
mod shown;
pub mod spec;
pub mod text;
pub mod vm;

pub use handles::{API, About, DEPLOY_KEYS, Member, WORTH_KEYS, asked, instead_of};
pub use host::{ScriptHandlers, arguments, lacks};
pub use library::LogLine;
pub use meter::{Meter, Stop};
pub use module::Module;
pub use overdue::watch;
pub use plan::SetupPlans;
pub use raised::Raised;
pub use scripts::Scripts;
pub use shown::{Show, show_prints};
pub use vm::{Budget, Limits, Vm};

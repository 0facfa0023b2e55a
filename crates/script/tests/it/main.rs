//! Lua at the border: what handlers are given, what they answer, and what they cannot do.

mod support;

mod ahead;
mod bench;
mod host;
mod hostile;
mod plans;
mod steps;
mod vm;
mod worth;

//! The command, run as people and other programs run it.

mod support;

mod check;
mod command;
mod dev;
mod drawn;
mod ended;
mod evening;
mod games;
mod hostile;
mod killed;
mod large;
mod log;
mod many;
mod new;
mod over;
mod pages;
mod program;
mod properties;
mod settings;
mod silent;
mod table;
mod tutorial;

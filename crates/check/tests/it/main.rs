//! Reports of the check about files, right and wrong.

mod broken;
mod cut;
mod fine;
mod idle;
mod paths;
mod shipped;

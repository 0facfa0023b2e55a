//! What the check says of files, right and wrong.

mod broken;
mod cut;
mod fine;
mod idle;
mod paths;
mod shipped;

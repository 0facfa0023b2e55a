//! What holds of the whole: the contract with extensions, the book, pictures, and the source itself.

mod bots;
mod chosen;
mod conditions;
mod contract;
mod declared;
mod docs;
mod geometry;
mod happened;
mod outsiders;
mod pictures;
mod sheets;
mod tidy;
mod users;

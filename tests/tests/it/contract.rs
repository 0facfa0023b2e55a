//! The extension contract, proved: what the hardest published expansions need, each as a small folder that
//! is answered once natively and once by its script, in scripted and in random games.
#![allow(clippy::panic, reason = "a test says what it found")]

mod support;

mod abbey;
mod auction;
mod ballot;
mod beast;
mod castle;
mod chorus;
mod faulty;
mod ferry;
mod gorge;
mod granary;
mod guest;
mod hand;
mod hostage;
mod lean;
mod lookout;
mod luck;
mod order;
mod scenes;
mod second;
mod stall;
mod towpath;
mod warden;
mod zoo;

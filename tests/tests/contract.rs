//! The extension contract, proved: what the hardest published expansions need, each as a small folder that
//! is answered once natively and once by its script, in scripted and in random games.
#![allow(clippy::panic, reason = "a test says what it found")]

#[path = "contract/support.rs"]
mod support;

#[path = "contract/abbey.rs"]
mod abbey;
#[path = "contract/beast.rs"]
mod beast;
#[path = "contract/castle.rs"]
mod castle;
#[path = "contract/faulty.rs"]
mod faulty;
#[path = "contract/ferry.rs"]
mod ferry;
#[path = "contract/guest.rs"]
mod guest;
#[path = "contract/hand.rs"]
mod hand;
#[path = "contract/hostage.rs"]
mod hostage;
#[path = "contract/lean.rs"]
mod lean;
#[path = "contract/lookout.rs"]
mod lookout;
#[path = "contract/luck.rs"]
mod luck;
#[path = "contract/order.rs"]
mod order;
#[path = "contract/second.rs"]
mod second;

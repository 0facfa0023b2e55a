//! Declared values of things for bots; these are not rules.

use super::Ruleset;
use crate::ids::{FigureKindId, TokenId};

/// Values for bots that plan, in points, while tiles are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotWorth {
    /// Value of a token for its holder.
    pub tokens: Vec<(TokenId, i32)>,
    /// Value of a figure in supply, instead of the bots' own estimate for its class.
    pub figures: Vec<(FigureKindId, i32)>,
}

/// A thing that can have a declared value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Valuable {
    /// A token.
    Token(TokenId),
    /// A figure in supply.
    Figure(FigureKindId),
}

impl BotWorth {
    /// Returns the declared value of a thing.
    #[must_use]
    pub fn of(&self, thing: Valuable) -> Option<i32> {
        match thing {
            Valuable::Token(token) => self.tokens.iter().find(|w| w.0 == token).map(|w| w.1),
            Valuable::Figure(kind) => self.figures.iter().find(|w| w.0 == kind).map(|w| w.1),
        }
    }

    /// Says what a thing is worth, whatever was said before.
    pub fn set(&mut self, thing: Valuable, points: i32) {
        match thing {
            Valuable::Token(token) => put(&mut self.tokens, token, points),
            Valuable::Figure(kind) => put(&mut self.figures, kind, points),
        }
    }
}

fn put<T: PartialEq>(all: &mut Vec<(T, i32)>, thing: T, points: i32) {
    all.retain(|(known, _)| *known != thing);
    all.push((thing, points));
}

impl Ruleset {
    /// A thing by its name in `[bot]`: `token.NAME`, `figure.NAME`.
    #[must_use]
    pub fn valuable(&self, name: &str) -> Option<Valuable> {
        match name.split_once('.')? {
            ("token", name) => self.token(name).map(Valuable::Token),
            ("figure", name) => self.figure(name).map(Valuable::Figure),
            _ => None,
        }
    }

    /// Returns all names of such things with the things, tokens first.
    pub fn valuables(&self) -> impl Iterator<Item = (String, Valuable)> {
        let tokens = (0..)
            .zip(&self.tokens)
            .map(|(i, token)| (format!("token.{}", token.name), Valuable::Token(TokenId(i))));
        let figures = (0..).zip(&self.figures).map(|(i, figure)| {
            (format!("figure.{}", figure.decl.name), Valuable::Figure(FigureKindId(i)))
        });
        tokens.chain(figures)
    }
}

//! What a state is, and one number for it, the same on every machine.
//!
//! Both are made of everything that decides how the game goes on. How the board is kept in memory (order of
//! the frontier, window on the plane, which segment names a feature) is no part of it.

use crate::effect::Place;
use crate::state::{FigurePlace, State};

/// Takes the numbers that a state comes to.
trait Numbers {
    fn add(&mut self, n: i64);

    /// A list with its length before it, so that no two lists run together.
    fn list(&mut self, numbers: impl ExactSizeIterator<Item = i64>) {
        self.add(numbers.len() as i64);
        for n in numbers {
            self.add(n);
        }
    }

    fn place(&mut self, place: Place) {
        let (kind, at) = match place {
            Place::Supply => (0, 0),
            Place::Box => (1, 0),
            Place::Segment(n) => (2, n.0),
            Place::Tile(t) => (3, t.0),
            Place::Held(p) => (4, p.0.into()),
            Place::Beside(f) => (5, f.0),
            Place::Corner(c) => (6, c.0),
        };
        self.add(kind);
        self.add(at.into());
    }
}

/// FNV-1a over numbers.
struct Sum(u64);

impl Numbers for Sum {
    fn add(&mut self, n: i64) {
        for byte in n.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Numbers for Vec<i64> {
    fn add(&mut self, n: i64) {
        self.push(n);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |state: &Self| {
            let mut all = Vec::with_capacity(8 * state.nodes.len() + 256);
            state.numbers(&mut all);
            all
        };
        let rest = |state: &Self| (state.actions, state.actions_before, state.log_part);
        rest(self) == rest(other)
            && self.due == other.due
            && self.log == other.log
            && self.interrupted == other.interrupted
            && numbers(self) == numbers(other)
    }
}

impl Eq for State {}

impl State {
    /// A number that differs when anything differs that decides how the game goes on.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut sum = Sum(0xcbf2_9ce4_8422_2325);
        self.numbers(&mut sum);
        sum.0
    }

    fn numbers(&self, sum: &mut impl Numbers) {
        sum.list(self.tiles.iter().map(|t| i64::from(t.cell) << 16 | i64::from(t.face)));
        sum.list(self.figures.iter().map(|f| {
            let place = match f.place {
                FigurePlace::Supply => 0,
                FigurePlace::Segment => 2,
                FigurePlace::Held => 3,
                FigurePlace::Corner => 4,
            };
            let at = if place < 2 { 0 } else { i64::from(f.at) };
            place << 32 | at << 16 | i64::from(f.owner) << 8 | i64::from(f.kind)
        }));
        for neutral in &self.neutrals {
            sum.place(*neutral);
        }
        sum.list(self.tokens.iter().map(|n| i64::from(*n)));
        sum.list(self.scores().iter().map(|n| i64::from(*n)));
        sum.list(self.deck.counts().map(|(_, n)| i64::from(n)));
        sum.list(self.piles[..self.pile_count as usize].iter().map(|n| i64::from(*n)));
        let mut zoned = self.zoned.clone();
        zoned.sort_unstable();
        sum.list(
            zoned
                .iter()
                .map(|z| i64::from(z.pile) << 32 | i64::from(z.player.0) << 16 | i64::from(z.tile)),
        );
        sum.list(self.agenda.iter().map(|n| *n as i64));
        for row in [&self.ext, &self.tile_ext, &self.segment_ext] {
            sum.list(row.iter().map(|n| i64::from(*n)));
        }
        let mut links = self.links.clone();
        links.sort_unstable();
        sum.list(
            links
                .iter()
                .map(|(a, b, cut)| i64::from(*a) << 32 | i64::from(*b) << 8 | i64::from(*cut)),
        );
        let mut closed = self.closed.clone();
        closed.sort_unstable();
        sum.list(closed.iter().map(|n| i64::from(*n)));
        sum.add(self.retagged.len() as i64);
        for &(node, tags) in &self.retagged {
            sum.add(node.into());
            let [a, b, c, d] = tags.parts();
            sum.add(a as i64);
            sum.add(b as i64);
            // Only kinds with more than sixteen tags have more.
            if (c, d) != (0, 0) {
                sum.add(c as i64);
                sum.add(d as i64);
            }
        }
        // Hash overlays only if there are any, so that the fingerprint of a game without overlays does not change.
        if !self.overlaid.is_empty() {
            sum.list(self.overlaid.iter().map(|o| {
                let [tile, first] = [o.tile, o.first].map(i64::from);
                tile << 32 | first << 16 | i64::from(o.overlay.0) << 8 | i64::from(o.rotation)
            }));
        }
        if !self.gone.is_empty() {
            sum.list(self.gone.iter().map(|n| i64::from(*n)));
        }
        if self.laid > 0 {
            sum.add(self.laid.into());
        }
        if self.begun != self.turn {
            sum.add(self.begun.into());
        }
        for turn in &self.interrupted {
            sum.add(turn.turn.into());
            for row in &turn.numbers {
                sum.list(row.iter().map(|(at, n)| i64::from(*at) << 32 | i64::from(*n as u32)));
            }
        }
        self.features_into(sum);
        let turn = [
            self.drawn.into(),
            self.placed.into(),
            self.player.into(),
            self.part.into(),
            self.parts.into(),
            self.turn.into(),
            self.skip.into(),
            self.discarded.into(),
            self.over.into(),
            self.ending.into(),
        ];
        sum.list(turn.into_iter());
    }

    /// Which segments belong together, under the first of each feature, with kind and open ends.
    fn features_into(&self, sum: &mut impl Numbers) {
        let mut first = vec![u16::MAX; self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            let name = &mut first[node.root as usize];
            *name = (*name).min(i as u16);
            let feature = &self.features[node.root as usize];
            let judged = i64::from(feature.waits) << 1 | i64::from(feature.done);
            sum.add(i64::from(*name) << 32 | i64::from(node.kind) << 24 | judged);
            sum.add(feature.open.into());
        }
    }
}

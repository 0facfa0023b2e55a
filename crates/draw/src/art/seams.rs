//! What parts two fields that meet: tiles print a stub of wall there, or a hedge.

use super::Drawing;
use crate::layout::Seam;
use crate::seats::NOBODY;
use crate::svg;

/// Distance around a seam without bushes and figures.
const ASIDE: f64 = 3.5;

impl Drawing<'_> {
    /// Draws where two grounds of a kind meet with nothing between them: what has two colors needs no more.
    pub(super) fn seams(&mut self) {
        for Seam { between: (a, b), points } in self.layout.seams() {
            if self.tile.segments[a].kind != self.tile.segments[b].kind {
                continue;
            }
            let data = svg::lines(&points);
            let round = " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
            match self.wall_between(a, b) {
                Some((line, wall)) => {
                    self.stroke(&data, &line, 4.4, round);
                    self.stroke(&data, &wall, 2.4, round);
                    let stones = " stroke-dasharray=\".9 3.4\" stroke-opacity=\".75\"";
                    self.stroke(&data, &line, 2.4, stones);
                }
                // Hedges grow where bushes do; grounds on which nothing grows are built on, and run on.
                None if !self.grows(a) => continue,
                None => {
                    let (_, line, _) = self.colours(a);
                    self.stroke(&data, &line, 3.6, round);
                    self.stroke(&data, &line, 5.2, " stroke-dasharray=\"3 2.2\"");
                }
            }
            for point in points {
                self.layout.take(point, ASIDE);
            }
        }
    }

    fn grows(&self, segment: usize) -> bool {
        let kind = self.kit.look.kind(&self.tile.segments[segment].kind);
        kind.is_some_and(|kind| !kind.scatter.is_empty())
    }

    /// Colors of the wall of the area that both border: it runs on between them.
    fn wall_between(&self, a: usize, b: usize) -> Option<(String, String)> {
        let borders = |segment: usize| &self.tile.segments[segment].borders;
        let both = borders(a).iter().filter(|area| borders(b).contains(area));
        both.map(|area| usize::from(*area)).find_map(|area| {
            let kind = &self.tile.segments.get(area)?.kind;
            let (_, line, wall) = self.kit.look.colours(kind, (self.kit.lies)(kind));
            Some((line.svg(NOBODY), wall?.svg(NOBODY)))
        })
    }
}

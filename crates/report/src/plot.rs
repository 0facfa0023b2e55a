//! Pictures of numbers: small SVG drawings inside the page. A is blue and solid, B is orange and dashed or hatched, so
//! that they differ without colors.

use maud::{Markup, html};

use crate::found::Seat;
use crate::lang::Lang;
use crate::tally::Spread;
use crate::words::{number, percent};

/// A place in a drawing.
fn at(v: f64) -> String {
    format!("{v:.1}")
}

/// The pattern of B; once in a page.
pub(crate) fn patterns() -> Markup {
    html! {
        svg width="0" height="0" style="position:absolute" aria-hidden="true" {
            defs {
                pattern #hatch width="5" height="5" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    rect width="5" height="5" class="fb" fill-opacity=".25" {}
                    rect width="2" height="5" class="fb" {}
                }
            }
        }
    }
}

/// Returns a round step for an axis up to `most` with at most `steps` steps.
fn step(most: f64, steps: f64) -> f64 {
    let rough = (most / steps).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|n| n * power >= rough * 0.999);
    nice.unwrap_or(10.0) * power
}

/// Digits behind the mark that a step needs.
fn digits(step: f64) -> usize {
    if step >= 1.0 { 0 } else { (-step.log10().floor()) as usize }
}

/// One row of the forest: an interval in parts of the usual spread, on a scale from `-most` to `most`,
/// with a band in which a difference hardly matters.
pub(crate) fn interval(low: f64, by: f64, high: f64, small: f64, most: f64) -> Markup {
    let x = |v: f64| 100.0 + 96.0 * (v / most).clamp(-1.0, 1.0);
    html! {
        svg viewBox="0 0 200 22" role="img"
            aria-label=(format!("{by:.2} [{low:.2}, {high:.2}]").replace("inf", "∞")) {
            rect class="band" x=(at(x(-small))) y="0" width=(at(x(small) - x(-small))) height="22" {}
            line class="axis" x1="100" y1="0" x2="100" y2="22" {}
            line class="whisker" x1=(at(x(low))) y1="11" x2=(at(x(high))) y2="11" {}
            @for end in [low, high] {
                @if end.abs() <= most {
                    line class="whisker" x1=(at(x(end))) y1="7" x2=(at(x(end))) y2="15" {}
                }
            }
            @if by.abs() <= most {
                circle class="dot" cx=(at(x(by))) cy="11" r="4" {}
            } @else {
                @let tip = x(by);
                @let back = if by > 0.0 { tip - 8.0 } else { tip + 8.0 };
                polygon class="dot" points=(format!("{tip:.1},11 {back:.1},6 {back:.1},16")) {}
            }
        }
    }
}

/// Returns the scale of a forest plot: its content, rounded up.
pub(crate) fn forest_scale(ends: impl Iterator<Item = f64>) -> f64 {
    let most = ends.fold(0.3, |a: f64, b| a.max(b.abs())).min(2.0);
    (most * 10.0).ceil() / 10.0
}

/// How a sequential test went: the logarithm of a ratio by decks, and the band that it ends a duel to leave.
pub(crate) fn course(points: &[(u64, f64)], enough: f64, lang: Lang) -> Markup {
    let last = points.last().map_or(1, |point| point.0).max(1) as f64;
    let most = points.iter().map(|point| point.1.abs()).fold(enough * 1.2, f64::max);
    let (left, width, height) = (40.0, 300.0, 130.0);
    let x = |decks: f64| left + (width - left) * decks / last;
    let y = |ratio: f64| 8.0 + (height - 8.0) * (0.5 - ratio / most / 2.0);
    let mut path = format!("M{:.1} {:.1}", x(0.0), y(0.0));
    for (decks, ratio) in points {
        path.push_str(&format!("L{:.1} {:.1}", x(*decks as f64), y(*ratio)));
    }
    html! {
        svg viewBox=(format!("0 0 310 {}", height + 20.0)) role="img"
            aria-label=(points.last().map_or_else(String::new, |point| number(point.1, 2, lang))) {
            rect class="band" x=(at(left)) y=(at(y(enough))) width=(at(width - left))
                height=(at(y(-enough) - y(enough))) {}
            @for ratio in [enough, 0.0, -enough] {
                line class="grid" x1=(at(left)) y1=(at(y(ratio))) x2=(at(width)) y2=(at(y(ratio))) {}
                text x=(at(left - 5.0)) y=(at(y(ratio) + 4.0)) text-anchor="end" { (number(ratio, 1, lang)) }
            }
            path class="sa" d=(path) {}
            @for decks in [0.0, last] {
                text x=(at(x(decks))) y=(at(height + 14.0)) text-anchor="middle" { (number(decks, 0, lang)) }
            }
        }
    }
}

/// Wins by seat with their intervals, and a line where all seats are alike.
pub(crate) fn seats(a: &[Seat], b: &[Seat], lang: Lang) -> Markup {
    let n = a.len().max(1);
    let most = a.iter().chain(b).map(|s| s.wins_high).fold(0.0, f64::max);
    let step = step(most, 4.0);
    let top = (most / step).ceil() * step;
    let (left, width, height) = (46.0, 44.0 + 110.0 * n as f64, 180.0);
    let y = |v: f64| 12.0 + (height - 12.0) * (1.0 - v / top);
    let ticks = (top / step).round() as usize;
    html! {
        svg viewBox=(format!("0 0 {} {}", width + 10.0, height + 26.0)) role="img"
            style=(format!("max-width:{}px", (width + 10.0) * 1.2)) {
            @for tick in 0..=ticks {
                @let v = tick as f64 * step;
                line class="grid" x1=(at(left)) y1=(at(y(v))) x2=(at(width)) y2=(at(y(v))) {}
                text x=(at(left - 6.0)) y=(at(y(v) + 4.0)) text-anchor="end" { (percent(v, 0, lang)) }
            }
            @for (seat, pair) in a.iter().zip(b).enumerate() {
                @for (i, s) in [pair.0, pair.1].into_iter().enumerate() {
                    @let x = left + 14.0 + 110.0 * seat as f64 + 38.0 * i as f64;
                    rect x=(at(x)) y=(at(y(s.wins))) width="32" height=(at(y(0.0) - y(s.wins)))
                        class=[(i == 0).then_some("fa")]
                        style=[(i == 1).then_some("fill:url(#hatch);stroke:var(--b)")] {
                        title { (["A", "B"][i]) ": " (percent(s.wins, 1, lang)) }
                    }
                    line class="whisker" x1=(at(x + 16.0)) x2=(at(x + 16.0))
                        y1=(at(y(s.wins_low))) y2=(at(y(s.wins_high))) {}
                }
                text class="ink" x=(at(left + 49.0 + 110.0 * seat as f64)) y=(at(height + 17.0))
                    text-anchor="middle" { (lang.pick("seat ", "siège ")) (seat + 1) }
            }
            @let even = 1.0 / n as f64;
            line class="axis dash" x1=(at(left)) y1=(at(y(even))) x2=(at(width)) y2=(at(y(even))) {}
            line class="axis" x1=(at(left)) y1=(at(y(0.0))) x2=(at(width)) y2=(at(y(0.0))) {}
        }
    }
}

/// Two bars, one above the other, from zero to either side.
pub(crate) fn bars(a: f64, b: f64, least: f64, most: f64) -> Markup {
    let x = |v: f64| 4.0 + 232.0 * (v - least) / (most - least).max(1e-9);
    html! {
        svg viewBox="0 0 240 24" style="width:240px" role="img" aria-label=(format!("{a:.2}, {b:.2}")) {
            @for (i, v) in [a, b].into_iter().enumerate() {
                @let y = 2.0 + 11.0 * i as f64;
                rect x=(at(x(v.min(0.0)))) y=(at(y)) width=(at((x(v) - x(0.0)).abs())) height="9"
                    class=[(i == 0).then_some("fa")]
                    style=[(i == 1).then_some("fill:url(#hatch);stroke:var(--b);stroke-width:.7")] {}
            }
            line class="axis" x1=(at(x(0.0))) y1="0" x2=(at(x(0.0))) y2="24" {}
        }
    }
}

/// Most steps of a histogram.
const BINS: i64 = 28;

/// How values are spread in A and in B: shares of games, A filled, B a dashed line.
pub(crate) fn histogram(a: &Spread, b: &Spread, lang: Lang) -> Markup {
    let keys = || a.keys().chain(b.keys()).copied();
    let (Some(first), Some(last)) = (keys().min(), keys().max()) else { return html! {} };
    let wide = (last - first) / BINS + 1;
    let bin = |v: i64| v.div_euclid(wide);
    let (first, last) = (bin(first), bin(last));
    let n = (last - first + 1) as usize;
    let shares = |spread: &Spread| {
        let all: u64 = spread.values().sum();
        let mut bins = vec![0.0; n];
        for (v, count) in spread {
            bins[(bin(*v) - first) as usize] += *count as f64 / all.max(1) as f64;
        }
        bins
    };
    let (a, b) = (shares(a), shares(b));
    let most = a.iter().chain(&b).copied().fold(0.0, f64::max);
    let step = step(most, 3.0);
    let top = (most / step).ceil() * step;
    let (left, width, height) = (40.0, 300.0, 130.0);
    let each = (width - left) / n as f64;
    let x = |i: usize| left + each * i as f64;
    let y = |v: f64| 8.0 + (height - 8.0) * (1.0 - v / top);
    let stairs = |bins: &[f64]| {
        let mut path = format!("M{:.1} {:.1}", x(0), y(0.0));
        for (i, v) in bins.iter().enumerate() {
            path.push_str(&format!("V{:.1}H{:.1}", y(*v), x(i + 1)));
        }
        path.push_str(&format!("V{:.1}", y(0.0)));
        path
    };
    let every = n.div_ceil(7);
    html! {
        svg viewBox=(format!("0 0 310 {}", height + 20.0)) role="img" {
            @for tick in 0..=(top / step).round() as usize {
                @let v = tick as f64 * step;
                line class="grid" x1=(at(left)) y1=(at(y(v))) x2=(at(width)) y2=(at(y(v))) {}
                text x=(at(left - 5.0)) y=(at(y(v) + 4.0)) text-anchor="end" {
                    (number(100.0 * v, digits(100.0 * step), lang)) " %"
                }
            }
            path class="fa light" d=(stairs(&a)) {}
            path class="sa" d=(stairs(&a)) {}
            path class="sb dash" d=(stairs(&b)) {}
            line class="axis" x1=(at(left)) y1=(at(y(0.0))) x2=(at(width)) y2=(at(y(0.0))) {}
            @for i in (0..n).step_by(every) {
                text x=(at(x(i) + if wide == 1 { each / 2.0 } else { 0.0 })) y=(at(height + 14.0))
                    text-anchor="middle" { (number(((first + i as i64) * wide) as f64, 0, lang)) }
            }
        }
    }
}

//! Statistics: pairs and their intervals, shares, many questions at once, several looks.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Chance of a false alarm in a whole comparison, over all rows and looks.
pub const ERROR: f64 = 0.05;
/// Fewest pairs at which results are looked at.
pub const FIRST_LOOK: u64 = 250;
/// Part of the error that is kept for the last look.
const LAST: f64 = 0.8;

/// Sums of a number measured in two arms, pair by pair: whole numbers, so that no order changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    a: i128,
    b: i128,
    aa: i128,
    bb: i128,
    ab: i128,
}

/// What pairs say about a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// Mean in A.
    pub a: f64,
    /// Mean in B.
    pub b: f64,
    /// B less A.
    pub by: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Chance of a difference this great if there were none.
    pub p: f64,
    /// Spread of a pair's number in one arm (standard deviation, both arms together).
    pub spread: f64,
    /// How many times more games it would have taken without pairs.
    pub gain: f64,
}

impl Paired {
    /// Adds a pair.
    pub fn add(&mut self, a: i64, b: i64) {
        let (a, b) = (i128::from(a), i128::from(b));
        self.a += a;
        self.b += b;
        self.aa += a * a;
        self.bb += b * b;
        self.ab += a * b;
    }

    /// What `n` pairs say, with an interval that misses the truth with chance `error`. `unit`: what one
    /// stands for that is counted here.
    #[must_use]
    pub fn difference(&self, n: u64, unit: f64, error: f64) -> Difference {
        let count = n.max(1) as f64;
        // n · Σx² - (Σx)² is exact in whole numbers; only then come fractions.
        let whole = |xx: i128, x: i128, y: i128| (i128::from(n) * xx - x * y) as f64;
        let over = count * (count - 1.0).max(1.0) * unit * unit;
        let (va, vb) =
            (whole(self.aa, self.a, self.a) / over, whole(self.bb, self.b, self.b) / over);
        let squares = self.aa - 2 * self.ab + self.bb;
        let v = whole(squares, self.b - self.a, self.b - self.a) / over;
        let mean = |sum: i128| sum as f64 / count / unit;
        let by = mean(self.b - self.a);
        let deviation = (v / count).sqrt();
        let (half, p) = if deviation > 0.0 && n > 1 {
            let t = student(count - 1.0);
            (t.inverse_cdf(1.0 - error / 2.0) * deviation, 2.0 * t.cdf(-(by / deviation).abs()))
        } else {
            (0.0, if self.a == self.b { 1.0 } else { 0.0 })
        };
        let gain = if v > 0.0 { (va + vb) / v } else { 1.0 };
        let spread = f64::midpoint(va, vb).sqrt();
        Difference {
            a: mean(self.a),
            b: mean(self.b),
            by,
            low: by - half,
            high: by + half,
            p,
            spread,
            gain,
        }
    }
}

fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom.max(1.0)).expect("freedom is positive")
}

/// Wilson's interval of a share: `hits` of `n`, missing the truth with chance `error`.
#[must_use]
pub fn wilson(hits: f64, n: f64, error: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let z = Normal::standard().inverse_cdf(1.0 - error / 2.0);
    let (share, zz) = (hits / n, z * z);
    let middle = (share + zz / (2.0 * n)) / (1.0 + zz / n);
    let inner = share * (1.0 - share) / n + zz / (4.0 * n * n);
    let half = z / (1.0 + zz / n) * inner.max(0.0).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Holm's correction: the chances, made greater so that all questions together raise a false alarm with
/// the chance that each alone would.
#[must_use]
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let (mut out, mut least) = (vec![1.0; chances.len()], 0.0f64);
    for (before, i) in order.into_iter().enumerate() {
        least = least.max(chances[i] * (chances.len() - before) as f64).min(1.0);
        out[i] = least;
    }
    out
}

/// One time at which results are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Look {
    /// After so many pairs.
    pub pairs: u64,
    /// Its part of the error.
    pub error: f64,
}

/// When results are looked at: after all pairs, a half, a quarter … of them. The parts of `error` add up
/// to the whole, so that looking often raises no more false alarms than looking once: four fifths are
/// kept for the last look, each look before it has half of what the next one has.
#[must_use]
pub fn looks(pairs: u64, error: f64) -> Vec<Look> {
    let mut at = vec![pairs];
    while at[at.len() - 1] / 2 >= FIRST_LOOK {
        at.push(at[at.len() - 1] / 2);
    }
    let mut left = error;
    let count = at.len();
    let mut out: Vec<Look> = Vec::new();
    for (i, pairs) in at.into_iter().enumerate() {
        // The first look, at the end of this list, takes what is left.
        let part = if i + 1 == count {
            left
        } else if i == 0 {
            error * LAST
        } else {
            left / 2.0
        };
        left -= part;
        out.push(Look { pairs, error: part });
    }
    out.reverse();
    out
}

#[cfg(test)]
#[path = "tests/stats.rs"]
mod tests;

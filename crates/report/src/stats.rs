//! Statistics: pairs and their intervals, shares, many questions at once, several looks.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Chance of a false alarm in a whole comparison, over all rows and looks.
pub const ERROR: f64 = 0.05;
/// Fewest pairs at which results are looked at.
pub const FIRST_LOOK: u64 = 250;

/// Sums of a number measured in two arms, pair by pair: whole numbers, so that no order changes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Lower end of the interval; without end (in JSON `null`) where so few pairs say nothing of it.
    pub low: f64,
    /// Upper end of the interval, likewise.
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

    /// Adds the sums of other pairs.
    pub fn merge(&mut self, more: &Paired) {
        self.a += more.a;
        self.b += more.b;
        self.aa += more.aa;
        self.bb += more.bb;
        self.ab += more.ab;
    }

    /// Whether `n` pairs can have come to this, none of their numbers being greater than `most`.
    pub(crate) fn is_possible(&self, n: u64, most: i64) -> bool {
        let (n, most) = (i128::from(n), i128::from(most));
        let within = |sum: i128, each: i128| sum.unsigned_abs() <= (n * each).unsigned_abs();
        // What varies less than not at all is no sum of squares.
        let square = |xx: i128, x: i128| xx >= 0 && n * xx >= x * x;
        [self.a, self.b].into_iter().all(|x| within(x, most))
            && [self.aa, self.bb, self.ab].into_iter().all(|xx| within(xx, most * most))
            && square(self.aa, self.a)
            && square(self.bb, self.b)
            && square(self.aa - 2 * self.ab + self.bb, self.b - self.a)
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
            // Pairs that all say the same have no spread to go by: each might as well have said the opposite, so that all
            // of them agree by mere luck with this chance. As long as that is too great, nothing is known.
            let luck = 0.5f64.powf(count - 1.0);
            let half = if luck > error { f64::INFINITY } else { 0.0 };
            (half, if self.a == self.b { 1.0 } else { luck })
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

/// Holm's correction: the chances, made greater so that all questions together raise a false alarm with the chance that each
/// alone would. Each question has a part of the error, and the parts add up to 1; what a question that is settled had goes to
/// the others, by their parts.
#[must_use]
pub fn holm(chances: &[(f64, f64)]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    let weighed = |i: usize| chances[i].0 / chances[i].1.max(f64::MIN_POSITIVE);
    order.sort_by(|a, b| weighed(*a).total_cmp(&weighed(*b)));
    let mut left: f64 = chances.iter().map(|c| c.1).sum();
    let (mut out, mut least) = (vec![1.0; chances.len()], 0.0f64);
    for i in order {
        least = least.max(weighed(i) * left.max(chances[i].1)).min(1.0);
        left -= chances[i].1;
        out[i] = least;
    }
    out
}

/// One time at which results are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Look {
    /// Number of pairs at the analysis.
    pub pairs: u64,
    /// Its part of the error.
    pub error: f64,
}

/// When results are looked at: after all pairs, a half, a quarter … of them. Each look has an equal part of `error`, and the
/// parts add up to the whole, so that looking often raises no more false alarms than looking once, however the looks hang
/// together.
#[must_use]
pub fn looks(pairs: u64, error: f64) -> Vec<Look> {
    let mut at = vec![pairs];
    while at[at.len() - 1] / 2 >= FIRST_LOOK {
        at.push(at[at.len() - 1] / 2);
    }
    let part = error / at.len() as f64;
    at.into_iter().rev().map(|pairs| Look { pairs, error: part }).collect()
}

#[cfg(test)]
#[path = "tests/stats.rs"]
mod tests;

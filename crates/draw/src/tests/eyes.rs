//! Colors that all kinds of eyes tell apart: those of the lands, and those of the seats.
//!
//! What eyes without one kind of cone see is simulated by the matrices of Machado, Oliveira and Fernandes
//! (2009) at severity 1; they are for linear light.

use bastide::core::decl::{FeatureKind, Lies};
use bastide::{Library, Manifest};

use crate::look::Look;
use crate::seats;

/// All kinds of eyes.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protan",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deutan",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritan",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// Lightness and the two color axes (CIE 1976, D65) of an sRGB color, as some eyes see it.
fn lab(colour: u32, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = [16, 8, 0].map(|shift| {
        let v = f64::from(colour >> shift & 0xff) / 255.0;
        if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    });
    let times = |row: &[f64; 3], v: &[f64; 3]| row.iter().zip(v).map(|(a, b)| a * b).sum::<f64>();
    let seen = eyes.map(|row| times(&row, &light).clamp(0.0, 1.0));
    let xyz = [
        times(&[0.412_456_4, 0.357_576_1, 0.180_437_5], &seen) / 0.950_47,
        times(&[0.212_672_9, 0.715_152_2, 0.072_175_0], &seen),
        times(&[0.019_333_9, 0.119_192_0, 0.950_304_1], &seen) / 1.088_83,
    ];
    let [x, y, z] = xyz.map(|t| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// How far apart two colors are (CIE 1976).
fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// The color of everything that lies on edges of tiles, in the order of their names.
fn lands() -> Vec<(String, u32)> {
    let library = Library::official();
    let (look, faults) = Look::of(&library);
    assert!(faults.is_empty(), "{faults:?}");
    let all: Vec<_> = library
        .folders()
        .map(|folder| Manifest::read(folder).0.expect("a manifest").everything)
        .collect();
    // Where an edge meets nothing, its tile is a card that never lies on the board.
    let edges = || all.iter().flat_map(|one| &one.edges);
    let lies = |kind: &FeatureKind| {
        let edge = edges().find(|edge| kind.edge.as_ref() == Some(&edge.name));
        kind.lies != Lies::Centre && edge.is_none_or(|edge| !edge.meets.is_empty())
    };
    let mut kinds: Vec<FeatureKind> =
        all.iter().flat_map(|one| one.features.clone()).filter(lies).collect();
    kinds.sort_by(|a, b| a.name.cmp(&b.name));
    kinds.dedup_by(|a, b| a.name == b.name);
    let colour = |kind: &FeatureKind| {
        let text = look.colours(&kind.name, kind.lies).0.svg([0, 0]);
        u32::from_str_radix(text.trim_start_matches('#'), 16).expect("a colour")
    };
    kinds.iter().map(|kind| (kind.name.clone(), colour(kind))).collect()
}

#[test]
fn the_arithmetic_is_that_of_the_standard() {
    let normal = &EYES[0].1;
    let near = |a: [f64; 3], b: [f64; 3]| assert!(apart(a, b) < 0.02, "{a:?} {b:?}");
    near(lab(0xff_ffff, normal), [100.0, 0.0, 0.0]);
    near(lab(0xff_0000, normal), [53.24, 80.09, 67.20]);
    // Who has no middle cones sees no difference between these two, which are far apart for others.
    let (red, green) = (0xb0_7a20, 0x82_902a);
    assert!(apart(lab(red, normal), lab(green, normal)) > 30.0);
    assert!(apart(lab(red, &EYES[2].1), lab(green, &EYES[2].1)) < 10.0);
}

#[test]
fn all_eyes_tell_lands_apart_and_grey_prints_too() {
    // A river is water whether people fish in it or not, and over a gap lies the color of the table.
    let same = ["stream", "half-gap"];
    let lands: Vec<_> =
        lands().into_iter().filter(|(name, _)| !same.contains(&name.as_str())).collect();
    let names: Vec<&str> = lands.iter().map(|(name, _)| name.as_str()).collect();
    for known in ["city", "field", "road", "river"] {
        assert!(names.contains(&known), "{names:?}");
    }
    let mut alike = Vec::new();
    for (i, (name, colour)) in lands.iter().enumerate() {
        for (other, beside) in &lands[..i] {
            // The wall of an abbey fills its tile, which a hedge never does.
            if (other.as_str(), name.as_str()) == ("abbey", "bush") {
                continue;
            }
            for (eyes, matrix) in &EYES {
                let far = apart(lab(*colour, matrix), lab(*beside, matrix));
                if far <= 20.0 {
                    alike.push(format!("{name} and {other}, {eyes} eyes: {far:.1}"));
                }
            }
            let light = |colour| lab(colour, &EYES[0].1)[0];
            let far = (light(*colour) - light(*beside)).abs();
            if far < 12.0 {
                alike.push(format!("{name} and {other}, lightness: {far:.1}"));
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}

#[test]
fn all_eyes_tell_the_first_six_seats_apart() {
    for (eyes, matrix) in &EYES {
        for seat in 0..6 {
            for other in 0..seat {
                let [a, b] = [seat, other].map(|seat| lab(seats::colours(seat)[0], matrix));
                let far = apart(a, b);
                assert!(far > 20.0, "seats {other} and {seat}, {eyes} eyes: {far:.1}");
            }
        }
    }
}

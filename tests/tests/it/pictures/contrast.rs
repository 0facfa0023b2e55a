//! Colors of both pages, by day and by night: texts stand out as WCAG 2 asks (4.5 : 1), lines and marks too (3 : 1).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A page's style, and what must stand out from what: `+` before texts, `-` before lines and marks.
const PAGES: [(&str, &[&str]); 2] = [
    (
        "crates/report/src/page.css",
        &[
            "+ ink on back card band",
            "+ soft on back card",
            "+ back on ink",
            "+ #fff on #0072b2 #b34f00",
            "- a on back card",
            "- b on back card",
            "- soft on back band",
        ],
    ),
    (
        "crates/server/src/page.css",
        &[
            "+ text on back card",
            "+ soft on back card",
            "+ fault on back card",
            "- fine on card",
            "- note on card",
            "- focus on back card",
        ],
    ),
];

fn style(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Colors by name, by day and by night.
fn colors(css: &str) -> [BTreeMap<String, String>; 2] {
    let mut found = [BTreeMap::new(), BTreeMap::new()];
    let blocks: Vec<&str> =
        css.split(":root {").skip(1).filter_map(|b| b.split('}').next()).collect();
    for (night, block) in blocks.iter().enumerate() {
        for line in block.split(';') {
            let Some((name, value)) =
                line.trim().strip_prefix("--").and_then(|l| l.split_once(':'))
            else {
                continue;
            };
            let (name, value) = (name.trim().to_owned(), value.trim());
            let both = value.strip_prefix("light-dark(").and_then(|v| v.strip_suffix(')'));
            match both.and_then(|v| v.split_once(',')) {
                Some((light, dark)) => {
                    found[0].insert(name.clone(), light.trim().to_owned());
                    found[1].insert(name, dark.trim().to_owned());
                }
                None => {
                    found[night].insert(name, value.to_owned());
                }
            }
        }
    }
    found
}

/// Relative luminance, as WCAG 2 defines it.
fn luminance(color: &str) -> f64 {
    let digits = color.strip_prefix('#').unwrap_or_else(|| panic!("`{color}` is no color"));
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|c| [c, c]).collect(),
        _ => digits.to_owned(),
    };
    let part = |i: usize| {
        let byte = u8::from_str_radix(&wide[2 * i..2 * i + 2], 16);
        let v = f64::from(byte.unwrap_or_else(|_| panic!("`{color}` is no color"))) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_what_wcag_says() {
    assert!((contrast("#000", "#ffffff") - 21.0).abs() < 1e-9);
    assert!((contrast("#777777", "#fff") - 4.478).abs() < 1e-3);
}

#[test]
fn everything_stands_out_by_day_and_by_night() {
    let mut faint = Vec::new();
    for (file, rules) in PAGES {
        let themes = colors(&style(file));
        assert_eq!(themes[0].len(), themes[1].len(), "{file}: as many colors by night as by day");
        for (theme, colors) in ["day", "night"].iter().zip(&themes) {
            let color = |name: &str| match name.strip_prefix('#') {
                Some(_) => name.to_owned(),
                None => colors.get(name).unwrap_or_else(|| panic!("{file}: no `{name}`")).clone(),
            };
            for rule in rules {
                let words: Vec<&str> = rule.split(' ').collect();
                let least = if words[0] == "+" { 4.5 } else { 3.0 };
                for ground in &words[3..] {
                    let found = contrast(&color(words[1]), &color(ground));
                    if found < least {
                        faint.push(format!(
                            "{file}, {theme}: {} on {ground} {found:.2}, at least {least}",
                            words[1]
                        ));
                    }
                }
            }
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

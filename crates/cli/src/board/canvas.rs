//! Characters with styles in a rectangle.

use anstyle::Style;

use super::tile::Glyph;

/// A rectangle of characters.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    /// Blank.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let blank = Glyph { sign: ' ', style: Style::new() };
        Self { width, glyphs: vec![blank; width * height] }
    }

    /// Puts a character; beyond the border nothing happens.
    pub(crate) fn put(&mut self, x: usize, y: usize, sign: char, style: Style) {
        if x < self.width
            && let Some(glyph) = self.glyphs.get_mut(y * self.width + x)
        {
            *glyph = Glyph { sign, style };
        }
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, x: usize, y: usize, text: &str, style: Style) {
        for (i, sign) in text.chars().enumerate() {
            self.put(x + i, y, sign, style);
        }
    }

    /// Lines with styles, without blanks at their ends.
    pub(crate) fn render(&self) -> String {
        let blank = |glyph: &Glyph| glyph.sign == ' ' && glyph.style.get_bg_color().is_none();
        let mut out = String::new();
        for line in self.glyphs.chunks(self.width.max(1)) {
            let end = line.iter().rposition(|glyph| !blank(glyph)).map_or(0, |i| i + 1);
            let mut rest = &line[..end];
            while let Some(first) = rest.first() {
                let style = first.style;
                let run = rest.iter().position(|glyph| glyph.style != style).unwrap_or(rest.len());
                let text: String = rest[..run].iter().map(|glyph| glyph.sign).collect();
                out.push_str(&format!("{style}{text}{style:#}"));
                rest = &rest[run..];
            }
            out.push('\n');
        }
        out
    }
}

//! A picture as pixels.

use resvg::{tiny_skia, usvg};

use crate::drawn::{signed, sized};

/// Most pixels of a picture.
const PIXELS_MAX: u64 = 100_000_000;

/// Why a picture has no pixels.
#[derive(Debug)]
pub struct PngError(String);

impl std::fmt::Display for PngError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// Converts a picture of this crate to PNG with a width in pixels.
///
/// # Errors
///
/// Returns an error if the text is not SVG, or if the picture would have more than 100 million pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|e| PngError(e.to_string()))?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let pixels = u64::from(width) * u64::from(height);
    if pixels > PIXELS_MAX {
        return Err(PngError(format!("{pixels} > {PIXELS_MAX} pixels")));
    }
    let mut map = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| PngError(format!("{width} × {height}")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    // Only pages have a size on paper.
    let on_paper = svg.lines().next().is_some_and(|head| head.contains("mm\" height=\""));
    let sized = |png| if on_paper { sized(png, scale) } else { png };
    map.encode_png().map(sized).map(signed).map_err(|e| PngError(e.to_string()))
}

//! Filters that are read once: those of tables that never change.

use std::cell::RefCell;

use super::call::Call;
use super::filter::{self, Filter};
use super::texts::Text;
use crate::raised::Res;

/// What a table is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Feature,
    Figure,
    Stop,
}

impl Reading {
    fn keys(self) -> &'static [Text] {
        match self {
            Reading::Feature => &filter::FEATURE,
            Reading::Figure => &filter::FIGURE,
            Reading::Stop => &filter::STOP,
        }
    }
}

/// Filters of tables that never change, by number of the table.
#[derive(Debug, Default)]
pub(crate) struct Kept(RefCell<Vec<(u32, Reading, Filter)>>);

impl Call<'_> {
    /// What a table asks for.
    pub(super) fn read(&self, table: u32, reading: Reading) -> Res<Filter> {
        let kept = self.runner.kept(table);
        let known = kept.and_then(|kept| {
            let kept = kept.0.borrow();
            kept.iter().find(|(t, r, _)| (*t, *r) == (table, reading)).map(|k| k.2.clone())
        });
        if let Some(filter) = known {
            return Ok(filter);
        }
        let mut filter = Filter::default();
        self.each(table, |key, value| self.key(&mut filter, key, value, reading.keys()))?;
        if let Some(kept) = kept {
            kept.0.borrow_mut().push((table, reading, filter.clone()));
        }
        Ok(filter)
    }
}

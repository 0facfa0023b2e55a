//! Sets of steps by code.

/// Some steps, of the core or of expansions, by code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepSet([u64; 4]);

impl StepSet {
    /// The steps of some codes.
    pub(crate) fn of(codes: impl IntoIterator<Item = u8>) -> Self {
        let mut set = Self::default();
        codes.into_iter().for_each(|code| set.add(code));
        set
    }

    pub(crate) fn add(&mut self, code: u8) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    #[inline]
    pub(crate) fn has(&self, code: u8) -> bool {
        self.0[usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }
}

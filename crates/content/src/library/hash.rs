//! A hash of texts: the same for the same contents, wherever they lie.

/// FNV-1a with 128 bits: small, without a dependency and the same on every machine. It tells contents
/// apart; it is no protection against somebody who wants two contents to look equal.
#[derive(Clone, Debug)]
pub struct Hash(u128);

impl Default for Hash {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hash {
    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }

    /// Adds a file under its path; lengths first, so that no two lists of files run together.
    pub fn file(&mut self, path: &str, text: &str) {
        for part in [path, text] {
            self.bytes(&(part.len() as u64).to_le_bytes());
            self.bytes(part.as_bytes());
        }
    }

    /// The hash as 32 hexadecimal digits.
    #[must_use]
    pub fn finish(&self) -> String {
        format!("{:032x}", self.0)
    }
}

//! Keys: who shows one is who it was given to.

use std::fmt;

use sha2::{Digest, Sha256};

/// Characters of a key as text.
pub const KEY_CHARS: usize = 32;

/// A secret of 128 bits. The caller takes them from the system.
#[derive(Clone, Copy, Eq)]
pub struct Key(u128);

impl Key {
    /// A key of these bits.
    #[must_use]
    pub const fn new(bits: u128) -> Self {
        Self(bits)
    }

    /// Reads a key, or returns `None` if the text is not one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let is = text.len() == KEY_CHARS && text.bytes().all(|b| b.is_ascii_hexdigit());
        is.then(|| u128::from_str_radix(text, 16).ok()).flatten().map(Self)
    }
}

impl PartialEq for Key {
    /// Compares in constant time, so that the duration does not reveal how many bits match.
    fn eq(&self, other: &Self) -> bool {
        std::hint::black_box(self.0 ^ other.0) == 0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Key {
    /// Logs show no key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Hash of a key, which can verify the key but not reveal it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal([u8; 32]);

impl Key {
    /// Returns the hash to store instead of the key.
    pub(crate) fn seal(self) -> Seal {
        Seal(Sha256::digest(self.0.to_be_bytes()).into())
    }

    /// Returns the key for free seats of the table of which this is the host's key. It is derived, so that it need not
    /// be stored.
    #[must_use]
    pub fn invitation(self) -> Self {
        let digest: [u8; 32] =
            Sha256::new().chain_update(b"sit").chain_update(self.0.to_be_bytes()).finalize().into();
        Self(digest.iter().take(16).fold(0, |bits, byte| bits << 8 | u128::from(*byte)))
    }
}

impl Seal {
    /// Reads a stored hash, or returns `None` if the text is not one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.as_bytes().chunks_exact(2);
        let digit = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Vec<u8> = digits.map(digit).collect::<Option<_>>()?;
        Some(Self(bytes.try_into().ok()?))
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written_and_not_shown_in_logs() {
        let key = Key::new(0x0123_4567_89ab_cdef);
        assert_eq!(Key::read(&key.to_string()), Some(key));
        assert_ne!(Key::read(&key.to_string()), Some(Key::new(1)));
        for wrong in ["", "0", "zz", &"+".repeat(32), &"é".repeat(16), &"0".repeat(33)] {
            assert_eq!(Key::read(wrong), None, "{wrong}");
        }
        assert!(!format!("{key:?}").contains("cdef"));
    }

    #[test]
    fn what_is_kept_of_a_key_knows_it_again_and_does_not_show_it() {
        let key = Key::new(0x0123_4567_89ab_cdef);
        let kept = key.seal().to_string();
        assert_eq!(Seal::read(&kept), Some(key.seal()));
        assert_ne!(Seal::read(&kept), Some(Key::new(1).seal()));
        assert!(!kept.contains("89abcdef"), "{kept}");
        assert_eq!(Seal::read("0"), None);
        let invitation = key.invitation();
        assert!(invitation == key.invitation() && invitation != key);
        assert_ne!(invitation, Key::new(1).invitation());
        assert_eq!(Seal::read(&"é".repeat(32)), None);
    }
}

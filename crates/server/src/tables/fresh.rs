//! Unpredictable values: keys, seeds, names of rooms.

use bastide::core::Fault;
use bastide_table::Key;

/// Letters of a room's name: none that is taken for another.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
/// How many of them.
const LETTERS_IN_NAME: usize = 10;

/// Bits that nobody can guess.
pub(super) fn random() -> Result<u128, Vec<Fault>> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| {
        let fault = Fault::new(
            "F0037",
            format!("the system gives no chance: {e}"),
            format!("le système ne donne pas de hasard : {e}"),
        );
        vec![fault.help("start the command again", "relancez la commande")]
    })?;
    Ok(u128::from_le_bytes(bytes))
}

/// A key that nobody has.
pub(super) fn fresh() -> Result<Key, Vec<Fault>> {
    random().map(Key::new)
}

/// The name of a room: fifty of the bits.
pub(super) fn name(bits: u128) -> String {
    let letter = |at: usize| char::from(LETTERS[(bits >> (5 * at)) as usize & 31]);
    (0..LETTERS_IN_NAME).map(letter).collect()
}

/// Whether a word may be the name of a room.
pub(super) fn is_name(word: &str) -> bool {
    word.len() == LETTERS_IN_NAME && word.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Returns which of `threads` threads runs the room.
pub(super) fn thread_of(name: &str, threads: usize) -> usize {
    let number = |sum: usize, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    name.bytes().fold(0, number) % threads.max(1)
}

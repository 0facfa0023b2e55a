//! Codes of tables whose game has not begun: four letters that somebody in the same network types in place of a link.

use std::collections::BTreeMap;

use bastide_table::Key;

/// Letters of a code: none that is taken for another, and no vowels, so that no words come out.
const LETTERS: &[u8; 20] = b"BCDFGHJKMNPQRSTVWXYZ";
/// How many of them.
const LETTERS_IN_CODE: usize = 4;

/// Codes, as far as somebody has seen them who may invite.
#[derive(Debug, Default)]
pub(super) struct Codes {
    /// Room and invitation key by code.
    rooms: BTreeMap<String, (String, Key)>,
    /// Of each room its code.
    codes: BTreeMap<String, String>,
}

impl Codes {
    /// Returns the code of a room. It is derived from the invitation, so that it stays the same after a restart,
    /// unless another room has it by then. Returns `None` if all codes are taken.
    pub(super) fn of(&mut self, room: &str, invitation: Key) -> Option<String> {
        if let Some(code) = self.codes.get(room) {
            return Some(code.clone());
        }
        // The code reveals nothing of the key.
        let mut bits = u128::from_str_radix(&invitation.invitation().to_string(), 16).ok()?;
        let mut letter = || {
            let letter = LETTERS[(bits % 20) as usize];
            bits /= 20;
            char::from(letter)
        };
        let mut code = || (0..LETTERS_IN_CODE).map(|_| letter()).collect::<String>();
        let code = (0..7).map(|_| code()).find(|code| !self.rooms.contains_key(code))?;
        self.rooms.insert(code.clone(), (room.to_owned(), invitation));
        self.codes.insert(room.to_owned(), code.clone());
        Some(code)
    }

    /// The room of a code, as somebody types it, and its invitation.
    pub(super) fn room(&self, typed: &str) -> Option<(String, Key)> {
        let letters = typed.chars().filter(char::is_ascii_alphanumeric);
        let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
        self.rooms.get(&code).cloned()
    }

    /// Removes the code of a room.
    pub(super) fn forget(&mut self, room: &str) {
        if let Some(code) = self.codes.remove(room) {
            self.rooms.remove(&code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_leads_to_its_room_however_it_is_typed() {
        let mut codes = Codes::default();
        let code = codes.of("room", Key::new(5)).expect("a code");
        assert!(code.len() == 4 && code.bytes().all(|letter| LETTERS.contains(&letter)), "{code}");
        assert_eq!(codes.of("room", Key::new(5)).as_ref(), Some(&code), "it stays");
        let typed = format!(" {}-{} ", code[..2].to_lowercase(), &code[2..]);
        assert_eq!(codes.room(&typed), Some(("room".to_owned(), Key::new(5))));
        // Rooms whose codes collide get different ones. A single room gets the first again.
        let other = codes.of("other", Key::new(5)).expect("a code");
        assert_ne!(other, code);
        codes.forget("room");
        assert_eq!(codes.room(&code), None);
        assert_eq!(Codes::default().of("other", Key::new(5)), Some(code));
    }
}

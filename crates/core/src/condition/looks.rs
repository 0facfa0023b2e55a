//! Upper bound of the cost of a condition, computed from its nesting before any game.

use super::Subject;
use super::table::{FactTest, Many, fact_of};
use crate::decl::{Area, Condition, Far};

/// From here on a condition is dear: asked every turn it is felt.
pub const LOOKS_DEAR: u64 = 1_000_000;
/// More than a game can wait for.
pub const LOOKS_MAX: u64 = 100_000_000;

/// Things that a condition looks at in a large game of some two hundred tiles, if it has to look at all of them.
#[must_use]
pub fn looks(condition: &Condition, subject: Subject) -> u64 {
    use Condition as C;
    let all =
        |parts: &[C]| parts.iter().map(|part| looks(part, subject)).fold(0, u64::saturating_add);
    let each = |things: u64, part: &C, to| things.saturating_mul(looks(part, to).saturating_add(1));
    match condition {
        C::All(parts) | C::Any(parts) => all(parts),
        C::No(part) => looks(part, subject),
        C::Now(part) => looks(part, Subject::Moment),
        C::One(fact, part) => match fact_of(subject, fact).map(|row| row.test) {
            Some(FactTest::One(_, to)) => each(1, part, to),
            _ => 1,
        },
        C::Many(fact, part, _) => match fact_of(subject, fact).map(|row| row.test) {
            Some(FactTest::Many(many, to)) => each(many_of(many, subject), part, to),
            _ => 1,
        },
        C::Exists(things, part, _) => {
            Subject::named(things).map_or(1, |to| each(there(to), part, to))
        }
        C::Near(area, part, _) => each(cells(area), part, Subject::Tile),
        C::Happened(_, _, part, _) => each(50, part, Subject::Event),
        C::Walk(stop, part, _) => {
            let stop = looks(stop, Subject::Segment);
            each(100, part, Subject::Segment).saturating_add(stop.saturating_mul(100))
        }
        _ => 1,
    }
}

/// Things of a sort in the whole game.
fn there(things: Subject) -> u64 {
    match things {
        Subject::Segment => 1_000,
        Subject::Feature | Subject::Corner => 500,
        Subject::Tile | Subject::Cell => 200,
        Subject::Figure | Subject::Type => 100,
        _ => 8,
    }
}

/// Things that a fact leads to.
fn many_of(many: Many, of: Subject) -> u64 {
    match many {
        Many::Options => 200,
        Many::Segments | Many::Tiles | Many::Range if of == Subject::Feature => 100,
        Many::Figures | Many::Borders => 30,
        Many::Segments => 20,
        _ => 8,
    }
}

fn cells(area: &Area) -> u64 {
    let far = |far: &Far| match far {
        Far::Cells(n) => u64::from(*n),
        Far::Tag(_) => 10,
    };
    match area {
        Area::Sides | Area::Diagonals | Area::SidesAndOwn => 5,
        Area::Around | Area::AroundAndOwn => 9,
        Area::Cross(n) => 4 * far(n) + 1,
        // No more than lie there.
        Area::Square(n) => (2 * far(n) + 1).pow(2).min(200),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decl::Numbers;

    #[test]
    fn what_lies_inside_is_looked_at_for_each() {
        let flag = || Condition::Flag("complete".to_owned(), true);
        let many =
            |fact: &str, such| Condition::Many(fact.to_owned(), Box::new(such), Numbers::some());
        let exists =
            |such| Condition::Exists("feature".to_owned(), Box::new(such), Numbers::some());
        assert_eq!(looks(&flag(), Subject::Feature), 1);
        assert_eq!(looks(&exists(flag()), Subject::Event), 1_000);
        let borders = exists(many("borders", flag()));
        assert_eq!(looks(&borders, Subject::Event), 500 * (30 * 2 + 1));
        let deep = (0..6).fold(flag(), |such, _| many("borders", such));
        assert!(looks(&exists(deep), Subject::Event) > LOOKS_MAX);
        let endless = (0..30).fold(flag(), |such, _| many("borders", such));
        assert_eq!(looks(&endless, Subject::Feature), u64::MAX);
    }
}

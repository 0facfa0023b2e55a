use super::*;

#[test]
fn a_seed_is_read_as_it_is_written() {
    let top = Seed(u128::MAX);
    for seed in [Seed(0), Seed(42), Seed(SEED_MAX.into()), Seed(u128::from(SEED_MAX) + 1), top] {
        assert_eq!(seed.to_string().parse(), Ok(seed));
    }
    assert_eq!(Seed(1 << 100).to_string(), "0x00000010000000000000000000000000");
}

#[test]
fn what_is_no_seed_is_refused() {
    let long = format!("0x{}", "0".repeat(33));
    for text in
        ["", "-1", "+1", "1.5", "1000000000000000", "0x", "0x1", "0X00", long.as_str(), "zwölf"]
    {
        assert_eq!(text.parse::<Seed>(), Err(NoSeed), "{text}");
    }
}

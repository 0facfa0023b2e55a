//! See `bastide_testkit::fuzz::check`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = bastide_testkit::fuzz::check(data);
});

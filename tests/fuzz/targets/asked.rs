//! See `bastide_testkit::fuzz::asked`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = bastide_testkit::fuzz::asked(data);
});

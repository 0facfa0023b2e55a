//! See `bastide_testkit::fuzz::bga`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = bastide_testkit::fuzz::bga(data);
});

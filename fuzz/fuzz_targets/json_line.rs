//! libFuzzer's door to [`pyramid_fuzz_targets::json_line`].

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| pyramid_fuzz_targets::json_line(data));

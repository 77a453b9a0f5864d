//! Deals and positions in text.

use std::sync::Arc;

use pyramid_engine::{Preset, RuleSet};
use pyramid_notation::{read_deal, read_position, write_position};

/// The first byte picks a preset, the rest is a deal or a position of it. What is read is written
/// in a text that reads as the same; of what is not, the span lies inside the text.
pub fn deal_text(data: &[u8]) {
    let Some((preset, text)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let presets = Preset::all();
    let layout = RuleSet::from(&presets[*preset as usize % presets.len()]).layout();
    match read_deal(text, &layout) {
        Ok(read) => {
            let written = read.deal.write(&layout);
            let again = read_deal(&written, &layout).expect("a written deal reads back");
            assert_eq!(again.deal, read.deal, "{written}");
            if let Some(source) = read.source {
                let name = source.to_string();
                let again = read_deal(&name, &layout).expect("the name of a deal reads back");
                assert_eq!(again.deal, read.deal, "{name}");
            }
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}"),
    }
    match read_position(text, Arc::new(layout)) {
        Ok(setup) => {
            let written = write_position(&setup, setup.start());
            let again = read_position(&written, setup.layout().clone());
            let again = again.expect("a written position reads back");
            assert_eq!(write_position(&again, again.start()), written);
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}"),
    }
}

//! Rules lines.

use pyramid_engine::RuleSet;

/// A line is refused, with a span inside it, or it is a game that can be played and whose
/// canonical line reads as the same.
pub fn rules_line(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match text.parse::<RuleSet>() {
        Ok(rules) => {
            assert!(rules.rules().validate().is_ok(), "{text:?} cannot be played");
            let written = rules.to_string();
            assert_eq!(written.parse(), Ok(rules), "{written}");
            assert_eq!(written.parse::<RuleSet>().map(|again| again.to_string()), Ok(written));
        }
        Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}"),
    }
}

//! The verifier.

use pyramid_replay_verifier::{Judgement, Options, Verifier};

/// Any bytes are judged; every place lies inside the input. What the strict verifier finds valid
/// the lenient one does too.
pub fn verify(data: &[u8]) {
    let lenient = judgements(data, false);
    let strict = judgements(data, true);
    for judgement in lenient.iter().chain(&strict) {
        if let Some(finding) = &judgement.finding {
            let labels = std::iter::once(&finding.diagnostic.primary);
            for label in labels.chain(&finding.diagnostic.others) {
                assert!(label.at.end() <= data.len() as u64, "{label:?} lies outside");
            }
        }
    }
    for judgement in strict.iter().filter(|judgement| judgement.is_valid()) {
        let same = lenient.iter().find(|other| other.line == judgement.line);
        assert!(same.is_some_and(Judgement::is_valid), "only strictly valid: {judgement:?}");
    }
}

fn judgements(data: &[u8], strict: bool) -> Vec<Judgement> {
    let mut options = Options::default();
    options.strict = strict;
    let mut verifier = Verifier::new(data, options);
    let mut judgements = Vec::new();
    while let Some(judgement) = verifier.next_judgement().expect("memory can be read") {
        judgements.push(judgement);
    }
    judgements
}

/// Fails unless every game of a text is valid and strictly canonical.
pub(crate) fn all_valid(text: &str) {
    let mut options = Options::default();
    options.strict = true;
    let mut verifier = Verifier::new(text.as_bytes(), options);
    while let Some(judgement) = verifier.next_judgement().expect("memory can be read") {
        assert!(judgement.is_valid(), "{:?}\n{text}", judgement.finding);
    }
}

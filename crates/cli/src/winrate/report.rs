//! Results as text.

use std::collections::BTreeMap;
use std::time::Duration;

use pyramid_solver::{Confidence, Interval, Rate};

use super::Result;

/// Lines a histogram has at most.
const LINES: u32 = 20;
/// Columns of the longest bar.
const BAR: u64 = 40;

/// A result in words and bars, at most 80 columns wide.
pub(crate) fn text(result: &Result) -> Vec<String> {
    let Result { terms, deals, counts } = result;
    let rate = counts.rate;
    let named: Vec<String> = deals.ranges().iter().map(ToString::to_string).collect();
    let named = match named.as_slice() {
        [] => "no deal".to_owned(),
        [all] => all.clone(),
        [first, .., last] => format!("{first} to {last} in {} ranges", named.len()),
    };
    let plural = if rate.all() == 1 { "" } else { "s" };
    let all = number(rate.all());
    let mut lines = vec![format!("Rules {}, {named}: {all} deal{plural}.", terms.rules)];
    if rate.all() == 0 {
        return lines;
    }
    for (name, count) in [("won", rate.won), ("lost", rate.lost), ("unknown", rate.unknown)] {
        lines.push(format!(
            "{name:<8}{:>12}{:>10} %",
            number(count),
            percent(count as f64 / rate.all() as f64)
        ));
    }
    lines.push(format!(
        "Share of wins: {} % (95 % Wilson), {} % (99 %){}.",
        interval(rate, Confidence::P95),
        interval(rate, Confidence::P99),
        match rate.unknown {
            0 => "",
            _ => ", whatever the unknown are",
        }
    ));
    lines.push(format!(
        "Positions searched: {} a deal, {} at most; unknown after {}.",
        number(counts.positions / rate.all()),
        number(counts.worst),
        number(terms.nodes)
    ));
    if rate.won == 0 {
        return lines;
    }
    let of = match (terms.shortest, counts.unproved) {
        (false, _) => "of the wins found, not the shortest".to_owned(),
        (true, 0) => "of the shortest wins".to_owned(),
        (true, some) => format!("of the shortest wins; {} may be longer", number(some)),
    };
    lines.push(format!("Moves {of}: {}.", spread(&counts.lengths)));
    lines.extend(histogram(&counts.lengths));
    lines.push(format!("Passes {of}: {}.", spread(&counts.passes)));
    lines.extend(histogram(&counts.passes));
    lines
}

/// `66.81 to 66.91`.
fn interval(rate: Rate, confidence: Confidence) -> String {
    let Interval { low, high } = rate.wilson(confidence);
    format!("{} to {}", percent(low), percent(high))
}

/// A share as a percentage with three decimals.
fn percent(share: f64) -> String {
    format!("{:.3}", share * 100.0)
}

/// Least, most and mean.
fn spread(counts: &BTreeMap<u32, u64>) -> String {
    let (mut sum, mut all) = (0.0, 0.0);
    for (&value, &count) in counts {
        sum += f64::from(value) * count as f64;
        all += count as f64;
    }
    match (counts.keys().next(), counts.keys().next_back()) {
        (Some(least), Some(most)) => format!("{least} to {most}, mean {:.2}", sum / all),
        _ => "none".to_owned(),
    }
}

/// A line for each value, or for each few values if they are many.
fn histogram(counts: &BTreeMap<u32, u64>) -> Vec<String> {
    let (Some(&least), Some(&most)) = (counts.keys().next(), counts.keys().next_back()) else {
        return Vec::new();
    };
    let width = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|width| most / width - least / width < LINES)
        .unwrap_or(most / LINES + 1);
    let mut bars: BTreeMap<u32, u64> = (least / width..=most / width).map(|bar| (bar, 0)).collect();
    for (value, count) in counts {
        let bar: &mut u64 = bars.entry(value / width).or_default();
        *bar = bar.saturating_add(*count);
    }
    let largest = bars.values().copied().max().unwrap_or(0).max(1);
    bars.into_iter()
        .map(|(bar, count)| {
            let from = u64::from(bar) * u64::from(width);
            let label = match width {
                1 => from.to_string(),
                _ => format!("{from}-{}", from + u64::from(width) - 1),
            };
            // What is there is seen, however little it is.
            let len = (u128::from(count) * u128::from(BAR)).div_ceil(u128::from(largest));
            let bar = "#".repeat(len as usize);
            format!("{label:>9} {:>12} {bar}", number(count)).trim_end().to_owned()
        })
        .collect()
}

/// A number with commas.
pub(crate) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in its two largest units: `2 h 5 min`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min {} s", seconds % 60),
        (24.., _) => format!("{} d {} h", hours / 24, hours % 24),
        _ => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        let numbers = [0, 999, 1000, 12_345, 1_000_000, u64::MAX].map(number);
        assert_eq!(
            numbers,
            ["0", "999", "1,000", "12,345", "1,000,000", "18,446,744,073,709,551,615"]
        );
        let times =
            [5, 65, 3600, 7500, 90_000].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(times, ["5 s", "1 min 5 s", "1 h 0 min", "2 h 5 min", "1 d 1 h"]);
    }

    #[test]
    fn histograms_of_any_width_stay_short() {
        for most in [1, 19, 20, 39, 100, 999, 5000, 100_000] {
            let counts = BTreeMap::from([(1, 5), (most / 2 + 1, 1), (most, u64::MAX / 2)]);
            let lines = histogram(&counts);
            assert!((1..=LINES as usize + 1).contains(&lines.len()), "{most}: {}", lines.len());
            assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
            assert!(lines[0].ends_with('#'), "{lines:?}");
        }
    }
}

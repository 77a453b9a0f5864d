//! How often something happens, and how sure that is.

/// Deals of which some were won, some lost, and some not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Not decided.
    pub unknown: u64,
}

/// Shares from 0 to 1 between which the true one lies, as sure as was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How sure an interval is: the two-sided quantile of the normal distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// 95 of 100 such intervals hold the true share.
    P95,
    /// 99 of 100.
    P99,
}

impl Confidence {
    const fn quantile(self) -> f64 {
        match self {
            Confidence::P95 => 1.959_963_984_540_054,
            Confidence::P99 => 2.575_829_303_548_901,
        }
    }
}

impl Rate {
    /// How many there are.
    pub const fn all(self) -> u64 {
        self.won.saturating_add(self.lost).saturating_add(self.unknown)
    }

    /// The share that is known to be won, from 0 to 1; 0 of nothing is 0.
    pub fn won_share(self) -> f64 {
        if self.all() == 0 { 0.0 } else { self.won as f64 / self.all() as f64 }
    }

    /// The Wilson score interval of the share of won deals. What is not decided may be either: the
    /// lower end is that of the wins that are known, the upper that of all that may be wins.
    ///
    /// ```
    /// use pyramid_solver::{Confidence, Rate};
    ///
    /// let rate = Rate { won: 10, lost: 10, unknown: 0 };
    /// let interval = rate.wilson(Confidence::P95);
    /// assert_eq!((interval.low * 1e4).round(), 2993.0);
    /// assert_eq!((interval.high * 1e4).round(), 7007.0);
    /// let open = Rate { won: 10, lost: 5, unknown: 5 };
    /// assert_eq!(open.wilson(Confidence::P95).low, interval.low);
    /// assert!(open.wilson(Confidence::P95).high > interval.high);
    /// ```
    pub fn wilson(self, confidence: Confidence) -> Interval {
        let z = confidence.quantile();
        Interval {
            low: wilson(self.won, self.all(), z).low,
            high: wilson(self.won.saturating_add(self.unknown), self.all(), z).high,
        }
    }
}

/// Edwin B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927.
fn wilson(count: u64, all: u64, z: f64) -> Interval {
    if all == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, share) = (all as f64, count as f64 / all as f64);
    let middle = share + z * z / (2.0 * n);
    let width = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // With none or all of them an end is exact; rounding may say otherwise.
    let low = if count == 0 { 0.0 } else { (middle - width) / scale };
    let high = if count == all { 1.0 } else { (middle + width) / scale };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998, table I: 95 % score intervals without continuity correction.
    #[test]
    fn published_intervals() {
        for (won, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let rate = Rate { won, lost: all - won, unknown: 0 };
            let Interval { low: found_low, high: found_high } = rate.wilson(Confidence::P95);
            assert!((found_low - low).abs() < 5e-5, "{won} of {all}: {found_low}");
            assert!((found_high - high).abs() < 5e-5, "{won} of {all}: {found_high}");
        }
    }

    #[test]
    fn ends_are_the_shares_at_which_the_score_test_is_at_its_quantile() {
        for (won, all) in [(1, 10), (500, 1000), (66_865, 100_000), (999, 1000)] {
            let rate = Rate { won, lost: all - won, unknown: 0 };
            for confidence in [Confidence::P95, Confidence::P99] {
                let Interval { low, high } = rate.wilson(confidence);
                let n = all as f64;
                for end in [low, high] {
                    let score = (rate.won_share() - end).abs() / (end * (1.0 - end) / n).sqrt();
                    assert!((score - confidence.quantile()).abs() < 1e-9, "{won} of {all}");
                }
            }
        }
    }

    #[test]
    fn nothing_known_says_nothing() {
        let nothing = Rate::default().wilson(Confidence::P99);
        assert_eq!((nothing.low, nothing.high), (0.0, 1.0));
        let unknown = Rate { unknown: 50, ..Rate::default() }.wilson(Confidence::P99);
        assert_eq!((unknown.low, unknown.high), (0.0, 1.0));
        let won = Rate { won: 50, ..Rate::default() }.wilson(Confidence::P99);
        assert!(won.low > 0.8 && won.high == 1.0);
    }
}

//! How many deals of some rules can be won: counted on several threads, in parts that can be put
//! together, with the same result however it was divided.

mod file;
mod ranges;
mod report;
mod run;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use pyramid_engine::{Move, RuleSet};
use pyramid_solver::Rate;

pub(crate) use file::{read, write};
pub(crate) use ranges::{SeedSet, Seeds, SeedsError};
pub(crate) use report::{duration, number, text};
pub(crate) use run::run;

/// What decides how a deal is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// The game.
    pub(crate) rules: RuleSet,
    /// Positions a search enters before the deal counts as unknown.
    pub(crate) nodes: u64,
    /// Whether the shortest win of each deal is looked for.
    pub(crate) shortest: bool,
}

/// Counts of deals. All of them are sums, so parts add up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Won, lost, unknown.
    pub(crate) rate: Rate,
    /// How many of the wins have so many moves.
    pub(crate) lengths: BTreeMap<u32, u64>,
    /// How many of the wins use so many passes.
    pub(crate) passes: BTreeMap<u32, u64>,
    /// Wins whose line may not be the shortest, although that was looked for.
    pub(crate) unproved: u64,
    /// Positions entered.
    pub(crate) positions: u64,
    /// The most positions entered for one deal.
    pub(crate) worst: u64,
}

impl Counts {
    /// Counts a win by this line.
    fn won(&mut self, line: &[Move]) {
        self.rate.won += 1;
        let redeals = line.iter().filter(|&&m| m == Move::Redeal).count();
        *self.lengths.entry(line.len() as u32).or_default() += 1;
        *self.passes.entry(redeals as u32 + 1).or_default() += 1;
    }

    fn add(&mut self, other: &Counts) {
        let add = |sum: &mut u64, count: u64| *sum = sum.saturating_add(count);
        add(&mut self.rate.won, other.rate.won);
        add(&mut self.rate.lost, other.rate.lost);
        add(&mut self.rate.unknown, other.rate.unknown);
        for (sums, others) in
            [(&mut self.lengths, &other.lengths), (&mut self.passes, &other.passes)]
        {
            for (&key, count) in others {
                add(sums.entry(key).or_default(), *count);
            }
        }
        add(&mut self.unproved, other.unproved);
        add(&mut self.positions, other.positions);
        self.worst = self.worst.max(other.worst);
    }
}

/// What is known of the deals counted so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Result {
    /// What decided how they were counted.
    pub(crate) terms: Terms,
    /// Which they are.
    pub(crate) deals: SeedSet,
    /// What they came to.
    pub(crate) counts: Counts,
}

impl Result {
    /// Nothing counted yet.
    pub(crate) fn new(terms: Terms) -> Result {
        Result { terms, deals: SeedSet::default(), counts: Counts::default() }
    }

    /// Adds the counts of some more deals.
    ///
    /// # Errors
    ///
    /// If some of them were counted already; those are given, and nothing is added.
    pub(crate) fn add(&mut self, seeds: &Seeds, counts: &Counts) -> std::result::Result<(), Seeds> {
        self.deals.add(seeds)?;
        self.counts.add(counts);
        Ok(())
    }

    /// Adds all of another result of the same terms.
    ///
    /// # Errors
    ///
    /// As of [`add`](Result::add).
    pub(crate) fn merge(&mut self, other: &Result) -> std::result::Result<(), Seeds> {
        let mut deals = self.deals.clone();
        other.deals.ranges().iter().try_for_each(|seeds| deals.add(seeds))?;
        self.deals = deals;
        self.counts.add(&other.counts);
        Ok(())
    }
}

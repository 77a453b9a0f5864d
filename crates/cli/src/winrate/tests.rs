//! However the work is divided, stopped and taken up again, the result is the same to the byte.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

fn terms(rules: &str, nodes: u64, shortest: bool) -> Terms {
    Terms { rules: rules.parse().unwrap(), nodes, shortest }
}

/// Counts what is missing, and stops after so many parts were told.
fn count(result: &mut Result, seeds: &Seeds, threads: usize, parts: usize) {
    let stop = AtomicBool::new(parts == 0);
    let mut told = 0;
    let (terms, todo) = (result.terms, result.deals.missing(seeds));
    let ended = run(&terms, &todo, threads, &stop, |part| {
        if let Some((seeds, counts)) = part {
            told += 1;
            result.add(&seeds, &counts)?;
        }
        if told >= parts {
            stop.store(true, Ordering::Relaxed);
        }
        Ok::<(), Seeds>(())
    });
    assert_eq!(ended, Ok(()));
}

fn whole(terms: Terms, seeds: &Seeds) -> Result {
    let mut result = Result::new(terms);
    count(&mut result, seeds, 1, usize::MAX);
    assert_eq!(result.deals.ranges(), std::slice::from_ref(seeds));
    result
}

#[test]
fn shards_and_threads_make_no_difference() {
    for (rules, nodes, shortest) in
        [("one-pass", 2000, false), ("giza", 500, true), ("cheops", 50, false)]
    {
        let terms = terms(rules, nodes, shortest);
        let seeds: Seeds = "seed:1000..1150".parse().unwrap();
        let text = write(&whole(terms, &seeds));
        for (shards, threads) in [(1, 3), (2, 1), (2, 2), (7, 1), (7, 5)] {
            let mut files = Vec::new();
            for index in 1..=shards {
                let mut part = Result::new(terms);
                count(&mut part, &seeds.part(index, shards).unwrap(), threads, usize::MAX);
                files.push(write(&part));
            }
            // The last first.
            files.reverse();
            let mut merged = Result::new(terms);
            for part in read(&files.concat()).unwrap() {
                merged.merge(&part).unwrap();
            }
            assert_eq!(write(&merged), text, "{rules}: {shards} shards, {threads} threads");
        }
    }
}

#[test]
fn a_run_goes_on_after_any_part() {
    let terms = terms("tuts-tomb-one", 1000, false);
    let seeds: Seeds = "seed:0..400".parse().unwrap();
    let text = write(&whole(terms, &seeds));
    for threads in [1, 2] {
        let mut stopped = 0;
        for parts in 0..8 {
            let mut result = Result::new(terms);
            count(&mut result, &seeds, threads, parts);
            stopped += usize::from(result.deals.len() < seeds.len());
            let mut again = read(&write(&result)).unwrap().remove(0);
            assert_eq!(again, result);
            count(&mut again, &seeds, threads, usize::MAX);
            assert_eq!(write(&again), text, "{parts} parts, {threads} threads");
        }
        assert!(stopped > 2, "only {stopped} runs were cut short");
    }
}

#[test]
fn a_run_that_is_always_stopped_still_ends() {
    let terms = terms("one-pass", 2000, false);
    let seeds: Seeds = "seed:0..150".parse().unwrap();
    let mut result = Result::new(terms);
    let mut runs = 0;
    while result.deals.len() < seeds.len() {
        count(&mut result, &seeds, 2, 1);
        runs += 1;
        assert!(runs < 200);
    }
    assert_eq!(write(&result), write(&whole(terms, &seeds)));
}

#[test]
fn what_was_counted_is_not_counted_again() {
    let terms = terms("giza", 500, false);
    let seeds: Seeds = "seed:0..20".parse().unwrap();
    let result = whole(terms, &seeds);
    let mut twice = result.clone();
    assert_eq!(twice.merge(&result), Err(seeds));
    assert_eq!(twice, result);
}

#[test]
fn what_reaches_the_limit_is_unknown_and_widens_the_interval() {
    let seeds: Seeds = "seed:0..60".parse().unwrap();
    let strict = whole(terms("cheops", 10, false), &seeds);
    assert!(strict.counts.rate.unknown > 0);
    let text = text(&strict).join("\n");
    assert!(text.contains("whatever the unknown are"), "{text}");
    assert!(strict.counts.worst <= 11, "{}", strict.counts.worst);
}

#[test]
fn an_error_of_the_caller_ends_the_run() {
    let terms = terms("one-pass", 2000, false);
    let seeds: Seeds = "seed:0..100000000".parse().unwrap();
    let stop = AtomicBool::new(false);
    let ended = run(&terms, &[seeds], 2, &stop, |part| match part {
        Some(_) => Err("no more"),
        None => Ok(()),
    });
    assert_eq!(ended, Err("no more"));
}

//! A judge of canonical records that shares nothing with the verifier but the layout: it splits
//! text at blanks and plays piles as lists.

use std::sync::Arc;

use pyramid_engine::{
    Card, Deal, End, Layout, Move, Piles, Place, RuleSet, Rules, Scoring, seeded,
};

use super::slow::Slow;

/// A state with what is counted on the way.
#[derive(Clone)]
struct Played {
    state: Slow,
    pairs: i32,
    singles: i32,
    pass: i32,
    cleared_in: Option<i32>,
}

/// Whether everything the record says is so.
pub(crate) fn is_true(record: &str) -> bool {
    judge(record).is_some()
}

fn judge(record: &str) -> Option<()> {
    let mut lines = record.lines();
    if lines.next()? != "pyramid-game 1.0" {
        return None;
    }
    let mut rules: Option<RuleSet> = None;
    let mut start: Option<(Arc<Layout>, Vec<Played>)> = None;
    let mut dealt: Vec<Card> = Vec::new();
    let mut numbered = 0;
    for line in lines {
        if let Some(value) = line.strip_prefix("rules: ") {
            rules = Some(value.parse().ok()?);
        } else if let Some(value) = line.strip_prefix("deal: ") {
            let layout = Arc::new(rules?.layout());
            dealt = dealing_order(value, &layout)?;
            let deal = Deal::new(rules?.rules(), dealt.clone()).ok()?;
            if deal.cards() != dealt {
                return None;
            }
            start = Some((layout.clone(), vec![first(&layout, &dealt)]));
        } else if let Some(value) = line.strip_prefix("from: seed:") {
            let cards = seeded(rules?.rules().deck, value.parse().ok()?);
            if Deal::new(rules?.rules(), cards).ok()?.cards() != dealt {
                return None;
            }
        } else if let Some(value) = line.strip_prefix("end: ") {
            let (layout, states) = start.as_ref()?;
            return claims(value, layout, states);
        } else if !line.is_empty() {
            let (layout, states) = start.as_mut()?;
            let mut words = line.split(' ');
            if words.next()?.strip_suffix('.')?.parse() != Ok(numbered + 1) {
                return None;
            }
            for word in words {
                numbered += u32::from(word != ":hint");
                play(word, layout, states)?;
            }
        }
    }
    Some(())
}

fn cards(text: &str) -> Option<Vec<Card>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| std::str::from_utf8(pair).ok()?.parse().ok()).collect()
}

fn dealing_order(text: &str, layout: &Layout) -> Option<Vec<Card>> {
    let rules = layout.rules();
    let fields: Vec<&str> = text.split(" | ").collect();
    if fields.len() != 2 + usize::from(rules.reserve.is_some()) {
        return None;
    }
    let rows: Vec<Vec<Card>> = fields[0].split('/').map(cards).collect::<Option<_>>()?;
    let lengths: Vec<usize> = layout.rows().iter().map(|row| row.places.len()).collect();
    if rows.iter().map(Vec::len).collect::<Vec<_>>() != lengths {
        return None;
    }
    let mut reserve = Vec::new();
    if let Some(size) = rules.reserve {
        let piles: Vec<Vec<Card>> = fields[2].split('/').map(cards).collect::<Option<_>>()?;
        let fits = piles.len() == size.piles as usize
            && piles.iter().all(|pile| pile.len() == size.depth as usize);
        if !fits {
            return None;
        }
        for layer in 0..size.depth as usize {
            reserve.extend(piles.iter().map(|pile| pile[layer]));
        }
    }
    let (rows, stock) = (rows.concat(), cards(fields[1])?);
    let dealt = if rules.reserve_first { [reserve, rows] } else { [rows, reserve] };
    let all = [dealt.concat(), stock].concat();
    let mut sorted = all.clone();
    sorted.sort();
    let mut pack: Vec<Card> = rules.deck.new_deck().collect();
    pack.sort();
    (sorted == pack).then_some(all)
}

fn first(layout: &Arc<Layout>, dealt: &[Card]) -> Played {
    let rules = layout.rules();
    let (tableau, reserve) = (layout.tableau_len(), rules.reserve_len());
    let (t, r) = match rules.reserve_first {
        true => (&dealt[reserve..reserve + tableau], &dealt[..reserve]),
        false => (&dealt[..tableau], &dealt[tableau..tableau + reserve]),
    };
    let piles = rules.reserve.map_or(0, |reserve| reserve.piles as usize);
    let mut state = Slow::of(Piles {
        tableau: t.iter().copied().map(Some).collect(),
        stock: dealt[tableau + reserve..].to_vec(),
        wastes: vec![Vec::new(); rules.wastes.max(1) as usize],
        cell: None,
        reserve: (0..piles)
            .map(|pile| r.iter().copied().skip(pile).step_by(piles).collect())
            .collect(),
        redeals_left: match rules.passes {
            pyramid_engine::Passes::Any => None,
            pyramid_engine::Passes::Limited(passes) => Some(passes - 1),
        },
    });
    for i in 0..rules.predeal as usize {
        let card = state.stock.remove(0);
        state.wastes[if rules.wastes == 3 { i } else { 0 }].push(card);
    }
    Played { state, pairs: 0, singles: 0, pass: 1, cleared_in: None }
}

/// Everything the goal wants gone is gone; a par game plays on while cards are left.
fn stops_as_won(rules: &Rules, state: &Slow) -> bool {
    let empty = state.is_won(pyramid_engine::Goal::Deck);
    state.is_won(rules.goal) && (rules.score != Scoring::Par || empty)
}

fn is_over(layout: &Layout, state: &Slow) -> bool {
    let rules = layout.rules();
    stops_as_won(rules, state)
        || match rules.end {
            End::Exhausted => state.moves(layout).is_empty(),
            // Of a par game `stuck` is asked without regard to its being won.
            End::Stuck if rules.score == Scoring::Par => {
                let unwinnable = Rules { goal: pyramid_engine::Goal::Deck, ..*rules };
                match unwinnable.validate() {
                    Ok(layout) => state.is_stuck(&layout),
                    Err(_) => false,
                }
            }
            End::Stuck => state.is_stuck(layout),
        }
}

/// The text of a move in a state, by its own means.
fn word_of(m: Move, layout: &Layout, state: &Slow) -> Vec<String> {
    let rules = layout.rules();
    let name = |place: Place| match place {
        Place::Tableau(at) => {
            let row = layout.rows().iter().find(|row| row.places.contains(&at));
            let row = row.expect("a place is in a row");
            let part = if layout.parts() > 1 { ["a", "b", "c"][row.part as usize] } else { "" };
            format!("{part}{}.{}", row.number, at - row.places.start + 1)
        }
        Place::Reserve(pile) => format!("r{}", pile + 1),
        Place::Cell => "c".to_owned(),
        Place::Waste(waste) if rules.wastes == 3 => format!("w{}", waste + 1),
        Place::Waste(_) => "w".to_owned(),
        Place::Stock => "s".to_owned(),
    };
    // Two identical cards could be meant.
    let doubtful = |card: Card| {
        let free = state.places().into_iter().filter(|&p| state.card(layout, p) == Some(card));
        let second = |pile: &&Vec<Card>| pile.len() > 1 && pile[pile.len() - 2] == card;
        let seconds = state.wastes.iter().filter(second).count();
        free.count() + if rules.waste_pair { seconds } else { 0 } > 1
    };
    let placed = |card: Card, place: Place| match doubtful(card) {
        true => format!("{card}[{}]", name(place)),
        false => card.to_string(),
    };
    let free = |place: Place| state.card(layout, place).expect("a move of the state");
    let pair = |mut both: [(Card, Place); 2]| {
        if both[1].0 < both[0].0 {
            both.swap(0, 1);
        }
        format!("{}+{}", placed(both[0].0, both[0].1), placed(both[1].0, both[1].1))
    };
    match m {
        Move::Single(place) => vec![placed(free(place), place)],
        Move::Park(place) => vec![format!("^{}", placed(free(place), place))],
        Move::Pair(a, b) => vec![pair([(free(a), a), (free(b), b)])],
        Move::WastePair(waste) => {
            let pile = &state.wastes[waste as usize];
            let place = Place::Waste(waste);
            vec![pair([(pile[pile.len() - 1], place), (pile[pile.len() - 2], place)])]
        }
        Move::Covered { upper, lower } => {
            let x = placed(free(Place::Tableau(upper)), Place::Tableau(upper));
            let y = state.tableau[lower as usize].expect("a move of the state");
            // A suffix is there only where it is needed; which it is, is not asked here.
            vec![format!("{x}/{y}"), format!("{x}/{y}[{}]", name(Place::Tableau(lower)))]
        }
        Move::Draw => {
            let count = if rules.wastes == 3 { 3 } else { rules.draw as usize };
            let drawn: String = state.stock.iter().take(count).map(Card::to_string).collect();
            vec![format!(">{drawn}")]
        }
        Move::Redeal => vec![format!("<{}", state.wastes.iter().map(Vec::len).sum::<usize>())],
    }
}

fn play(word: &str, layout: &Layout, states: &mut Vec<Played>) -> Option<()> {
    if word == ":hint" {
        return Some(());
    }
    if let Some(count) = word.strip_prefix('~') {
        let count: usize = if count.is_empty() { 1 } else { count.parse().ok()? };
        let left = states.len().checked_sub(count).filter(|&left| left > 0)?;
        states.truncate(left);
        return Some(());
    }
    let now = states.last()?;
    if is_over(layout, &now.state) {
        return None;
    }
    let mut moves = now.state.moves(layout).into_iter();
    let m = moves.find(|&m| word_of(m, layout, &now.state).iter().any(|w| w == word))?;
    let mut next = now.clone();
    next.state = now.state.play(layout.rules(), m);
    next.singles += i32::from(matches!(m, Move::Single(_)));
    next.pairs += i32::from(m.is_removal() && !matches!(m, Move::Single(_)));
    next.pass += i32::from(m == Move::Redeal);
    if next.cleared_in.is_none() && next.state.tableau.iter().all(Option::is_none) {
        next.cleared_in = Some(next.pass);
    }
    states.push(next);
    Some(())
}

fn score(layout: &Layout, now: &Played) -> Option<i32> {
    let left = now.state.tableau.iter().flatten().count() as i32;
    let hand =
        (now.state.stock.len() + now.state.wastes.iter().map(Vec::len).sum::<usize>()) as i32;
    match layout.rules().score {
        Scoring::None => None,
        Scoring::Left => Some(left),
        Scoring::Cards => Some(2 * now.pairs + now.singles),
        Scoring::Par => Some(match now.cleared_in {
            Some(pass) => [50, 35, 20][(pass - 1).clamp(0, 2) as usize] - hand,
            None => -left - hand,
        }),
        Scoring::Msc => {
            let mut points = 5 * (now.pairs + now.singles);
            for (row, bonus) in layout.rows().iter().zip([500, 250, 150, 100, 75, 50, 25]) {
                let mut places = row.places.clone();
                if places.all(|place| now.state.tableau[place as usize].is_none()) {
                    points += bonus;
                }
            }
            Some(points)
        }
    }
}

fn claims(value: &str, layout: &Layout, states: &[Played]) -> Option<()> {
    let now = states.last()?;
    let rules = layout.rules();
    let won = now.state.is_won(rules.goal);
    let over = is_over(layout, &now.state);
    let empty = now.state.is_won(pyramid_engine::Goal::Deck);
    let mut words = value.split(' ');
    let result = words.next()?;
    let right = match result {
        "won" => won && (over || rules.score == Scoring::Par),
        "lost" => over && !won,
        "resigned" => !(over || won && rules.score == Scoring::Par),
        "open" => !over,
        _ => false,
    };
    let reason = match (won, over) {
        (true, _) if empty => Some("deck-cleared"),
        (true, true) => Some("cleared"),
        (true, false) if result == "won" => Some("cleared"),
        (false, true) if now.state.moves(layout).is_empty() => Some("exhausted"),
        (false, true) => Some("stuck"),
        _ => None,
    };
    let true_words = words.all(|word| match word.split_once('=') {
        Some(("reason", said)) => Some(said) == reason,
        Some(("score", said)) => Some(said) == score(layout, now).map(|s| s.to_string()).as_deref(),
        Some(("moves", said)) => said == (states.len() - 1).to_string(),
        _ => false,
    });
    (right && true_words).then_some(())
}

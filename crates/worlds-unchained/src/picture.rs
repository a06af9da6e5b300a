//! A picture of a view for the terminal: who has to act and both domains, the first seat below.

use crate::rules::Rules;
use crate::view::{SeatView, View};

/// Cards one after another, equal ones once with their number.
fn pile(cards: &[String]) -> String {
    crate::notation::cards_text(cards.iter().map(String::as_str))
}

fn domain(name: &str, seat: &SeatView, lines: &mut Vec<String>) {
    let mut head = format!("{name}  Boosts {}  power {}", seat.boosts, seat.power);
    if i32::from(seat.base) != seat.power {
        head += &format!(" (base {})", seat.base);
    }
    if let Some(label) = seat.label {
        head += &format!("  {label}");
    }
    if let Some(run) = &seat.run {
        head += &format!("  run {run}");
    }
    head += &format!("  deck {}", seat.deck);
    if seat.mulligans > 0 {
        head += &format!("  mulligans {}", seat.mulligans);
    }
    head += if seat.sealed { "  has chosen" } else { "" };
    lines.push(head);
    for (zone, vassal) in &seat.zones {
        if let Some(vassal) = vassal {
            lines.push(format!("  {zone:>2}  {}", vassal.replace(',', ", ")));
        }
    }
    for (nth, resource) in seat.s.iter().enumerate() {
        lines.push(format!("  s{}  {}", nth + 1, resource.replace(',', ", ")));
    }
    let piles = [
        ("hand", &seat.hand),
        ("draft", &seat.draft),
        ("bag", &seat.bag),
        ("under the deck", &seat.bottom),
        ("infirmary", &seat.infirmary),
    ];
    for (name, cards) in piles.into_iter().filter(|(_, cards)| !cards.is_empty()) {
        lines.push(format!("  {name}: {}", pile(cards)));
    }
}

/// The clock, then the seats from the last to the first.
pub fn draw(_: &Rules, view: &View) -> String {
    let mut head = format!("{}  bout {}/{}  score {}", view.format, view.bout, view.bouts, view.score);
    if view.round > 0 {
        head += &format!("  round {}", view.round);
    }
    head += &format!("  {}", view.phase);
    let seats = [("prime", &view.prime), ("to", &view.to), ("by", &view.by), ("chain", &view.chain)];
    for (word, seat) in seats {
        if let Some(seat) = seat {
            head += &format!("  {word} {seat}");
        }
    }
    let mut lines = vec![head];
    if !view.pool.is_empty() {
        lines.push(format!("pool: {}", pile(&view.pool)));
    }
    for (name, seat) in view.seats.iter().rev() {
        domain(name, seat, &mut lines);
    }
    match view.winners.as_slice() {
        [] => {}
        [winner] => lines.push(format!("{winner} has won")),
        winners => lines.push(format!("{} tie", winners.join(" and "))),
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use engine::Viewer;

    use crate::{position, testing, view};

    #[test]
    fn both_domains_are_drawn() {
        let rules = testing::rules(2);
        let text = "WU1 standard b1/3 0-0-0 r3 power.bet prime P1 | P1 9 c:footman,i1 v2:a2,e1 bag{guard*2} \
            | P2 8 sealed(bet 1) c:pikeman x1:sprout,of mosswane";
        let state = position::read(&rules, text).expect("a position");
        let picture = super::draw(&rules, &view::view(&rules, &state, Viewer::Spectator));
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[0], "standard  bout 1/3  score 0-0-0  round 3  power.bet  prime P1");
        assert!(lines[1].starts_with("P2  Boosts 8") && lines[1].ends_with("has chosen"), "{picture}");
        assert_eq!(lines[2], "   c  pikeman");
        assert_eq!(lines[3], "  x1  sprout, of mosswane");
        assert!(lines[4].starts_with("P1  Boosts 9  power"), "{picture}");
        assert_eq!(lines.last(), Some(&"  bag: ?*2"));
    }
}

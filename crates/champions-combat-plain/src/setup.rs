//! The options of a game.

use crate::board::Board;
use crate::content::{Card, Style, standard_deck, standard_styles};

/// Everything that is fixed before the first chance action. Rules: CC-R73.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How many play, 2 to 4. Rules: CC-DATA-6.
    pub players: usize,
    /// The Style id of every seat if they are fixed; nothing if they are drawn. Rules: CC-SETUP-4.
    pub styles: Option<Vec<String>>,
    /// Points to win. Rules: CC-WIN-1.
    pub win_score: usize,
    /// Cards dealt at every Draw. Rules: CC-DRAW-3.
    pub hand_size: usize,
    /// The last Round, 0 for no limit. Rules: CC-R68.
    pub round_cap: usize,
    /// True if a Push must lead away from the attacker. Rules: CC-R53.
    pub push_away: bool,
    /// True if a Fumble must change the facing. Rules: CC-R52.
    pub fumble_must_turn: bool,
    /// The deck of every seat. Rules: CC-SETUP-2.
    pub decks: Vec<Vec<Card>>,
    /// The Style cards. Rules: CC-COMP-2.
    pub style_cards: Vec<Style>,
    /// The board. Rules: CC-COMP-6.
    pub board: Board,
}

impl Setup {
    /// The game as the book has it. Rules: CC-R73.
    pub fn standard(players: usize) -> Self {
        Self {
            players,
            styles: None,
            win_score: 5,
            hand_size: 4,
            round_cap: 60,
            push_away: false,
            fumble_must_turn: true,
            decks: vec![standard_deck(); players],
            style_cards: standard_styles(),
            board: Board::arena_37(),
        }
    }
}

//! Cards as the rules use them: numbers within reach, and for each ability when it can be used and how often.
//! Rules: TR-R62, TR-R63, TR-R66, TR-R69 to TR-R71.

use crate::arena::{Cells, Reach};
use crate::cards::{Arena, Body, Card, Kind};
use crate::effects::{Choice, choices};
use crate::text::{
    Ability, Action, AttackNoun, CardType, Clause, CostItem, Effect, Event, Frequency, Level, May, OwnAttack,
    Plain, Power, Price, Stat, StaticClause, Step, Target, Timing, TokenPlace, WithThisCard,
};

/// The reaction windows of a round, in the order of the model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Window {
    /// Cards were revealed.
    Reveal,
    /// A round starts.
    RoundStart,
    /// A turn starts.
    TurnStart,
    /// The turn itself.
    Idle,
    /// Somebody moved, or was deployed.
    Moved,
    /// An attack was announced.
    Declared,
    /// Defense dice lie.
    DefenseDice,
    /// Attack dice lie.
    AttackDice,
    /// An attack hit or missed.
    Result,
    /// A Champion is at 0 Life.
    Defeat,
    /// Life was lost, or somebody defeated.
    Damaged,
    /// A turn ends.
    TurnEnd,
    /// A round ends.
    RoundEnd,
}

impl Window {
    /// All of them, in order.
    pub const ALL: [Self; 13] = [
        Self::Reveal,
        Self::RoundStart,
        Self::TurnStart,
        Self::Idle,
        Self::Moved,
        Self::Declared,
        Self::DefenseDice,
        Self::AttackDice,
        Self::Result,
        Self::Defeat,
        Self::Damaged,
        Self::TurnEnd,
        Self::RoundEnd,
    ];

    /// Its bit in a set of windows.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Its name in the notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reveal => "W-REVEAL",
            Self::RoundStart => "W-ROUND-START",
            Self::TurnStart => "W-TURN-START",
            Self::Idle => "W-IDLE",
            Self::Moved => "W-MOVED",
            Self::Declared => "W-DECLARED",
            Self::DefenseDice => "W-DEF-DICE",
            Self::AttackDice => "W-ATK-DICE",
            Self::Result => "W-RESULT",
            Self::Defeat => "W-DEFEAT",
            Self::Damaged => "W-DAMAGED",
            Self::TurnEnd => "W-TURN-END",
            Self::RoundEnd => "W-ROUND-END",
        }
    }

    /// Whether it belongs to an attack.
    pub const fn is_of_attack(self) -> bool {
        matches!(self, Self::Declared | Self::DefenseDice | Self::AttackDice | Self::Result)
    }
}

/// What standing text of a card changes; bits above those of the windows.
pub mod standing {
    /// Attack rolls.
    pub const ATK: u32 = 1 << 16;
    /// Defense rolls.
    pub const DEF: u32 = 1 << 17;
    /// Damage.
    pub const DAMAGE: u32 = 1 << 18;
    /// Agility.
    pub const AGILITY: u32 = 1 << 19;
    /// Round Initiative.
    pub const INITIATIVE: u32 = 1 << 20;
    /// What somebody may do.
    pub const CANNOT: u32 = 1 << 21;
    /// The card's own grid.
    pub const GRID: u32 = 1 << 22;
    /// Hands it needs.
    pub const HANDS: u32 = 1 << 23;
    /// Nothing by its text: it lies in the Arena.
    pub const IN_ARENA: u32 = 1 << 24;
    /// A value in the place of a printed one.
    pub const EXACTLY: u32 = 1 << 25;
}

/// Windows in which effects without a time, a price in Actions and a power can be used. Rules: TR-R63.
const ANY_TIME: u32 = Window::Idle.bit()
    | Window::TurnStart.bit()
    | Window::TurnEnd.bit()
    | Window::Declared.bit()
    | Window::DefenseDice.bit()
    | Window::AttackDice.bit()
    | Window::Result.bit();

/// When the uses of an ability are counted anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// At the start and at the end of every turn.
    Turn,
    /// In Phase I.
    Round,
    /// Never.
    Game,
}

/// What the rules must know of an ability besides its text.
/// Rules: TR-FX-11, TR-FX-17, TR-POW-5, TR-POW-7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct Note {
    /// The windows it can be used in, or what it changes while it stands.
    pub ears: u32,
    /// When its uses are counted anew.
    pub reset: Reset,
    /// How often it can be used till then; 0 for any number of times.
    pub limit: u8,
    /// Where its uses are counted, if they are.
    pub counter: u8,
    /// Whether it has a power word.
    pub power: bool,
    /// Whether using it depletes its card. Rules: TR-POW-2, TR-POW-4, TR-R71.
    pub depletes: bool,
    /// Whether its card's own attack triggers it. Rules: TR-R45.
    pub rider: bool,
    /// Whether its owner may do without. Rules: TR-R66.
    pub optional: bool,
    /// Whether it costs Actions.
    pub pays_actions: bool,
}

/// A card.
/// Rules: TR-CHAMP-15, TR-GLOS-11, TR-SPEC-5.
#[derive(Clone, Debug)]
pub struct Face {
    /// What it is.
    pub card: Card,
    /// Its abilities; none if its text is off.
    pub abilities: Vec<Ability>,
    /// What goes with each.
    pub notes: Vec<Note>,
    /// What is chosen for each.
    pub choices: Vec<Vec<Choice>>,
    /// What all of them listen to and change.
    pub ears: u32,
    /// Its type; nothing for a Champion.
    pub sort: Option<CardType>,
    /// Life of a Champion or minion.
    pub life: u8,
    /// DEF of a Champion or minion.
    pub defense: i8,
    /// Agility.
    pub agility: u8,
    /// Price of its attack; nothing if it has none. A base attack costs 1.
    pub cost: Option<u8>,
    /// Damage of its attack.
    pub damage: u8,
    /// The numbers of its attack.
    pub cells: Cells,
    /// Where its attack reaches.
    pub reach: Reach,
}

impl Face {
    /// The card with its text, or without.
    pub fn new(card: Card, with_text: bool) -> Self {
        let abilities = if with_text { card.program.0.clone() } else { Vec::new() };
        let mut notes: Vec<Note> = abilities.iter().map(note).collect();
        for (counter, note) in notes.iter_mut().filter(|note| note.limit > 0).enumerate() {
            note.counter = counter as u8;
        }
        let mut face = Self {
            ears: notes.iter().fold(0, |all, note| all | note.ears),
            choices: abilities.iter().map(choices_of).collect(),
            abilities,
            notes,
            sort: None,
            life: 0,
            defense: 0,
            agility: 0,
            cost: None,
            damage: 0,
            cells: Cells::NONE,
            reach: Reach::NONE,
            card,
        };
        let grid = match &face.card.kind {
            Kind::Champion { life, agility, damage, defense, grid } => {
                (face.life, face.agility, face.damage, face.defense) = (*life, *agility, *damage, *defense);
                face.cost = Some(1);
                Some(grid)
            }
            Kind::Loadout { sort, attack, arena } => {
                face.sort = Some(sort.clone());
                if let Some(Arena::Minion { life, defense }) = arena {
                    (face.life, face.defense) = (*life, *defense);
                }
                attack.as_ref().map(|attack| {
                    (face.cost, face.damage) = (Some(attack.cost), attack.damage);
                    &attack.grid
                })
            }
        };
        for &(right, ahead, value) in grid.into_iter().flat_map(|grid| &grid.0) {
            face.cells.set(right, ahead, value);
        }
        face.reach = Reach::of(&face.cells);
        face
    }

    /// What it is in the Arena, if it can be deployed.
    pub fn arena(&self) -> Option<Arena> {
        match self.card.kind {
            Kind::Loadout { arena, .. } => arena,
            Kind::Champion { .. } => None,
        }
    }

    /// Whether it has a facing in the Arena: minions look somewhere, Edges lie on a side.
    pub fn has_facing(&self) -> bool {
        matches!(self.arena(), Some(Arena::Minion { .. } | Arena::Edge))
    }

    /// Whether nobody else fits on its space. Rules: TR-R35.
    pub fn occupies(&self) -> bool {
        matches!(self.arena(), Some(Arena::Minion { .. } | Arena::Obstacle))
    }

    /// Whether it is a minion.
    #[inline]
    pub fn is_minion(&self) -> bool {
        self.life > 0 && self.sort.is_some()
    }

    /// Whether its keyword line has that word. Rules: TR-R83, TR-R138.
    /// Rules: TR-GLOS-8, TR-GLOS-9, TR-GLOS-10, TR-WEAP-8.
    pub fn has_keyword(&self, word: &str) -> bool {
        let keywords = &self.card.keywords;
        keywords.region == word
            || keywords.culture == word
            || keywords.rift.as_deref() == Some(word)
            || keywords.designations.iter().any(|known| known == word)
    }

    /// Where on the body it is worn.
    pub fn body(&self) -> Option<Body> {
        self.card.body
    }

    /// The effect with that number, counted from 0.
    #[inline]
    pub fn effect(&self, ability: u8) -> Option<&Effect> {
        match self.abilities.get(usize::from(ability))? {
            Ability::Effect { effect } => Some(effect),
            _ => None,
        }
    }
}

/// How many abilities of a program have a limit; there is room for [`MOST_LIMITED`].
pub fn limited(abilities: &[Ability]) -> usize {
    abilities.iter().filter(|ability| note(ability).limit > 0).count()
}

/// The most abilities of a card whose uses are counted.
pub const MOST_LIMITED: usize = 4;
/// The most abilities of a card: the notation has one digit for them.
pub const MOST_ABILITIES: usize = 9;

/// The power of an effect: it stands in the first clause. Rules: TR-R69.
/// Rules: TR-POW-9.
pub fn power(effect: &Effect) -> Option<&Power> {
    match &effect.body.0[0].action {
        Action::Power { power } => Some(power),
        Action::Plain { .. } => None,
    }
}

/// Whom a clause is about, if it names somebody.
pub fn target_of(clause: &Clause) -> Option<&Target> {
    match &clause.action {
        Action::Power { power } => match power {
            Power::DisarmWeapon { target }
            | Power::Fear { target, .. }
            | Power::Poison { target, .. }
            | Power::Pull { target, .. }
            | Power::Push { target, .. }
            | Power::Support { target, .. } => Some(target),
            Power::Heal { target, .. } => target.as_ref(),
            Power::Combo { step: Step::Attack { against, .. } }
            | Power::React { step: Step::Attack { against, .. } } => {
                against.as_ref().map(|against| &against.target)
            }
            _ => None,
        },
        Action::Plain {
            plain: Plain::Lose { target, .. } | Plain::Put { place: TokenPlace::Target { target }, .. },
        } => Some(target),
        Action::Plain { .. } => None,
    }
}

/// What an effect costs, as far as its text names it.
pub fn costs(effect: &Effect) -> impl Iterator<Item = &CostItem> {
    effect.cost.iter().flat_map(|cost| &cost.items.0)
}

/// Whether an effect costs Actions.
pub fn pays_actions(effect: &Effect) -> bool {
    costs(effect).any(|item| matches!(item, CostItem::Pay { price: Price::Actions { .. } }))
}

fn note(ability: &Ability) -> Note {
    let none = Note {
        ears: 0,
        reset: Reset::Game,
        limit: 0,
        counter: 0,
        power: false,
        depletes: false,
        rider: false,
        optional: false,
        pays_actions: false,
    };
    match ability {
        Ability::Construction { .. } => none,
        Ability::Static { standing } => {
            let ears = standing.clauses.0.iter().fold(0, |all, clause| {
                all | match clause {
                    StaticClause::Has { mods, .. } => {
                        mods.0.iter().fold(0, |all, change| all | stat_bit(&change.stat))
                    }
                    StaticClause::Exactly { level, .. } => standing::EXACTLY | level_bit(level),
                    StaticClause::Cannot { .. } => standing::CANNOT,
                    StaticClause::GridAlso { .. } | StaticClause::GridAll { .. } => standing::GRID,
                    StaticClause::Hands { .. } => standing::HANDS,
                }
            });
            Note { ears, ..none }
        }
        Ability::Effect { effect } => {
            let power = power(effect);
            let timing = effect.timing.as_ref().map(|timed| &timed.timing);
            let reveal = matches!(timing, Some(Timing::Reveal {}));
            let chain = matches!(timing, Some(Timing::When { event: Event::ChainComplete {} }));
            let pays_actions = pays_actions(effect);
            let may = matches!(effect.body.0[0], Clause { may: May::May {}, .. });
            let (reset, limit) = match effect.frequency.as_ref().map(|limited| &limited.frequency) {
                _ if chain => (Reset::Game, 1),
                Some(Frequency::Game {}) => (Reset::Game, 1),
                Some(Frequency::Round {}) => (Reset::Round, 1),
                _ if power.is_some() => (Reset::Round, 1),
                Some(Frequency::Turn {}) => (Reset::Turn, 1),
                Some(Frequency::Times { count }) => (Reset::Round, count.0),
                None => (Reset::Game, 0),
            };
            Note {
                ears: windows(timing, power, pays_actions),
                reset,
                limit,
                counter: 0,
                power: power.is_some(),
                depletes: power.is_some() || reveal,
                rider: timing.is_some_and(is_of_own_attack),
                optional: may
                    || effect.timing.is_none()
                    || effect.cost.is_some()
                    || power.is_some()
                    || reveal
                    || chain,
                pays_actions,
            }
        }
    }
}

fn choices_of(ability: &Ability) -> Vec<Choice> {
    match ability {
        Ability::Effect { effect } => choices(effect),
        _ => Vec::new(),
    }
}

/// The bit of a statistic.
pub fn stat_bit(stat: &Stat) -> u32 {
    match stat {
        Stat::Atk {} => standing::ATK,
        Stat::Def {} => standing::DEF,
        Stat::Damage {} => standing::DAMAGE,
        Stat::Agility {} => standing::AGILITY,
        Stat::Initiative {} => standing::INITIATIVE,
    }
}

/// The bit of a statistic that has a printed value.
pub fn level_bit(level: &Level) -> u32 {
    match level {
        Level::Agility { .. } => standing::AGILITY,
        Level::Def { .. } => standing::DEF,
    }
}

fn is_of_own_attack(timing: &Timing) -> bool {
    matches!(
        timing,
        Timing::When {
            event: Event::YouDeclare { attack: AttackNoun::ThisCard {} }
                | Event::YouRollAttack { with: WithThisCard::ThisCard {} }
                | Event::YourAttack { attack: OwnAttack::ThisCard {}, .. }
        }
    )
}

/// The windows an effect can be used in, by its time, else by its power. Rules: TR-R63, TR-R85 to TR-R99.
/// Rules: TR-FX-12, TR-FX-15, TR-POW-1.
fn windows(timing: Option<&Timing>, power: Option<&Power>, pays_actions: bool) -> u32 {
    let Some(timing) = timing else {
        return match power {
            Some(Power::DisarmAttack { .. } | Power::Dodge { .. } | Power::React { .. }) => {
                Window::Declared.bit()
            }
            Some(Power::Reroll { .. }) => Window::DefenseDice.bit() | Window::AttackDice.bit(),
            Some(Power::Save { .. }) => Window::TurnEnd.bit(),
            Some(_) => Window::Idle.bit(),
            None if pays_actions => Window::Idle.bit(),
            None => ANY_TIME,
        };
    };
    let window = match timing {
        Timing::Reveal {} => Window::Reveal,
        Timing::RoundStart {} => Window::RoundStart,
        Timing::RoundEnd {} => Window::RoundEnd,
        Timing::TurnStart {} => Window::TurnStart,
        Timing::TurnEnd {} => Window::TurnEnd,
        Timing::When { event } => match event {
            Event::ChainComplete {} => Window::Reveal,
            Event::Deployed {} | Event::Moves { .. } => Window::Moved,
            Event::YouDeclare { .. } | Event::EnemyDeclares { .. } => Window::Declared,
            Event::YouRollDefense {} | Event::EnemyRollsDefense {} => Window::DefenseDice,
            Event::YouRollAttack { .. } | Event::EnemyRollsAttack { .. } => Window::AttackDice,
            Event::YourAttack { .. } | Event::EnemyAttack { .. } => Window::Result,
            Event::YouLoseLife {} | Event::EnemyLosesLife {} | Event::EnemyDefeated {} => Window::Damaged,
            Event::YouWouldBeDefeated {} => Window::Defeat,
            Event::EnemyStartsTurn {} => Window::TurnStart,
            Event::EnemyEndsTurn {} => Window::TurnEnd,
        },
    };
    window.bit()
}

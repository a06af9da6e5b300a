//! Everything that can be wrong with the toy, one defect each.

macro_rules! defects {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// One deliberate defect.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Defect {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Defect {
            /// Every defect, `None` first.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
        }
    };
}

defects! {
    /// The honest toy.
    None,

    // Leaks through views and what goes with them.
    /// The view shows the other's card.
    ViewHand,
    /// Only the spectator's view shows the hands.
    ViewSpectator,
    /// A padding in the view is as long as the other's card is high.
    ViewLength,
    /// Equal views whose JSON differs: zero against minus zero.
    ViewMinusZero,
    /// The view carries a hash of the whole position.
    ViewHash,
    /// The view shows the other's card in one rare case.
    ViewRare,
    /// The view shows the hands after a concession.
    ViewConceded,
    /// The view shows the secret token to everybody.
    ViewToken,
    /// The view calls a seat locked only when it bid more than nothing.
    ViewLocked,
    /// The coins of a sealed bid leave the view at once.
    ViewSealedCoins,
    /// Whoever holds both seats sees neither card.
    ViewEveryoneBlind,
    /// A seat does not see its own card.
    ViewOwnHidden,
    /// A card that was shown is hidden again.
    ViewShownHidden,
    /// The view leaves out that the leader bought.
    ViewDropsCharm,
    /// The picture shows a card that the view does not.
    PictureGlobal,
    /// Buying is offered only if the other does not hold the 4.
    OfferHidden,
    /// The words of an option tell whether the other's card is higher.
    LabelHidden,
    /// The words of a refusal tell the other's card.
    RefusalTextHidden,
    /// The code of a refusal tells whether the other holds the 4.
    RefusalCodeHidden,
    /// A time-out plays by the other's card.
    DefaultHidden,
    /// A sealed bid of nothing leaves the turn as it was.
    TurnSealed,
    /// Burying the token passes the lead to the other.
    TurnToken,
    /// Burying the token takes a coin from the pot.
    CoinsToken,
    /// A buried token takes a coin from the pot later, when the other stays.
    CoinsTokenLater,

    // Leaks through events.
    /// Everybody sees which card is dealt.
    WitnessDeal,
    /// The spectator sees which card is dealt.
    WitnessSpectator,
    /// The blanked deal keeps a number in its text.
    WitnessText,
    /// The blanked deal is told with as many dots as the card is high.
    WitnessLength,
    /// Everybody sees the sealed bid.
    WitnessSealed,
    /// Everybody sees the secret choice.
    WitnessToken,
    /// Everybody sees the sealed bid, and the event says that it reveals.
    WitnessSealedMarked,
    /// Everybody sees the secret choice, and the event says that it reveals.
    WitnessTokenMarked,
    /// The blanked deal tells the two 2s apart.
    WitnessTwin,
    /// The concession tells the conceded hand.
    WitnessConceded,
    /// A pass is told twice if the other holds the 4.
    EventCount,
    /// After a card is shown a second event tells whether the other holds the 4.
    EventRides,
    /// The owner does not see the card it is dealt.
    WitnessBlind,
    /// The owner is told another card than it is dealt.
    WitnessLies,
    /// The other does not witness that a card is shown.
    WitnessShownBlind,

    // Imagination.
    /// Changes the viewer's own card.
    ImagineOwn,
    /// Never imagines the 4.
    ImagineNeverTruth,
    /// Every rank is equally likely, though there are two 2s.
    ImagineBias,
    /// The two cards a spectator cannot see are drawn by another law than one.
    ImagineJoint,
    /// Imagines a card that the viewer holds.
    ImagineSameCard,
    /// Imagines another card than was shown.
    ImagineShown,
    /// Imagines that the token was always kept.
    ImagineToken,
    /// Imagines every sealed bid as nothing.
    ImagineBid,
    /// Imagines a bid that cannot be paid.
    ImagineUnpaid,
    /// Imagines the same whatever the random numbers are.
    ImagineConstant,
    /// After a concession imagines that no card was dealt.
    ImagineConceded,

    // Chance and picking.
    /// Samples the die with equal faces.
    SampleDie,
    /// Samples the die with equal faces in the second round.
    SampleLate,
    /// Samples the two 2s as one card.
    SampleDeal,
    /// Samples a card that is gone.
    SampleGone,
    /// The die follows a counter instead of the seed.
    SampleOutside,
    /// The purpose follows a counter.
    PurposeOutside,
    /// Lists the two 2s apart.
    ChanceUnmerged,
    /// Lists no card 1.
    ChanceMissing,
    /// Lists nothing when the die is due.
    ChanceEmpty,
    /// Refuses the card that its twin represents.
    ChanceTwinRefused,
    /// Picks the first option too often.
    PickBias,
    /// Picks the first reply too often in the second round.
    PickLate,
    /// Says one option too many.
    PickCount,
    /// Picks an action that is not offered.
    PickUnoffered,

    // What is offered, accepted and refused.
    /// Offers to buy without the coins, and refuses it.
    OfferRefused,
    /// Takes buying for calling.
    ListedOther,
    /// Accepts showing the card in the reply.
    AcceptPhase,
    /// Accepts the other's pass.
    AcceptSeat,
    /// Accepts a bid above the coins by one.
    AcceptUnpaid,
    /// Accepts a die when none is due.
    AcceptChance,
    /// Accepts a deal after the end.
    AcceptOver,
    /// Accepts a seat that does not exist.
    AcceptGhost,
    /// Accepts a face that the die does not have.
    AcceptFace,
    /// Accepts that a seat rolls the die.
    AcceptSeatRolls,
    /// Accepts a second sealed bid.
    AcceptSealTwice,
    /// Accepts a card that is gone.
    AcceptGone,
    /// Lists options for the seat whose turn it is not.
    OfferOther,
    /// Lists options for a seat that does not exist.
    OfferGhost,
    /// Lists options after the end.
    OfferOver,
    /// Offers a pass every other time it is asked.
    OfferUnstable,
    /// Refuses with a code it does not declare.
    RefuseUndeclared,
    /// Refuses nearly everything with the catch-all code.
    RefuseCatchAll,
    /// Refuses with a declared code and an unknown rule.
    RefuseUnknownRule,
    /// Refuses with a declared code and the rule of another refusal.
    RefuseOtherRule,
    /// Refuses in a capital letter and with a full stop.
    RefuseStyle,
    /// Declares one code twice.
    BookTwinCodes,
    /// Declares a refusal with an unknown rule.
    BookUnknownRule,
    /// Declares a kind of event that never occurs.
    BookEventNever,
    /// Declares a kind of action that never occurs.
    BookActionNever,
    /// Declares a refusal that is never given.
    BookRefusalNever,
    /// Declares an option with an impossible default.
    BookDefault,
    /// Declares an option twice.
    BookTwinOptions,
    /// Has a blank in its id.
    BookId,
    /// An event with an unknown rule.
    EventUnknownRule,
    /// An event of an undeclared kind.
    EventUndeclared,
    /// An event told with a full stop.
    EventStyle,
    /// An action of an undeclared kind.
    KindUndeclared,
    /// An option without words.
    LabelEmpty,
    /// Two options with the same words.
    LabelTwins,

    // State and text.
    /// The position's text loses that the leader bought.
    TextLosesField,
    /// The position's text depends on a counter.
    TextOutside,
    /// The position's text has two lines.
    TextLines,
    /// Reads a position with an additional word.
    TextLoose,
    /// Reads a position with coins out of nothing.
    TextNonsense,
    /// Panics on a position that starts with a strange letter.
    TextPanics,
    /// Two actions have one text.
    ActionAmbiguous,
    /// An action's text cannot be read.
    ActionUnread,
    /// An action's text is read as another.
    ActionMisread,
    /// An action's text has a semicolon.
    ActionSemicolon,
    /// An action's text has a slash between blanks.
    ActionSlash,
    /// An action's text ends in a blank.
    ActionBlank,
    /// Reads an action with a leading zero.
    ActionLoose,
    /// Panics on an action that starts with a strange letter.
    ActionPanics,
    /// Equality overlooks that the leader bought.
    EqOverlooks,
    /// Equal positions have different hashes.
    HashDiffers,
    /// A hidden global counter decides.
    GlobalCounter,
    /// A counter in the rules decides.
    RulesCounter,
    /// A clone shares a counter with its original.
    SharedCell,
    /// The first position depends on a counter.
    CompileCounter,
    /// An action does something else when somebody listens.
    LogDecides,

    // Flow.
    /// The last round never comes.
    NeverEnds,
    /// A play takes longer than declared.
    TooLong,
    /// No outcome at the end.
    OutcomeMissing,
    /// An outcome before the end.
    OutcomeEarly,
    /// An outcome for three seats.
    OutcomeSeats,
    /// An outcome in which nobody is first.
    OutcomePlaces,
    /// The conceding seat wins.
    OutcomeConceder,
    /// A turn without options.
    NoOptions,
    /// Options out of order.
    Unsorted,
    /// An option twice.
    Duplicates,
    /// The turn names a seat that does not exist.
    TurnGhost,
    /// The turn names nobody.
    TurnNobody,
    /// On a tie the last to seal leads.
    SealOrder,
    /// After one seal the turn still names both.
    SealStays,
    /// After one seal the turn names nobody else: the other bids nothing.
    SealSkips,
    /// A time-out plays what is not offered.
    DefaultUnoffered,
    /// The lively policy plays what is not offered.
    LivelyUnoffered,
    /// A built-in bot plays what is not offered.
    BotUnoffered,
    /// The coins of a purchase vanish.
    CoinsLost,
    /// The pot vanishes on a concession.
    CoinsConceded,
    /// The concession has no event.
    ConcedeSilent,
    /// The concession does not end the game.
    ConcedeHangs,
    /// The concession ends without an outcome.
    ConcedeNoOutcome,
    /// Who gets the pot on a concession depends on a counter.
    ConcedeOutside,
    /// Both seats have one name.
    SeatNames,
    /// The next game of a series has impossible settings.
    NextSettings,

    // Taking back.
    /// Showing a card is not marked as revealing.
    ShowUnmarked,
    /// Turning the cards at the end of a round is not marked as revealing.
    TurnedUnmarked,
    /// Opening the bids is not marked as revealing.
    OpenedUnmarked,
    /// The die is not marked as revealing.
    RolledUnmarked,
    /// The deal is not marked as revealing.
    DealtUnmarked,
    /// The card is shown without any event.
    ShowSilent,
    /// A pass is marked as revealing.
    PassMarked,

    /// Lists the faces of a die apart, though some lead to one position.
    FacesApart,
}

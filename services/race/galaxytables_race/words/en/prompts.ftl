# Questions, and what answers must fulfil beyond their bounds.

prompt-draft-take = Take a card for your deck.
prompt-setup-start-world = Choose your start world.
prompt-setup-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} of your opening hand.
prompt-setup-put-under = Lay { $least ->
    [one] 1 card
   *[other] { $least } cards
} face down under { $card }.
prompt-actions-choose = Choose your { $least ->
    [one] action
   *[other] { $least } actions
} for this round.
prompt-actions-boost = Spend a prestige to boost an action? Once a game, instead of Search.
prompt-search-category = What do you search for?
prompt-search-keep = { $card } fits. Do you take it?
prompt-explore-discard-for-prestige = Discard a card for { $prestige } prestige by { $card }, or none.
prompt-explore-keep = Keep { $least ->
    [one] 1 card
   *[other] { $least } cards
} of those you explored.
prompt-explore-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} from your hand and what you explored.
prompt-round-end-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
}: your hand limit is { $limit }.

prompt-develop-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} from your hand.
prompt-develop-place = Place a development, or none.
    .confirm = Develop { $what }
prompt-develop-discount = { $card } costs { $price }. Use powers or artifacts to pay less?
    .rule = The rest can be paid from hand.
prompt-develop-saving-good = Spend a good for { $card }.
prompt-develop-pay = Pay for { $card }: discard { $least ->
    [one] 1 card
   *[other] { $least } cards
}.

prompt-settle-place = Settle a world, or none.
    .confirm = Settle { $what }
prompt-settle-power = Which power for one more world do you use, if any?
prompt-settle-extra = Settle one more world with { $card }, or none.
prompt-settle-artifacts = Use artifacts to conquer or pay for { $card }?
    .rule = With them it can be settled.
prompt-settle-means = How do you settle { $card }?
prompt-settle-temporary = Which powers bring the military that { $card } still needs?
    .rule = Together they reach its defense.
prompt-settle-temporary-cards = Discard hand cards, each for { $military } military by { $card }.
prompt-settle-temporary-good = Spend a good for the military of { $card }.
prompt-settle-discount = Discard a card to have { $card } for nothing?
prompt-settle-savings = Use powers to pay less for { $card }?
    .rule = The rest can be paid from hand.
prompt-settle-saving-good = Spend a good for { $card }.
prompt-settle-pay = Pay for { $card }: discard { $least ->
    [one] 1 card
   *[other] { $least } cards
}.
prompt-settle-put-under = Lay one of the cards paid face down under { $card }?
prompt-settle-discard-for-good = Discard a card to put a good on { $card }, or none.
prompt-settle-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} from your hand.
prompt-settle-swap = Replace one of your worlds by { $card }: with which card, or none?
prompt-settle-swapped = Which world does { $card } replace?

prompt-takeover-power = By which power do you take { $card } over?
prompt-takeover-block = Spend { $spend } prestige to defeat the takeover of { $card }, or not?
prompt-takeover-attack = Add military to take { $card } over, or none: attack { $attack }, defense { $defense }.
    .rule = There is a good for each power that costs one.
prompt-takeover-defend = Add military to defend { $card }, or none: attack { $attack }, defense { $defense }.
    .rule = There is a good for each power that costs one.

prompt-trade-good = Sell a good.
prompt-consume-artifacts = Which artifacts do you consume as Alien goods, if any?
prompt-consume-power = Which power do you use next?
    .rule = Powers that do the same are offered once.
prompt-consume-option = Use one of these powers, or none.
prompt-consume-goods = Choose goods for { $card }.
    .rule = Goods are consumed as far as they go.
prompt-consume-kinds = Choose kinds of goods for { $card }.
prompt-consume-sell = Sell a good with { $card }.
prompt-consume-hand = Discard up to { $most ->
    [one] 1 hand card
   *[other] { $most } hand cards
} { $boost_key ->
    [true] by the boost of Trade
   *[false] for { $card }
}, or none.
    .rule = Cards for whole rewards only.
prompt-consume-prestige = Spend { $spend } prestige for { $card }?
prompt-consume-gamble = { $card }: guess the cost of the top card, or pass.
    .decline = Pass
prompt-consume-ante = Bet a hand card on { $card }, or pass.
    .decline = Pass
prompt-consume-take = Take one of the cards that { $card } revealed.

prompt-produce-war-effort = Give goods to the war effort, or none: 1 VP each.
prompt-produce-power = Which power puts a good on a windfall world next?
prompt-produce-windfall = Choose a windfall world for the good of { $card }.
prompt-produce-windfall-paid = Discard { $discard ->
    [one] a card
   *[other] { $discard } cards
} by { $card }: for a good on which windfall world, if any?
prompt-produce-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} for the good of { $card }.
prompt-produce-discard-here = Discard a card to put a good on { $card }, or none.
prompt-produce-bonus = Choose { $most ->
    [one] a windfall world for your bonus good
   *[other] up to { $most } windfall worlds for your bonus goods
}, or none.

prompt-repair-way = How do you repair a damaged world, or not now?
    .decline = Not now
prompt-repair-world = Choose what is repaired.
prompt-repair-discard = Discard { $least ->
    [one] 1 card
   *[other] { $least } cards
} for the repair.
prompt-repair-good = Discard a good for the repair.
prompt-invasion-defend = Buy strength against { $invader }, or none: { $missing } more would win.
    .rule = Together it wins the fight.
prompt-invasion-good = Spend a good for the strength of { $card }.
prompt-invasion-discard = Discard hand cards for strength.
prompt-invasion-damage = The Xeno have won: choose a world that they damage.

prompt-orb-play = Play an orb card, turned as you like.
prompt-orb-place = Where does the top left cell of { $card }, { $turned }, come to lie?
prompt-orb-corner = Choose a corner for your team.
prompt-orb-action = Your turn in the orb: what do you do next?
prompt-orb-team = Which team moves next?
prompt-orb-boost = Use artifacts or powers for the move of the team at { $cell }?
    .rule = Each artifact in one way.
prompt-orb-move = Where does the team at { $cell } go, or does it stay?
    .decline = It stays
prompt-orb-return = Which of your teams go back to a hub, if any?
    .rule = Each team to one hub.

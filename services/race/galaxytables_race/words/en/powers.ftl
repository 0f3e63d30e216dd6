# What powers do, each with the moment of its use before it.

word-setup = Set-up
word-select = Choosing actions
word-static = Always
word-end = End

# Conditions: what a card must have, all of it.
group-per = { asked }
group-of = { asked }
group-match = { asked }
group-only-if-own = { asked }
asked = { asked-adjectives }{ asked-figures }{ $kind_key ->
    [world] world
    [development] development
   *[other] { $name_count ->
        [1] {""}
       *[0] card
    }
}{ asked-power }
group-when = { asked-adjectives }{ asked-figures }{ $kind_key ->
    [world] world
    [development] development
   *[other] {""}
}{ asked-power }
asked-adjectives = { $name_count ->
    [1] { $name }{" "}
   *[0] {""}
}{ $keyword_count ->
    [1] { $keyword }{" "}
   *[0] {""}
}{ $military_key ->
    [true] military{" "}
    [false] non-military{" "}
   *[other] {""}
}{ $xeno_key ->
    [true] Xeno{" "}
   *[other] {""}
}{ $good_count ->
    [1] { $good }{" "}
   *[0] {""}
}{ $production_count ->
    [1] { $production }{" "}
   *[0] {""}
}
asked-figures = { $not_good_count ->
    [1] other than { $not_good }{" "}
   *[0] {""}
}{ $cost_count ->
    [1] cost-{ $cost }{" "}
   *[0] {""}
}{ $min_cost_count ->
    [1] cost-{ $min_cost }-or-more{" "}
   *[0] {""}
}
asked-power = { $has_power_count ->
    [1] {" "}with a power of { $has_power }
   *[0] {""}
}

# Numbers of things, and what is gained.
some-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
some-discarded = { $discard ->
    [one] 1 card
   *[other] { $discard } cards
}
some-drawn = { $draw ->
    [one] 1 card
   *[other] { $draw } cards
}
some-times = { $times ->
    [one] {""}
   *[other] , up to { $times } times
}
some-uses = { $uses ->
    [one] {""}
   *[other] , up to { $uses } times
}
some-rewards = { $vp ->
    [0] { $cards ->
        [0] { $prestige } prestige
       *[other] { some-cards }{ and-prestige }
    }
   *[other] { $vp } VP{ $cards ->
        [0] {""}
       *[other] {" and "}{ some-cards }
    }{ and-prestige }
}
and-prestige = { $prestige_count ->
    [1] { $prestige ->
        [0] {""}
       *[other] {" and "}{ $prestige } prestige
    }
   *[0] {""}
}
signed-amount = { $amount ->
    [-4] -4
    [-3] -3
    [-2] -2
    [-1] -1
   *[other] +{ $amount }
}
spending = { $cost_key ->
    [discard_self] discard this
    [hand_card] discard a hand card
    [prestige] spend a prestige
   *[good] discard a good{ $good_count ->
        [1] { $good_key ->
            [any] {""}
           *[other] {" "}({ $good })
        }
       *[0] {""}
    }
}
against = { $when_count ->
    [1] {" "}against { $when } worlds
   *[0] {""}
}
for-each-own = { $per_count ->
    [1] {" "}for each own { $per }
   *[0] {""}
}

power-starting-hand = { $moment }: begin with { some-cards }
power-save-card-at-setup = { $moment }: { some-cards } of the first hand under this world
power-choose-action-last = { $moment }: choose the action after the others
power-hand-limit = { $moment }: hand limit { $cards }
power-tableau-end-limit = { $moment }: this tableau ends the game at { some-cards }
power-variable-kind = { $moment }: of any one kind, as its owner names it
power-take-opponents-discards = { $moment }: take what others discard for their hand limit

power-explore-draw = { $moment }: draw { some-cards } more{ for-each-own }
power-explore-keep = { $moment }: keep { some-cards } more
power-explore-mix = { $moment }: mix what is explored with the hand before discarding
power-explore-discard-for-prestige = { $moment }: discard a card for { $prestige } prestige

power-draw = { $moment }: draw { some-cards }
power-draw-then-discard = { $moment }: draw { some-drawn }, then discard { some-discarded }
power-discount = { $moment }: pay { $amount } less{ $when_count ->
    [1] {" "}for { $when } worlds
   *[0] {""}
}
power-draw-after-placing = { $moment }: draw { some-cards } after placing
power-draw-then-discard-after-placing = { $moment }: draw { some-drawn } after placing, then discard { some-discarded }
power-prestige-after-placing = { $moment }: { $prestige } prestige after placing{ $when_count ->
    [1] {" "}({ $when })
   *[0] {""}
}
power-save-payment-card = { $moment }: { some-cards } of a payment under this world
power-spend-good-for-discount = { $moment }: spend a good ({ $good }) to pay { $amount } less
power-discard-self-for-discount = { $moment }: discard this to pay { $amount } less for a development

power-military = { $moment }: { signed-amount } military{ against }{ for-each-own }{ $only_if_own_count ->
    [1] {" "}with an own { $only_if_own }
   *[0] {""}
}
power-temporary-military = { $moment }: { signed-amount } military{ against } for this phase: { spending }{ some-uses }
power-pay-for-military = { $moment }: pay for a military world ({ $when }) at its defense{ $discount ->
    [0] {""}
   *[other] {" "}less { $discount }
}
power-pay-for-military-discount = { $moment }: pay { $amount } less for a military world that is paid for
power-prestige-when-paying-for-military = { $moment }: { $prestige } prestige for paying for a military world
power-conquer-peaceful-world = { $moment }: discard this: conquer a non-military world, its cost{ $defense_reduction ->
    [0] {""}
   *[other] {" "}less { $defense_reduction }
} being the defense{ $usable_in_takeover_key ->
    [true] , also by a takeover
   *[false] {""}
}{ $prestige ->
    [0] {""}
   *[other] , { $prestige } prestige
}
power-discard-self-for-free-world = { $moment }: discard this: a world that is not { $exclude_good } costs nothing
power-extra-world = { $moment }: { $cost_count ->
    [1] { spending }:{" "}
   *[0] {""}
}{ $mode_key ->
    [military_only] conquer one more world after a first one
    [leftover_military] conquer one more world with the military left
    [free] place one more world for nothing
   *[any] place one more world after a first one
}{ $exclude_good_count ->
    [1] , not { $exclude_good }
   *[0] {""}
}
power-replace-world = { $moment }: replace a world by one of its kind, up to { $max_cost_increase } dearer, for { $prestige } prestige
power-flip-for-free-world = { $moment }: reveal the top card instead of placing: a non-military world is placed for nothing
power-good-on-placed-production-world = { $moment }: a production world comes with a good when placed
power-discard-for-good-when-placed = { $moment }: discard { some-discarded } when this is placed: a good here
power-takeover = { $moment }: { $cost_count ->
    [1] { spending }:{" "}
   *[0] {""}
}{ $destroy_key ->
    [true] destroy
   *[false] take over
} { $target_key ->
    [rebel_military_worlds] a Rebel military world of another empire
    [owner_has_imperium] a military world of an empire with an Imperium card
    [owner_has_positive_military] a military world of an empire with military above 0
   *[any_owner] a military world of another empire
}{ $attack_per_rebel_military ->
    [0] {""}
   *[other] , +{ $attack_per_rebel_military } military for each own Rebel military world
}{ $prestige ->
    [0] {""}
   *[other] , { $prestige } prestige if it succeeds
}
power-takeover-defense = { $moment }: +{ $per_military_world } defense against takeovers for each own military world, +{ $extra_per_rebel_military_world } more for a Rebel one
power-block-takeover = { $moment }: spend { $prestige_cost } prestige to defeat a takeover

power-trade-bonus = { $moment }: +{ some-cards } for selling { $good_key ->
    [any] any good
   *[other] a good ({ $good })
}{ $this_world_only_key ->
    [true] {" "}from this world
   *[false] {""}
}{ for-each-own }
power-no-trade-here = { $moment }: the good here cannot be sold by Consume: Trade
power-trade-as-consume = { $moment }: sell a good { $use_bonuses_key ->
    [true] with
   *[false] without
} trade bonuses
power-consume = { $moment }: { $goods_count ->
    [one] a good ({ $goods })
   *[other] { $goods_count } goods ({ $goods })
}{ $this_world_only_key ->
    [true] {" "}from this world
   *[false] {""}
} for { some-rewards }{ some-times }
power-consume-distinct = { $moment }: { $once_key ->
    [true] goods of { $min_kinds } different kinds for { some-rewards }
   *[false] goods of { $min_kinds } to { $max_kinds } different kinds for { some-rewards } each
}
power-consume-all-goods = { $moment }: all goods left for { $vp_per_good } VP each, { $vp_adjust } VP
power-consume-hand = { $moment }: discard { some-discarded } from hand for { some-rewards }{ some-times }
power-consume-prestige = { $moment }: spend { $spend } prestige for { some-rewards }
power-gain-vp = { $moment }: { $vp } VP
power-gamble-guess-cost = { $moment }: guess the cost of the top card and keep it if right
power-gamble-ante = { $moment }: bet a hand card against as many cards as it costs; win one of them if any costs more

power-produce = { $moment }: a good here ({ $good })
power-discard-to-produce = { $moment }: discard { some-discarded }: a good here
power-windfall-produce = { $moment }: { $discard ->
    [0] {""}
   *[other] discard { some-discarded }:{" "}
}a good on one { $not_this_world_key ->
    [true] other windfall world
   *[false] windfall world
} ({ $good })
power-draw-if-produced-here = { $moment }: draw { some-cards } if a good is produced here
power-prestige-if-produced-here = { $moment }: { $prestige } prestige if a good is produced here
power-draw-per-good-produced = { $moment }: draw { some-cards } for each good produced ({ $good })
power-draw-per-kind-produced = { $moment }: draw { some-cards } for each kind of good produced
power-draw-per-goods-produced = { $moment }: draw { some-cards } for every { $each } goods produced
power-draw-if-most-produced = { $moment }: draw { some-cards } for producing the most ({ $good })
power-draw-per-card = { $moment }: draw { some-cards } for { $each ->
    [one] each own { $of }
   *[other] every { $each } of these: own { $of }
}
power-prestige-if-most = { $moment }: { $prestige } prestige for the most of these: { $of }
power-take-saved-cards = { $moment }: take the cards under this world
power-gather-goods-here = { $moment }: all own goods ({ $good }) move here, before production
power-repair-world = { $moment }: repair { $worlds ->
    [one] 1 world
   *[other] { $worlds } worlds
} (invasion game)

power-orb-extra-squares = { $moment }: each own team moves { $squares ->
    [one] 1 square
   *[other] { $squares } squares
} more (orb game)
power-orb-extra-team = { $moment }: when placed: one more airlock card and one more team (orb game)
power-xeno-defense = { $moment }: { signed-amount } Xeno defense (invasion game)
power-temporary-xeno-defense = { $moment }: { signed-amount } Xeno defense once: { spending }{ some-uses } (invasion game)

power-endgame-card = { $moment }: { $vp } VP for each own { $match }
power-endgame-vp-chips = { $moment }: { $vp } VP for every { $size } VP in chips
power-endgame-military = { $moment }: { $vp } VP for each military
power-endgame-negative-military = { $moment }: { $vp } VP for each military below 0
power-endgame-prestige = { $moment }: { $vp } VP for each prestige
power-endgame-good-kinds = { $moment }: VP for own worlds of no, one, two and more kinds of goods: { $table }
power-endgame-artifact = { $moment }: { $vp } VP for each artifact ({ $artifact_class })
power-endgame-goods-on-worlds = { $moment }: { $vp } VP for each good

power-bonus-draw-for-first-world = { $moment }: draw { some-cards } after placing a first world
power-bonus-military = { $moment }: { signed-amount } military for this phase
power-bonus-sale = { $moment }: sell a good{ $cards ->
    [0] {""}
   *[other] {" "}for { some-cards } more
}
power-bonus-multiply = { $moment }: VP from consuming goods times { $factor }
power-bonus-windfalls = { $moment }: a good on { $worlds ->
    [one] a windfall world
   *[other] up to { $worlds } windfall worlds
}
power-bonus-orb-actions = { $moment }: all { $actions } orb actions
power-bonus-search = Once a game, before all phases: look through the deck for one of these: { $categories }

power-artifact-world-discount = { $amount } less for a non-military world
power-artifact-development-discount = { $amount } less for a development
power-artifact-genes-world-discount = { $amount } less for a non-military genes world
power-artifact-genes-world-military = +{ $amount } military against a genes world
power-artifact-temporary-military = +{ $amount } military for a phase or an orb step
power-artifact-alien-good = an Alien good to trade, consume or spend
power-artifact-extra-squares = one team moves { $amount ->
    [one] 1 square
   *[other] { $amount } squares
} more
power-artifact-cross-wall = one team crosses one wall or barrier
power-artifact-cross-barrier = one team crosses one barrier

word-military-only = military worlds only
word-leftover-military = military that is left
word-free = for nothing
word-owner-has-imperium = an Imperium card of its owner
word-owner-has-positive-military = military above 0 of its owner
word-any-owner = anybody

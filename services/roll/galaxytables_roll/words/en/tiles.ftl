# What is printed on tiles, dice and the rest, and what it does.

kind-development = Development, cost { $cost }, { $vp } VP{ $reassign_key ->
    [true] , Reassign power
   *[false] {""}
}
kind-world = World ({ $colour }), cost { $cost }, { $vp } VP
kind-die = { $faces }
kind-phase-tile = Phase { $number }
kind-phase-strip = { $phases }
kind-player-mat = Credits: { $credits }
kind-vp-chip = { $vp } VP

power-gain-die = { $moment }: gain { $count } × { $colour } die ({ $to_key ->
    [world] as a good here
   *[other] { $to }
})
power-gain-credits = { $moment }: gain ${ $amount }
power-remove-die = { $moment }: return { $count ->
    [one] 1 die
   *[other] { $count } dice
} of yours to the supply
power-starting-credits = { $moment }: start with ${ $amount }
power-reassign = { $moment }: may reassign { $most } of your { $workers } to { $to_count ->
    [one] { $to }
   *[other] one of { $to }
}
    .with-least = { $moment }: may reassign { $least } to { $most } of your { $workers } to { $to_count ->
        [one] { $to }
       *[other] one of { $to }
    }
power-reassign-by-majority =
    { $moment }: with the most { $tiles } may reassign up to { $sole } workers, tied for most up to { $tied }
power-dictate-repeat = { $moment }: may Dictate any number of times
power-dictate-count = { $moment }: each Dictate may move up to { $most ->
    [one] 1 worker
   *[other] { $most } workers
}
power-rearrange-construction = { $moment }: may rearrange both construction stacks and turn tiles over
power-scout-place-on-top = { $moment }: scouted tiles may go on top of their stacks
power-stock-amount = { $moment }: { $colour } explorers stock ${ $amount }
power-extra-workers = { $moment }: extra workers for this phase: { $colours }
power-draw-tile-at-phase-end = { $moment }: at the end draw { $count } more
power-credits-if-scouted-with = { $moment }: ${ $amount } if one of your { $colour } explorers scouted
power-credits-if-most-developments = { $moment }: ${ $amount } if you have the most developments
power-cost-reduction = { $moment }: { $tiles } cost { $amount } less{ $floor ->
    [0] {""}
   *[other] , not below { $floor }
}
power-credits-on-completion = { $moment }: ${ $amount } for each of the other { $tiles } that you complete
power-completion-dice-to-cup = { $moment }: { $mode_key ->
    [all] all { $colours }
   *[choose] { $least } to { $most }
} workers of completed { $tiles } go to the cup
power-credits-per-citizenry-die = { $moment }: at the end ${ $amount } for each { $group ->
    [1] { $colour } die in the citizenry
   *[other] { $group } { $colour } dice in the citizenry, rounded up
}
power-credits-at-phase-end = { $moment }: at the end ${ $amount }
power-goods-capacity = { $moment }: your worlds hold { $extra ->
    [one] 1 more good
   *[other] { $extra } more goods
}
power-credits-per-good-on-world = { $moment }: at the end ${ $amount } for each good on your { $tiles }
power-credits-per-good-of-die = { $moment }: at the end ${ $amount } for each good that is a { $colour } die
power-trade-credits = { $moment }: Trade from { $tiles } gives ${ $amount } more
power-trade-buy-chip = { $moment }: after each Trade may pay ${ $price } for { $vp } VP
power-consume-credits = { $moment }: Consume from { $tiles } also gives ${ $amount }
power-consume-chips = { $moment }: Consume from { $tiles } gives { $amount } VP more
power-credits-if-highest-world = { $moment }: at the end ${ $amount } if only you have a world of the highest cost
power-chips-at-phase-end = { $moment }: at the end { $amount } VP
power-vp-per-development = { $moment }: { $amount } VP for each of your { $tiles }
power-vp-fraction-of-cost = { $moment }: 1/{ $divisor } of the cost of your { $tiles }, rounded up
power-vp-per-world = { $moment }: { $amount } VP for each of your { $tiles }
power-vp-per-die-colour = { $moment }: { $amount } VP for each different die colour that you own
power-vp-per-die-group = { $moment }: { $amount } VP for each { $group } { $colour } dice, rounded up
power-vp-chip-triangle = { $moment }: 1, 2, 3, … VP for 1, 3, 6, … VP in chips
power-vp-per-good = { $moment }: { $amount } VP for each good on your worlds
power-dictate = { $moment }: Dictate: one worker rests, { $most } may move
power-scout = Scout: draw { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} and as many as you abandon
power-stock = Stock: ${ $amount }
power-build = Put workers on the top one of your { $tiles } under construction
power-produce = Put a producer as a good on a world that is not grey; it holds { $capacity }
power-trade = Trade a good: { $prices }
power-consume = Consume a good: { $vp } VP, +{ $good } for a good and +{ $shipper } for a shipper of the world's colour

group-tiles = { $reassign_key ->
    [only] developments with Reassign powers
    [none] developments without a Reassign power
   *[any] { $colours_count ->
        [0] { $kind_key ->
            [world] worlds
           *[development] developments
        }
       *[other] { $colours } worlds
    }
}
group-workers = { $colours_count ->
    [0] workers
   *[other] { $colours } workers
}{ $from_key ->
    [any] {""}
   *[other] {" "}from { $from }
}{ $same_phase_key ->
    [true] {" "}from one phase
   *[false] {""}
}
group-prices = { $colour } ${ $credits }

word-any = any phase
word-selected = the phase that you selected
word-development = development
word-all = all
word-choose = by choice

word-home = home
word-military = military
word-consumption = consumption
word-novelty = novelty
word-rare = rare elements
word-genes = genes
word-alien = alien technology
word-grey = grey

word-assign = Assign
word-always = Always
word-completion = When completed
word-setup = At the start
word-end = At the end of the game

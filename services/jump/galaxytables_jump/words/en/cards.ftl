# What is printed on the cards.

kind-development = Cost { $cost } development
kind-world = Cost { $cost } world, { $colour }
    .with-defense = Defense { $defense } military world, { $colour }
kind-explore-marker = { $explore_icons } explore icons for one exploration
kind-preset-hand = { $cards }
kind-reference = { $dealt } cards are dealt, { $kept } kept; hand limit { $hand_limit }; { $goal_vp } VP end the game

figure-keywords = { $value }
figure-military-icons = { $value } military
figure-explore-icons = { $value } explore
figure-chromosome-icons = { $value } chromosome
figure-vp = { $value ->
    [0] {""}
   *[other] VP { $value }
}
figure-income = { $value ->
    [0] {""}
   *[other] income { $value }
}

cards-military = { $military_key ->
    [true] military{" "}
    [false] non-military{" "}
   *[any] {""}
}
cards-keyword = { $keyword_key ->
    [rebel] REBEL{" "}
   *[any] {""}
}
cards-colour = { $colour_key ->
    [novelty] novelty{" "}
    [rare] rare elements{" "}
    [genes] genes{" "}
    [alien] alien{" "}
    [grey] grey{" "}
   *[any] {""}
}
cards-kind = { $kind_key ->
    [development] development
    [world] world
   *[any] card
}
cards = { cards-military }{ cards-keyword }{ cards-colour }{ cards-kind }
counted = { $count_key ->
    [icon] { $group ->
        [1] { $icon } icon
       *[other] { $group } { $icon } icons
    }
    [military_strength] point of general strength
   *[card] { cards }
}
whose = { $scope_key ->
    [own_plus_chosen_rival] {" "}of yours, and as much for one other empire
   *[own] {""}
}
where = { $scope_key ->
    [any_rival] in any other empire
   *[own] in your empire
}

group-vp-per = { $once_key ->
    [true] VP { $amount } with any { cards } { where }
   *[each] VP { $amount } for each { counted }{ whose }
}
    .with-card = { $once_key ->
        [true] VP { $amount } with { $card } { where }
       *[each] VP { $amount } for each { $card }{ whose }
    }
group-income-per = { $once_key ->
    [true] Income { $amount } with any { cards } { where }
   *[each] Income { $amount } for each { counted }{ whose }
}
    .with-card = { $once_key ->
        [true] Income { $amount } with { $card } { where }
       *[each] Income { $amount } for each { $card }{ whose }
    }
group-on = { cards }
    .with-card = { $card }
group-against = { cards-keyword }{ cards-colour }world
group-any-of = general strength { $military_strength }
    .with-card = { $card } in your empire

power-cost-reduction = Pay { $amount } less for each { $on }.
power-targeted-military = Strength +{ $amount } against each { $against }.
power-strength-per-icon = Strength +{ $amount } for each { $icon } icon.
power-negotiate-military-world = Pay for a military world: its cost is its defense { $cost_change }.
    .with-excluded-colour = Pay for a military world, not { $excluded_colour }: cost is defense { $cost_change }.
power-second-peaceful-world = { $sacrifice_self_key ->
    [true] Give this card up: place two non-military worlds, the second one's cost { $cost_change }.
   *[false] Place two non-military worlds, the second one's cost { $cost_change }.
}
power-second-conquered-world = Conquer a second military world with the strength left.
power-placement-requirement = Only with one of: { $any_of }.
power-one-per-empire = One per empire.
power-moves-to-strongest = Before scoring it goes to the player of most general strength; not on a tie.
power-table-supply = Lies on the table: take it instead of a development.

word-novelty = novelty
word-rare = rare elements
word-genes = genes
word-alien = alien
word-grey = grey
word-explore = explore
word-world = world
word-development = development
word-military = military
word-chromosome = chromosome
word-rebel = REBEL
word-before-scoring = before scoring
word-stay = it stays

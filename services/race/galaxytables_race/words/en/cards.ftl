# What is printed on components besides their powers.

kind-world = { $military_key ->
    [true] Military world, defense { $defense }
   *[false] World, cost { $cost }
}, { printed-points }{ $xeno_key ->
    [true] , Xeno
   *[false] {""}
}{ $good_count ->
    [1] , { $good } { $production }
   *[0] {""}
}{ $start_world_count ->
    [1] , start world ({ $start_colour })
   *[0] {""}
}{ printed-marks }
kind-development = Development, cost { $cost }, { printed-points }{ printed-marks }
printed-points = { $vp_count ->
    [1] { $vp } VP
   *[0] points at the end
}
printed-marks = { $keywords_count ->
    [0] {""}
   *[other] , { $keywords }
}{ $prestige_key ->
    [true] , prestige
   *[false] {""}
}{ $replaces_count ->
    [1] , second edition
   *[0] {""}
}

kind-action = Action: { $phase }{ $second_key ->
    [true] , second card: if both cards are chosen, the phase is held twice
   *[false] {""}
}{ $played_with_count ->
    [1] { $boosts_count ->
        [1] , with a prestige spent on it, once a game
       *[0] , played with: { $played_with }
    }
   *[0] {""}
}{ $phase_key ->
    [explore] . All draw 2 cards and keep 1; who chose it has this bonus:
    [develop] . All may place a development; who chose it has this bonus:
    [settle] . All may place a world; who chose it has this bonus:
    [consume] . All turn their goods into VP and cards; who chose it has this bonus:
    [produce] . All get goods on their production worlds; who chose it has this bonus:
   *[other] {""}
}

kind-goal = { $type_key ->
    [first] First goal, { $vp } VP
   *[most] Most goal, { $vp } VP, at the end { $tie_vp } VP for others with as much
}; after { $checked }{ $ways_count ->
    [1] {""}
   *[other] ; any of these will do
}
group-ways = { $conditions }
group-conditions = { $counted_key ->
    [phases_with_power] powers of { $least } phases, Trade being one
    [six_cost_variable_developments] a development of cost 6 that scores at the end
    [good_kinds_of_worlds] worlds of { $least } kinds of goods
    [cards_discarded_to_hand_limit] a card discarded to the hand limit
    [keyword_cards] { $least } { $keyword } cards
    [vp_chips] { $least } VP in chips
    [goods_on_worlds] { $least } goods
    [tableau_cards] { $least } cards
    [production_worlds] { $least } production worlds
    [developments] { $least } developments
    [permanent_military] { $least } military
    [novelty_or_rare_worlds] { $least } novelty or rare elements worlds
    [cards_with_power] { $least } cards with a power of { $phase }
    [prestige] { $least } prestige
    [worlds] { $least } worlds
    [military_worlds] { $least } military worlds
    [negative_military] { $least } military below 0
    [takeover_powers] { $least ->
        [one] a takeover power
       *[other] { $least } takeover powers
    }
    [rebel_military_worlds] { $least } Rebel military worlds
   *[other] { $least } ({ $counted })
}

kind-vp-chip = VP chip, { $vp } VP; { $per_seat } for each player, { $with_prestige } more where prestige is played
kind-prestige-chip = Prestige, { $vp } VP
kind-reward-chip = Reward for a fight won, { $vp } VP; no VP chip
kind-leader-tile = Leader of prestige: { $vp } VP in chips and { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} at the start of a round with a chip on the tile

kind-invasion = Invasion card of wave { $wave }, { $strength_count ->
    [1] strength { $strength }
   *[0] the military of who faces it and { $military_plus } more
}
kind-repulse-tile = For { $seats } players: the Xeno are repulsed at { $repulse }; rewards, most advanced admiral first: { $rewards }; cards of the waves: { $wave_cards }
kind-repulse-track = Track of the admirals' discs; its lowest space is for { $lowest } and below
kind-bunker = Bunker: discard { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} for { $strength } strength, once in each fight
kind-defeat-tile = The empire is lost when all lose their fights for the { $defeats ->
    [2] second
   *[other] { $defeats }.
} time
kind-bonus-tile = { $vp } VP for most: { $counted }

kind-orb-card = Orb card, { $deck }
kind-artifact = Artifact { $series }, { $vp } VP{ $vp_per_station ->
    [0] {""}
   *[other] , and { $vp_per_station } for each feeding station in sight
}{ $artifact_class_count ->
    [1] , { $artifact_class }
   *[0] {""}
}

word-world = world
word-development = development
word-production = production
word-windfall = windfall
word-red = red
word-blue = blue
word-xeno = Xeno
word-keyword-alien = Alien
word-keyword-rebel = Rebel
word-keyword-imperium = Imperium
word-keyword-uplift = Uplift
word-keyword-chromosome = chromosome
word-keyword-terraforming = Terraforming
word-keyword-anti-xeno = Anti-Xeno
word-keywords-alien = { word-keyword-alien }
word-keywords-rebel = { word-keyword-rebel }
word-keywords-imperium = { word-keyword-imperium }
word-keywords-uplift = { word-keyword-uplift }
word-keywords-chromosome = { word-keyword-chromosome }
word-keywords-terraforming = { word-keyword-terraforming }
word-keywords-anti-xeno = { word-keyword-anti-xeno }

word-base = base game
word-gathering-storm = The Gathering Storm
word-rebel-vs-imperium = Rebel vs Imperium
word-brink-of-war = The Brink of War
word-alien-artifacts = Alien Artifacts
word-xeno-invasion = Xeno Invasion
word-new-worlds = New Worlds
word-uplift-knowledge-settle-only = Uplift Knowledge after Settle only

word-first = first
word-most = most
word-round-start = start of the round
word-phases-with-power = phases with a power
word-six-cost-variable-developments = developments of cost 6 that score at the end
word-good-kinds-of-worlds = kinds of worlds
word-cards-discarded-to-hand-limit = cards discarded to the hand limit
word-keyword-cards = cards of a kind
word-vp-chips = VP in chips
word-goods-on-worlds = goods
word-tableau-cards = cards
word-production-worlds = production worlds
word-developments = developments
word-permanent-military = military
word-novelty-or-rare-worlds = novelty or rare elements worlds
word-cards-with-power = cards with a power
word-worlds = worlds
word-military-worlds = military worlds
word-negative-military = military below 0
word-takeover-powers = takeover powers
word-rebel-military-worlds = Rebel military worlds

word-value-against-xeno = military against the Xeno
word-war-effort = goods given to the war effort
word-start-airlock = airlock at the start
word-extra-airlock = extra airlock
word-plain = plain
word-artifact-a = artifact A
word-artifact-b = artifact B
word-airlock = airlock
word-wall = wall
word-barrier = barrier
word-north = north
word-east = east
word-south = south
word-west = west
word-science = science
word-technology = technology
word-uplift = uplift

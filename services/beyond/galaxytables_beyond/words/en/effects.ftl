# The effect vocabulary: what is paid, counted and carried out.

cost = { $cost_population ->
    [0] { $cost_ore ->
        [0] {""}
       *[other] { $cost_ore } ore:{" "}
    }
   *[other] { $cost_ore ->
        [0] return { $cost_population } population:{" "}
       *[other] { $cost_ore } ore and return { $cost_population } population:{" "}
    }
}

# An amount that is counted on the table.
group = ({ $plus ->
    [0] {""}
   *[other] { $plus } plus{" "}
}{ $times } for each { $divide ->
    [1] {""}
   *[other] { $divide } times a{" "}
}{ $metric }{ $max ->
    [0] {""}
   *[other] , { $max } at most
})

group-options = ({ cost }{ $effects })

group-effects = { $op_key ->
    [gain_ore] gain { $n } ore
    [supply_to_pop] turn { $n } supply into population
    [build] turn { $source } into a level { $level } ship { $at }{ $n ->
        [1] {""}
       *[other] , { $n } times
    }
    [upgrade] upgrade ships by { $manner_count ->
        [0] {""}
       *[other] { $manner }{" "}
    }{ $steps } in all{ $per_ship ->
        [0] {""}
       *[other] , each ship once
    }
    [jump] jump { $points }
    [teleport] move up to { $ships } ships anywhere
    [automate] automate { $kind_key ->
        [food] a food disc
        [ore] an ore disc
       *[either] a food or ore disc
    }{ $n ->
        [1] {""}
       *[other] , { $n } times
    }
    [research] research a technology of Level { $level }{ $manner_count ->
        [0] {""}
       *[other] {" "}({ $manner })
    }
    [colonize] colonise a system { $target }{ $strength_discount ->
        [0] {""}
       *[other] {" "}with { $strength_discount } less strength
    }{ $manner_count ->
        [0] , without its bonus for control
       *[other] {""}
    }
    [shift_supply] put your { $n } rightmost supply cubes into any columns
    [private_tech] turn up { $draw } technologies of Level { level-number }, keep { $keep } for yourself
    [copy_action] pay for and carry out { $action_class } of another card, the box or a guild
    [choose] choose{ $times ->
        [1] {""}
       *[other] {" "}{ $times } times
    } among { $options }
    [may] you may ({ cost }{ $effects })
    [repeat] { $n } times ({ $effects })
    [for_each] { $who }: { $effects }
    [unlock_guild] uncover { $guild }
    [add_system] a system of deck { $deck } comes to lie beside { $next_to }
   *[attach_scoring] at the end { $who_key ->
        [discoverer] { $scoring } for the discoverer alone
       *[other] { $scoring }
    }
}

group-scoring = { $kind_key ->
    [per] { $vp } VP for each { $metric }{ $max ->
        [0] {""}
       *[other] , { $max } at most
    }
    [most] { $vp } VP to who has most: { $metric }
   *[strongest_at] { $vp } VP more to the highest strength at { $location }
}

word-up-to = up to
word-discovered-only = a discovered one
word-ignore-prerequisites = without its prerequisites
word-skip-immediate = without its immediate bonus
word-control-effects = with its bonus for control
word-repeat-allowed = the same again, too
word-pop = a population
word-supply = a supply cube
word-yard = at Sol or a shipyard of yours
word-sol = at Sol
word-deep-space = in Deep Space
word-any = anywhere
word-either = food or ore
word-controlled = you control
word-unclaimed-at-turn-start = that nobody controlled as your turn began
word-research = a research action
word-colonize = a colonize action
word-all = every faction
word-discoverer = the discoverer
word-others = every other faction
word-colonized = you colonise a system
word-researched = you research a technology
word-control-gained = you gain control of a location
word-produced-population = you choose population growth
word-controlled-locations = location you control
word-controlled-shipyards = shipyard you control
word-colonies = system you have colonised
word-colonies-deck-b = system of deck B you have colonised
word-takeovers-this-action = location wrested from a rival by this action
word-techs-researched = technology you have researched
word-level-1 = I
word-levels-1 = I
word-level-2 = II
word-levels-2 = II
word-level-3 = III
word-levels-3 = III
word-level-4 = IV
word-levels-4 = IV
word-techs-level-3 = technology of Level III
word-techs-level-4 = technology of Level IV
word-types-researched-level-ge-2 = different main type among technologies of Level II and above
word-population = population
word-fleet-strength = strength of your fleet
word-automation-level = automation level
word-empty-tracks = empty production track

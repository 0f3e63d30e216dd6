# What stands on cards, boards and mats.

level-number = { $level ->
    [1] I
    [2] II
    [3] III
   *[other] IV
}

kind-technology = Level { level-number } { $types } technology, { $vp } VP
    .with-output = Level { level-number } { $types } technology, leads to { $output }, { $vp } VP
kind-event = Event of Level { level-number }{ $fixed_key ->
    [true] , in every game
   *[false] {""}
}
kind-system = System { $deck }, strength { $strength }, { $traits } discs, { $vp } VP{ $starting_key ->
    [true] , one of those to start with
   *[false] {""}
}
kind-achievement = Achievement, { $slots } VP: { $condition }
kind-guild = Guild
kind-basic = Action of the basic box{ $may_stay_key ->
    [true] ; the pawn may stay
   *[false] {""}
}
kind-slot = { $required ->
    [0] Slot of Level { level-number }
   *[other] Slot of Level { level-number }, after { $required } of { $prerequisites }
}
kind-sol = Everybody builds ships here
kind-deep-space = Where other ships are banished to
kind-system-slot = Place of a system
    .with-deck = Place of a system of deck { $deck }
kind-shipyard = Who controls it builds ships here
kind-mat = Faction mat ({ $mat }): columns { $columns }; trades { $trade_ore_to_pop } ore for a population, { $trade_retire_ship } ore to retire a ship, a population for { $trade_pop_to_ore } ore; begins with { $start }
kind-reference = { $cubes } cubes, { $discs_of_each_kind } discs of each kind; ore to begin with by turn order: { $seat_bonus_ore } more

group-condition = at least { $at_least }: { $metric }
group-start = { $population } population, { $ore } ore and a level { $ship_level } ship at { $ship_at }
group-sides = { $players } players: to { $lanes }{ $traits_count ->
    [0] {""}
   *[other] ; outposts of { $traits }
}
group-spaces = { $players } players: spaces for { $surcharges } ore more
group-end-trigger = { $players } players: { $discs } discs on achievement cards trigger the end

figure-population-track = population { $value }
figure-ore-track = ore { $value }
figure-automation = automation { $value } VP

word-immediate = at once
word-control = on control
word-colonization = on colonising
word-discovery = when it is turned up
word-basic = basic
word-advanced = advanced
word-none = –
word-A = A
word-B = B

since = { $from_level ->
    [0] {""}
   *[other] from automation level { $from_level } on:{" "}
}

power-bonus = { $moment }: { $effects }
power-action = { cost }{ $effects }
    .with-spaces = { $spaces ->
        [one] 1 space
       *[other] { $spaces } spaces
    }: { cost }{ $effects }
power-skip-prerequisite = { since }{ $skip } of { $when_required } prerequisites of { $discovered_only_key ->
    [true] discovered technologies
   *[false] technologies
} of Level { $levels } may be missing
power-swap-pop-cost = { since }up to { $count } population in the cost of an action can be paid with { $ore } ore
power-wild-tracks = { since }discs for automation and outposts may come from either track
power-long-jump = { since }one movement point leads anywhere, except from { $except_from }
power-jump-bonus = { since }jumps have { $points } more
power-discount = { since }{ $action_class } costs { $ore } ore less
power-trade-rate = { since }the trade “{ $trade }” costs { $ore } ore
power-once-per-turn = { since }once on your turn: { cost }{ $effects }
power-swap-placeholders = { since }exchange achievement discs on achievement cards for production discs
power-on = { since }when { $trigger }, up to { $limit } in a turn: { cost }{ $effects }
power-end-score = { since }at the end { $scoring }

notice-sources = Of { $components } components { $sourced } are sourced, { $partly_sourced } are sourced in part, { $named } by name or idea only, and { $reconstructed } are our reconstruction, for no public source has the whole card list.
notice-owners = If you own the box, you can play with its real components: fill in services/beyond/galaxytables_beyond/components/template.json, check it with `python -m galaxytables_beyond check-pack FILE`, and start this game's rules service with GALAXYTABLES_COMPONENTS=FILE.

# The drawing of Beyond the Sun.

beyond-round = Round { $round }
beyond-last-round = last round { $round }
beyond-discs = { $claimed } of { $end } discs
beyond-spaces = Action spaces
beyond-technologies = Technologies { $level }
beyond-in-deck = { $cards } in the deck
beyond-exploration = Exploration
beyond-achievements = Achievements
beyond-events = Events in effect
beyond-turned-up = Turned up
beyond-vp = VP
beyond-ore = ore
beyond-population = population
beyond-strength = fleet strength
beyond-supply = Supply
beyond-track-population = population track
beyond-track-ore = ore track
beyond-growth = grows { $count }
beyond-income = gives { $count } ore
beyond-automation = automation { $count }
beyond-colonies = Colonies
beyond-surcharge = +{ $ore } ore
beyond-undiscovered = undiscovered
beyond-level = level { $level }
beyond-points = { $points } VP
beyond-powers = Powers

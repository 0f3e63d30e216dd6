# The drawing of Race for the Galaxy.

race-phase-draft = draft
race-phase-setup = first hands
race-phase-actions = choose actions
race-phase-search = Search
race-phase-explore = Explore
race-phase-develop = Develop
race-phase-settle = Settle
race-phase-consume = Consume
race-phase-produce = Produce
race-phase-round-end = hand limit
race-phase-invasion = Invasion
race-phase-orb = orb
race-phase-over = over
race-second-phase = second { $phase }
race-agenda = then { $phases }
race-pool = { $vp } VP in the pool
race-pool-overdrawn = 0 VP in the pool, { $vp } VP paid beyond it

race-action-explore-5-0 = Explore +5
race-action-explore-1-1 = Explore +1+1
race-action-explore-orb = Orb explore
race-action-develop = Develop
race-action-develop-2 = Develop
race-action-settle = Settle
race-action-settle-2 = Settle
race-action-consume-trade = Trade
race-action-consume-x2 = Consume x2
race-action-produce = Produce
race-action-search = Search
race-action-produce-repair = Produce, repair
race-action-prestige = Prestige

race-start-worlds = Start worlds to choose from
race-draft = Cards to draft from
race-explored = Explored
race-opening-hand = Opening hand
race-saved = Saved under a world
race-action-cards = Your action cards
race-hand = Your hand · { $cards } · price, VP it adds
race-drafted = Your drafted cards · { $cards } · price, VP it adds
race-goals = Goals · what each has, and what is needed
race-goal-most = (most, at least { $needed }):
race-goal-first = (first to { $needed }):
race-your-tableau = Your tableau
race-short = { $missing } short
race-new = new
race-damaged = damaged
race-shown = { $card } (shown)
race-vp = VP ({ $chips } in chips)
race-cards = cards
race-tableau = { $cards } of { $end } cards
race-goods = { $count ->
    [one] { $count } good
   *[other] { $count } goods
}
race-own-deck = own deck { $cards }
race-wave = wave { $wave }

race-kind-development = dev
race-kind-world = world
race-kind-novelty = novelty
race-kind-rare = rare
race-kind-genes = genes
race-kind-alien = alien
race-kind-any = any
race-kind-artifact = artifact
race-kind-orb-card = orb card
race-kind-action = action
race-kind-goal = goal
race-kind-bonus-tile = bonus tile
race-kind-reward-chip = reward chip
race-kind-repulse-tile = repulse tile
race-kind-repulse-track = repulse track
race-kind-vp-chip = vp chip
race-kind-leader-tile = leader tile
race-kind-prestige-chip = prestige chip
race-kind-bunker = bunker
race-kind-defeat-tile = defeat tile

race-against-rebel = rebel
race-against-imperium = imperium
race-against-alien = alien
race-against-genes = genes
race-against-rare = rare
race-against-novelty = novelty
race-against-any = any
race-against-windfall = windfall
race-against-production = production
race-against-xeno = xeno

race-prestige = { $chips } prestige
race-prestige-leads = (leads, { $chips } on the tile)
race-boost-used = boost used
race-turned-up = Turned up by { $who } · { $cards }
race-saved-under = ({ $cards } saved)

race-takeovers = Takeovers · attack against defense
race-takeover-of = { $world } of { $who }
race-takeover = { $attack } against { $defense }, { $outcome }
race-takeover-open = to be fought
race-takeover-won = won
race-takeover-failed = beaten off
race-takeover-void = came to nothing
race-threat = ({ $attack } against { $defense })

race-invasion = Invasion · repulsed at { $repulse }
race-all-admirals = all admirals { $strength }
race-defeats = defeats { $defeats } of { $most }
race-xeno-repulsed = the Xeno are repulsed
race-xeno-defeated = the empire is lost
race-invasion-begins = from round { $round } on
race-wave-cards = wave { $wave }: { $cards }
race-against-xeno-strength = against Xeno { $strength }
race-xeno-defense = and { $strength } defense
race-war-effort = war effort { $chips }
race-rewards = rewards { $chips }
race-fight-held = held { $strength } to { $invader }
race-fight-lost = lost { $strength } to { $invader }
race-fight-holds = holds { $strength } to { $invader }
race-fight-loses = loses { $strength } to { $invader }

race-orb = Orb · { $cards } cards left · { $stations } feeding stations · order: { $order }
race-orb-legend =
    ?a ?b artifact   !a on a breeding tube
    = jump tube   f feeding station   H hub   . airlock
    1 to 5 teams   a number on an edge: a barrier
race-orb-hand = Your orb cards · { $cards }, upright
race-orb-hand-empty = none
race-artifacts = Artifacts
race-your = your
race-face-down = { $count } face down
race-used = (used)

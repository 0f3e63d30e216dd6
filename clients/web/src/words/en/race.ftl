# The drawing of Race for the Galaxy.

race-round = Round { $round }
race-pool = { $chips } VP in the pool
race-pool-overdrawn = 0 VP in the pool, { $chips } VP paid beyond it
race-deck = { $cards ->
    [one] 1 card in the deck
   *[other] { $cards } cards in the deck
}
race-discards = { $cards } discarded
race-hand = Your hand
race-hand-of = { $cards } of at most { $limit } at the round's end
race-drafted = Your drafted cards
race-start-worlds = Start worlds
race-explored = Explored
race-opening = Opening hand
race-draft = To draft from
race-saved = Saved under a world
race-paid = Paid
race-actions = Your action cards
race-goals = Goals
race-goal-first = First to { $needed }
race-goal-or = { " or " }
race-goal-most = Most, from { $needed }
race-takeovers = Takeovers
race-cards = hand cards
race-chips = VP chips
race-military = military
race-against = { $strength } against { $against }
race-tableau = tableau
race-prestige = prestige
race-vp = VP
race-gain = { $vp } VP
race-shown = shown
race-new = new
race-damaged = damaged
race-saved-under = { $count } under it
race-short = { $missing } short
race-revealed = Turned up

race-leader = leader
race-on-tile = { $chips } on the tile
race-prestige-used = search and boost used
race-admiral = value against the Xeno
race-war-effort = goods given
race-rewards = rewards
race-orb = The orb
race-orb-order = Order of play: { $who }
race-orb-deck = { $cards ->
    [one] 1 orb card left
   *[other] { $cards } orb cards left
}
race-orb-stations = { $count ->
    [one] 1 feeding station
   *[other] { $count } feeding stations
}
race-orb-cards = { $count ->
    [one] 1 orb card
   *[other] { $count } orb cards
}
race-orb-hand = Your orb cards
race-artifact-hidden = Artifact { $series }, face down
race-invasion = The invasion
race-invasion-first = begins with round { $round }
race-repulse = { $total } of { $repulse } to repulse the Xeno
race-defeats = { $defeats } of { $most } defeats
race-wave = Wave { $wave }: { $cards ->
    [one] 1 card left
   *[other] { $cards } cards left
}
race-fight-won = repulsed
race-fight-lost = beaten
race-fight-open = still open
race-takeover-won = taken
race-takeover-failed = beaten off
race-takeover-void = came to nothing

# The log.

event-turn = Round { $round }: { $seat } is to move.
event-action = { $seat } moves to { $card }.
event-no-action = { $seat } cannot use any space.
event-paid = { $population ->
    [0] { $seat } pays { $ore } ore.
   *[other] { $ore ->
        [0] { $seat } returns { $population } population.
       *[other] { $seat } pays { $ore } ore and returns { $population } population.
    }
}
event-gained-ore = { $seat } gains { $ore } ore.
event-populated = { $seat } turns { $cubes ->
    [one] a supply cube
   *[other] { $cubes } supply cubes
} into population.
event-built = { $seat } builds a level { $level } ship at { $place }.
event-upgraded = { $seat } upgrades a ship at { $place } to level { $level }.
event-moved = { $seat } moves a level { $level } ship from { $start } to { $end }.
event-controlled = { $seat } controls { $place } with a disc of { $disc }.
event-taken-over = { $seat } takes { $place } from { $loser } with a disc of { $disc }.
event-control-lost = { $seat } loses { $place }; the disc of { $disc } returns.
event-control-bonus = { $seat } takes the bonus of { $place }.
event-settled = { $seat } settles { $ships ->
    [one] a ship
   *[other] { $ships } ships
} of strength { $strength }.
event-banished = Banished to Deep Space: { $ships ->
    [one] a ship
   *[other] { $ships } ships
} of { $seat }.
event-colonized = { $seat } colonises { $system } at { $place }.
event-system-revealed = { $system } is found at { $place }.
event-colony-disc = { $seat } puts a disc of { $disc } on { $system }.
event-automated = { $seat } automates a disc of { $disc }, level { $level }.
event-shifted = { $seat } moves a supply cube from column { $source } to { $target }.
event-explored = { $seat } explores slot { $slot }.
event-event = Event: { $event }.
event-guild-opened = { $guild } can be used from now on.
event-system-added = { $system } is found beyond the known lanes.
event-scoring-attached = { $event } will be scored at the end.
event-turned-up = { $seat } looks for { $type } technology and turns up { $cards }.
event-turned-up-privately = { $seat } turns up { $cards }.
event-kept = { $seat } keeps { $technology }.
event-discovered = { $seat } discovers { $technology } on slot { $slot }.
event-researched = { $seat } researches { $technology } on slot { $slot }.
event-copied = { $seat } copies an action of { $card }.
event-power-used = { $seat } uses the power of { $card }.
event-exchanged = { $seat } exchanges a disc on { $achievement } for a disc of { $disc }.
event-grew = { $seat } grows by { $cubes } population.
event-mined = { $seat } produces { $ore } ore.
event-trades = { $seat } trades.
event-bought-population = { $seat } gives { $ore } ore for a population.
event-sold-population = { $seat } returns a population for { $ore } ore.
event-retired = { $seat } retires a level { $level } ship for { $ore } ore.
event-achieved = { $seat } claims { $achievement } for { $points } VP.
event-end-triggered = The end is triggered; round { $round } is the last.
event-round-limit = Round { $round } is the last in any case.
event-game-ended = The last round is played: points are counted.

# Slots as the board names them.
word-slot-I1 = I-1
word-slot-I2 = I-2
word-slot-I3 = I-3
word-slot-I4 = I-4
word-slot-II1 = II-1
word-slot-II2 = II-2
word-slot-II3 = II-3
word-slot-II4 = II-4
word-slot-II5 = II-5
word-slot-II6 = II-6
word-slot-III1 = III-1
word-slot-III2 = III-2
word-slot-III3 = III-3
word-slot-III4 = III-4
word-slot-III5 = III-5
word-slot-III6 = III-6
word-slot-IIII1 = IV-1
word-slot-IIII2 = IV-2
word-slot-IIII3 = IV-3

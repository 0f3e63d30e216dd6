# A table in play: its players, whose turn it is, what was told and said, how it ended.

board-title = Table
board-waiting = Waiting for the first look at the table …
pane-card = Card
pane-log = Log
pane-talk = Talk

seats-time-left = { $time } left
seats-part-banked = ({ $time } of it banked)
seats-banked = + { $time } banked
seats-on-vacation = on vacation
seats-wishes-to-go-on = wishes to go on
seats-wishes-a-pause = wishes a pause
seats-missed = { $count } missed

turn-over = the game is over
turn-stranded = stands still: its version of the rules is not served now
turn-paused = paused
turn-paused-resume = paused (z: wish to go on)
turn-left-alone = everybody else has left (E: end the game)
turn-pause-asked = { $who } asks for a pause (z: agree)
turn-pause-wished = { $who } asks for a pause
turn-yours = your turn
turn-waiting = waiting
turn-idle = { $words }.
turn-waiting-for = waiting for { $who }
turn-thinks = thinks { $seconds } s

missed-title = While you were away:
missed-keys = { $earlier ->
    [0] b: step by step   esc: enough
   *[other] { $earlier } more before that · b: step by step   esc: enough
}

log-taken-back = (taken back)
takeback-own = you propose to take back { $choices ->
    [one] a choice
   *[other] { $choices } choices
}; { $who } must agree (n: withdraw)
takeback-proposed = { $who } proposes to take back { $choices ->
    [one] a choice
   *[other] { $choices } choices
}
takeback-asked = { $who } proposes to take back { $choices ->
    [one] a choice
   *[other] { $choices } choices
} (y: accept, n: decline)

talk-speaker = { $who }:
talk-watching = { $who } (watching)
talk-says = { $who } says: { $text }
talk-to-all = Say to everybody at the table
talk-unsaid = Not said, c has your words: { $why }
talk-over = The game is over: nobody talks here any more.

table-come-back = Come back with   make play TABLE={ $table }
table-notice = Components
table-connection-lost = connection lost, attempt { $attempt } in { $seconds } s ({ $why })
table-nothing-to-take-back = There is nothing of yours to take back.
table-propose = Propose to take back your last choice? All must agree.
table-unrates = { $question } { $consequence }
table-rated = rated
table-unrated = not rated
table-nothing-to-pause = There is no game of yours to pause.
table-no-clock = There is no clock of yours to stop.
table-no-vacation = There is no vacation at this table.
table-resign = Resign? You rank behind all who play on; a game for two ends.
table-resigned = You resigned.
table-nothing-to-resign = There is no game of yours to resign.
table-claim-end = End the game? Everybody else has left: you win it.
table-not-alone = Only the last player left can end a game.
table-no-card = Walk to a card first (tab: to the table).
table-no-scores = Scores come at the end; the players' lines show how they stand.
table-leave = Leave? Your seat stays yours: you can come back.

result-nobody-wins = Everybody has left: nobody wins.
result-over = The game is over.
result-you-win = You win!
result-wins = { $who } wins.
result-shared = { $who } share the victory.
result-total = Total
result-tie-break = Tie-break
result-place = Place
result-rank = { $rank }.
result-keys = esc: look at the table   a: where it turned   r: rematch   o: open seats   n: new table   q: leave
result-rating = Rating of { $who }: { $before } → { $after } ({ $change })
result-record-away = The record cannot be had now: { $why }
result-seed-secret = The seed of the game is not published yet.
result-seed-false = Beware: the published seed is NOT the one that was promised before the game.
result-seed-true = All chance came from the seed promised before the game: { $seed }… matches.

turns-title = Where it turned
turns-keys = 1 to 5: look at it   esc: back
turns-asking = A bot looks at your choices …
turns-by = The choices with which you gave most away, as { $bot } sees it:
turns-even = As { $bot } sees it, no single choice of yours decided the game.
turns-untold = No bot tells chances to win at such a table now.
turns-unknown = { $bot } does not tell chances to win here.
turns-swing = { $number }  round { $round }: { $before } % → { $after } %
turns-cost = your choice gave away { $percent } of 100 games
turns-unseen = { $bot } did not look at what you chose
turns-failed = It cannot be told: { $why }

# What the lobby tells at a table.

event-started = The game has started.
event-clocked-out = { $seat } ran out of time.
event-resigned = { $seat } has resigned.
event-removed = The operator has sent { $seat } away.
event-handed-over = Nobody plays on for { $seat }.
    .with-bot = { $bot ->
        [random] The beginner bot plays on for { $seat }.
        [greedy] The hasty bot plays on for { $seat }.
        [heuristic] The rule-of-thumb bot plays on for { $seat }.
        [easy] The easy bot plays on for { $seat }.
        [normal] The normal bot plays on for { $seat }.
        [hard] The hard bot plays on for { $seat }.
        [best] The strongest bot plays on for { $seat }.
       *[other] The bot { $bot } plays on for { $seat }.
    }
event-undone = { $seat } took a choice back.
event-takeback-proposed = { $seat } proposes to take back { $choices ->
    [one] a choice
   *[other] { $choices } choices
}.
event-takeback-declined = { $seat } declines to take back.
event-takeback-expired = The proposal to take back has lapsed.
event-taken-back = { $seat } takes back { $choices ->
    [one] a choice
   *[other] { $choices } choices
}, and all that was chosen since.
event-pause-wished = { $seat } asks for a pause.
event-resume-wished = { $seat } wishes to go on.
event-wish-withdrawn = { $seat } takes the wish back.
event-hint-asked = { $seat } asks for a hint.
event-paused = The game is paused.
event-resumed = The game goes on.
event-vacation-began = { $seat } goes on vacation.
event-vacation-ended = { $seat } is back from vacation.
event-went-berserk = { $seat } goes berserk: half of the time, and a point more for a win.
event-compensated = The platform was away; its time is given back to all clocks.
event-clocks-extended = The operator gives all more time: { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
    .with-seat = The operator gives { $seat } more time: { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }.
event-end-claimed = { $seat }, the only one left, ends the game.
event-finished = { $reason_key ->
    [stalled] The game is over: nobody has played it for long.
    [resigned] The game is over: a player has resigned.
    [clocked_out] The game is over: a player ran out of time too often.
    [abandoned] The game is over: the players have left.
    [closed_by_operator] The game is over: the operator has ended it.
   *[played_out] The game is over.
}

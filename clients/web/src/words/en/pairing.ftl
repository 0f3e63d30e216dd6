# Waiting for others to play with, by tickets.

lobby-waits = { $count ->
    [0] Nobody waits now
    [one] 1 person waits now
   *[other] { $count } people wait now
}
lobby-waits-usual = usually { $time }
lobby-bots-after = { $bot } after { $seconds } s
lobby-bots-none = Only people
lobby-waiting = Waiting …
lobby-ways = More ways to a game
lobby-ways-seek = What would you play?
lobby-ways-people = Challenge somebody
waiting-title = Waiting for players
waiting-for = Looking for players: { $games }
waiting-time = You have waited
waiting-people = { $count ->
    [one] only you wait
   *[other] { $count } people wait
}
waiting-usual = usually { $time }
waiting-online = { $count ->
    [one] 1 person online
   *[other] { $count } people online
}
waiting-bots-in = bots in { $time }
waiting-bots-now = Play bots now
waiting-close = Close
seek-title = What would you play?
seek-about = Choose all that would do. Whoever would play any of it is found.
seek-range = Opponents
seek-range-of = { $most ->
    [0] of any skill
   *[other] of a skill at most { $most } points from mine
}
seek-bots = If nobody comes
seek-bots-never = wait on
seek-bots-after = bots after { $time }
seek-slow-about = You need not stay here: this is looked for during 7 days. You are notified when the game has begun.
seek-notifications = Notifications
seek-too-many = { $count } kinds of tables are chosen, and { $most } are allowed: each number of seats counts.
seek-now = Look for players now
seek-slow = Look for players for 7 days
seek-made = This is being looked for.
seeks-title = People who wait
seeks-waits = { $count ->
    [one] 1 person, for { $time }
   *[other] { $count } people, for up to { $time }
}
seeks-answer = Play
tickets-title = Games that you wait for
tickets-game = { $game } for { $seats }
tickets-until = until { $when }
search-title = Find a player
search-name = How the name begins
search-go = Find
search-none = Nobody's name begins so. Players are found who have an account, or have finished a game.
challenge-to = Challenge to
challenge-go = Challenge
challenge-about = Opens a table by invitation for the two of you. It does not count for the ratings.

# Waiting for others to play with, by tickets.

lobby-waits = { $count ->
    [0] Nobody is waiting yet
    [one] 1 person is waiting
   *[other] { $count } people are waiting
}
lobby-waits-usual = usually { $time }
lobby-bots-after = { $bot } after { $seconds } s
lobby-bots-none = Only people
lobby-against = { $bot } if nobody comes
lobby-waiting = Waiting …
lobby-ways = More ways to a game
lobby-ways-seek = Find a match
lobby-ways-people = Challenge somebody
waiting-title = Waiting for players
waiting-for = Looking for players: { $games }
waiting-time = You have waited
waiting-people = { $count ->
    [one] only you so far
   *[other] { $count } people are waiting
}
waiting-usual = usually { $time }
waiting-online = { $count ->
    [one] 1 person online
   *[other] { $count } people online
}
waiting-bots-in = bots in { $time }
waiting-bots-now = Play bots now
waiting-close = Close
seek-title = Find a match
seek-about = Tick everything you would like to play. You are matched with people who ticked any of the same.
seek-range = Opponents
seek-range-of = { $most ->
    [0] of any skill
   *[other] within { $most } points of my skill
}
seek-bots = If nobody comes
seek-bots-never = keep waiting
seek-bots-after = bots after { $time }
seek-slow-about = You need not stay here. We look for 7 days, and notify you when the game begins.
seek-notifications = Notifications
seek-too-many = You chose { $count } kinds of table, and { $most } are allowed. Each number of seats counts as one.
seek-none = Choose a game.
seek-now = Look for players now
seek-slow = Look for players for 7 days
seek-made = We are looking for players.
seeks-title = People who are waiting
seeks-waits = { $count ->
    [one] 1 person, for { $time }
   *[other] { $count } people, for up to { $time }
}
seeks-answer = Play
tickets-title = Games you are waiting for
tickets-game = { $game } for { $seats }
tickets-until = until { $when }
search-title = Find a player
search-name = First letters of the name
search-go = Find
search-none = No player’s name begins like that. Only players with an account or a finished game are listed.
challenge-to = Challenge to
challenge-go = Challenge
challenge-about = Opens a private table for the two of you. It is not rated.

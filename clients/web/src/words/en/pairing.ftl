# Waiting for others to play with, by tickets.

lobby-find = Play with people
lobby-find-about = Say what you would play. The first who would play it too is your opponent.
lobby-find-now = { $seeks ->
    [0] { $tables ->
        [one] 1 table has a free seat
       *[other] { $tables } tables have a free seat
    }
   *[other] { $tables ->
        [0] People are looking for a game now
        [one] People are looking for a game now, and 1 table has a free seat
       *[other] People are looking for a game now, and { $tables } tables have a free seat
    }
}
lobby-waits = { $count ->
    [0] Nobody is looking yet
    [one] 1 person is looking
   *[other] { $count } people are looking
}
lobby-waits-own = { $count ->
    [0] You are looking, nobody else yet
    [one] You are looking, and 1 other person
   *[other] You are looking, and { $count } others
}
lobby-waits-usual = usually { $time }
lobby-bots-none = Only people
lobby-against = { $bot } if nobody comes
lobby-waiting = Waiting …
lobby-ways = More ways to a game
lobby-ways-seek = Find a match
waiting-title = Waiting for players
waiting-for = Looking for players: { $games }
waiting-time = You have waited
waiting-people = { $count ->
    [one] only you so far
   *[other] { $count } people are looking, with you
}
waiting-usual = usually { $time }
waiting-bots-in = bots in { $time }
waiting-bots-now = Play bots now
waiting-close = Close
seek-title = Find a match
seek-about = Choose all that you would play. You meet the first who chose any of the same.
seek-players = Players
seek-others = { $count ->
    [one] 1 looking
   *[other] { $count } looking
}
seek-others-of = { $game } ({ $count })
seek-others-now = Looking now: { $games }
seek-rating = { $terms ->
    [1] Rated
    [2] Rated, no taking back
   *[other] Not rated
}
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
seek-waits-already = You wait for this already: see below.
seek-begun = Your game has begun.
seek-to-table = To the table
seeks-title = Looking for a game
seeks-people = { $others ->
    [0] { $count ->
        [one] 1 person
       *[other] { $count } people
    }
   *[other] { $count } more
}
seeks-waits = waiting { $time }
seeks-new = just now
seeks-answer = Join
tickets-title = Games you are waiting for
tickets-game = { $game } for { $seats }
tickets-until = until { $when }
search-title = Find a player
search-name = Find a player by name
search-go = Find
search-none = Nobody’s name begins like that. Players are found who are online now, have an account, or have finished a game.

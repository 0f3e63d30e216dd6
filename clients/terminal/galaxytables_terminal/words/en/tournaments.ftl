# Tournaments: those there are, one of them, and one to announce.

key-tournaments = Tournaments
tournaments-title = Tournaments
tournaments-yours = Yours
tournaments-all = Open and running
tournaments-none = None.
tournaments-organise = Announce a tournament …

tournament-title = Tournament
tournament-swiss = Swiss
tournament-round-robin = round robin
tournament-knockout = knock-out
tournament-arena = arena
tournament-league = league
tournament-open = open for registration
tournament-running = running
tournament-finished = over
tournament-cancelled = cancelled
tournament-seats = { $count } to a table
tournament-starts = starts { $when }
tournament-entered = { $count ->
    [one] 1 entrant
   *[other] { $count } entrants
}
tournament-by = Organised by { $who }
tournament-paused = Paused: no game begins.
tournament-repair = The organiser: { $reason }
tournament-waiting = on the waiting list
tournament-withdrawn = withdrawn
tournament-no-show = did not come
tournament-replaced = a bot plays on
tournament-there = checked in
tournament-register = Enter this tournament
tournament-registered = You have entered. When a game of yours begins, it stands here and in the menu.
tournament-check-in = Check in
tournament-checked-in = You are checked in.
tournament-withdraw = Withdraw
tournament-withdraw-sure = Withdraw from this tournament?
tournament-play = Your game with { $others }: go to the table
tournament-begin = Start it now
tournament-begin-sure = Start now? Nobody can edit the terms any more.
tournament-pause = Pause it
tournament-resume = Resume it
tournament-cancel = Cancel it
tournament-reason = Why? Everybody reads it.
tournament-standings = Standings: points, and what decides between equals
tournament-entrants = Entrants
tournament-round = Round { $number }
tournament-being-played = { $names }: being played
tournament-byes = Without an opponent: { $names }

draft-title = Announce a tournament
draft-how = Enter changes a line
draft-name = Name: { $name }
draft-name-ask = Name of the tournament
draft-usual-name = { $who }'s tournament
draft-game = Game: { $game }
draft-format = Format: { $format }
draft-seats = Seats of a table: { $seats }
draft-starts = Starts in { $time }
draft-announce = Announce it
draft-no-game = No game can be played now.
tournament-length-rounds = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}
tournament-length-cycles = { $count ->
    [one] Everybody meets everybody once
   *[other] Everybody meets everybody { $count } times
}
tournament-length-best-of = Best of { $count }
tournament-length-minutes = { $count } minutes
tournament-length-seasons = { $count ->
    [one] 1 season
   *[other] { $count } seasons
}

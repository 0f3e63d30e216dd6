# Tournaments: their pages, what is said of figures, and the organiser's form.

tournaments-title = Tournaments
tournaments-mine = Yours
tournaments-running = In play
tournaments-open = Open for registration
tournaments-over = Over
tournaments-none = No tournament yet
tournaments-none-about = Announce one: choose how it is played and when it starts. The platform pairs the rounds and opens the tables.
lobby-ways-tournaments = Tournaments
tournament-new = New tournament
tournament-seats = { $seats } seats
tournament-entrants = { $of ->
    [0] { $count } entered
   *[other] { $count } of { $of } entered
}
tournament-state-1 = Open for registration
tournament-state-2 = In play
tournament-state-3 = Over
tournament-state-4 = Cancelled
tournament-paused = Paused
tournament-in-round = Round { $round }
tournament-starts-now = Starts now
tournament-starts-in = Starts in { $time }
tournament-format-swiss = Swiss, { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
tournament-format-roundRobin = { $cycles ->
    [one] Round robin
   *[other] Round robin, { $cycles } times
}
tournament-format-knockout = { $games ->
    [one] Knock-out
   *[other] Knock-out, best of { $games }
}
tournament-format-arena = Arena, { $minutes } min
tournament-format-league = League, { $seasons ->
    [one] 1 season
   *[other] { $seasons } seasons
}
tournament-kind = Kind
tournament-game-is = Game
tournament-when = Start
tournament-length = Length
tournament-about = about { $time }
tournament-places = Places
tournament-organiser = Organiser
tournament-register = Register
tournament-register-full = Full: join the waiting list
tournament-check-in = Check in
tournament-return = Come back
tournament-withdraw = Withdraw
tournament-to-table = To your table
tournament-own-0 = { "" }
tournament-own-1 = You are registered
tournament-own-2 = You are on the waiting list
tournament-own-3 = You play
tournament-own-4 = You have left
tournament-own-5 = You did not come
tournament-own-6 = A bot plays for you
tournament-own-checked-in = You are checked in
tournament-own-waiting = Waiting list: place { $place }
tournament-own-check-in-opens = Registered. Check-in opens in { $time }.
tournament-attendance-4 = left
tournament-attendance-5 = did not come
tournament-attendance-6 = a bot plays on
tournament-nobody = Nobody
tournament-nobody-yet = Nobody has entered yet.
tournament-entered = { $count ->
    [one] 1 entrant
   *[other] { $count } entrants
}
tournament-waiting = Waiting list
tournament-there = here
tournament-remove-sure = Withdraw { $who } from the tournament?
tournament-standings = Standings
tournament-final = Final standings
tournament-group = Group { $number }
tournament-medal = Place { $rank }
tournament-points = Points
tournament-points-swiss = Match points: at each table, the share of opponents who came behind. A tie counts half.
tournament-points-roundRobin = Match points: at each table, the share of opponents who came behind. A tie counts half.
tournament-points-knockout = How far the entrant has come: the round, and the games won in it.
tournament-points-arena = Two points for a win, double in a streak, which begins with two wins in a row.
tournament-points-league = Match points of the season: at each table, the share of opponents who came behind. A tie counts half.
tournament-explain = points of { $who }: what they are made of
tournament-part = Round { $round }, { $who }: { $value }
tournament-part-alone = Round { $round }: { $value }
tie-buchholz = Buchholz
tie-buchholz-cut = Buchholz cut 1
tie-sonneborn-berger = Sonneborn-Berger
tie-direct-encounter = Direct encounter
tie-game-points = Game points
tie-wins = Wins
tie-short-buchholz = Bh
tie-short-buchholz-cut = Bh-1
tie-short-sonneborn-berger = SB
tie-short-direct-encounter = DE
tie-short-game-points = GP
tie-short-wins = W
tie-about-buchholz = The points of all opponents. Who met stronger ones is ahead.
tie-about-buchholz-cut = The points of all opponents, without the round that adds least.
tie-about-sonneborn-berger = The points of opponents who were beaten, and half of those with a tie.
tie-about-direct-encounter = What was won from those who are tied, if all of them have met.
tie-about-game-points = The own score as a share of the best one at each table.
tie-about-wins = At how many tables the entrant beat everybody.
tie-cut = left out
tie-idle = It decides nothing here.
tournament-pairings = Pairings
tournament-games = Games
tournament-round = Round
tournament-round-1 = Round { $round } is paired and starts soon.
tournament-round-2 = Round { $round } is being played.
tournament-round-3 = Round { $round } is over.
tournament-place = place { $places }
tournament-see = See the end
tournament-adjudicated = decided as it stood
tournament-bye = has a bye
tournament-bye-short = bye
tournament-live = { $count ->
    [one] 1 table in play
   *[other] { $count } tables in play
}
tournament-featured = Featured table
tournament-crosstable = Crosstable
tournament-crosstable-two = + won, = shared, − lost, – did not come; beside it the opponent by place.
tournament-crosstable-more = The place at each table, = if it was shared, – who did not come; beside it the opponents by place.
tournament-cell = Round { $round } with { $who }: place { $places }
tournament-files = Save as a file
tournament-repairs = Changed by hand
tournament-repair-0 = { $who } changed something:
tournament-repair-1 = { $who } changed the pairings of round { $round }:
tournament-repair-2 = { $who } corrected a result of round { $round }:
tournament-repair-3 = { $who } paused the tournament:
tournament-repair-4 = { $who } cancelled the tournament:
tournament-organise = You organise this
tournament-begin = Begin now
tournament-begin-sure = { $count ->
    [one] Begin now with 1 entrant, without check-in? A tournament needs two.
   *[other] Begin now with { $count } entrants, without check-in?
}
tournament-pause = Pause
tournament-pause-about = Games go on, and none begins until you resume.
tournament-resume = Resume
tournament-cancel = Cancel the tournament
tournament-cancel-about = It ends without a winner. Games that are being played go on, and count for nothing in it.
tournament-reason = Reason, for everybody to see
tournament-reason-missing = Say why.
tournament-correct = Correct
tournament-correct-title = Correct a result
tournament-correct-about = The same place twice is a tie.
tournament-game = Game
tournament-place-of = Place of { $who }
tournament-change-pairings = Change the pairings
tournament-change-about = Two entrants change places.
tournament-change = Change
tournament-change-one = One entrant
tournament-change-other = The other
tournament-preset-swiss = Swiss
tournament-preset-about-swiss = A few rounds, each with opponents of like points. Nobody is out.
tournament-preset-roundRobin = Round robin
tournament-preset-about-roundRobin = Everybody meets everybody. For a small circle.
tournament-preset-knockout = Knock-out
tournament-preset-about-knockout = The winner of a match goes on, until one is left.
tournament-preset-arena = Arena
tournament-preset-about-arena = For an hour, who is free is paired at once. Come and go.
tournament-preset-league = League
tournament-preset-about-league = Seasons of slow play in groups, with promotion and relegation.
tournament-count-swiss = Rounds
tournament-count-roundRobin = How often each meets each
tournament-count-knockout = Best of
tournament-count-arena = Minutes
tournament-count-league = Seasons
tournament-form-title = Name of the tournament
tournament-form-seats = Seats at each table
tournament-form-none = none
tournament-form-limits = Limits and rules
tournament-form-check-in = Check-in, minutes before
tournament-form-max-round = Longest round, minutes
tournament-form-interval = Pause between rounds, minutes
tournament-form-max-entrants = Places
tournament-form-min-rating = Lowest rating
tournament-form-max-rating = Highest rating
tournament-form-min-age = Known here for, days
tournament-form-late = Join until round
tournament-form-invited = By invitation only
tournament-form-deal = The same deal at all tables
tournament-form-deal-about = Tables are private then, and not rated. The seed can be checked after each round.
tournament-form-bot = Who leaves is replaced
tournament-form-no-bot = by nobody
tournament-preview-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
tournament-preview-for = With so many entrants:
tournament-name-missing = Give it a name.
tournament-announce = Announce
tournament-news-check-in = { $name }: check-in is open
tournament-news-round = { $name }: round { $round } begins. Your table is ready.
tournament-news-finished = { $rank ->
    [0] { $name } is over
   *[other] { $name } is over. You came in at place { $rank }.
}
tournament-news-cancelled = { $name } was cancelled
tournament-news-look = Look

# What the page itself says.

title = Galaxy Tables
nav = Places
nav-play = Play
nav-tournaments = Tournaments
nav-puzzles = Puzzles
nav-learn = Learn
nav-watch = Watch
nav-people = People
nav-ratings = Ratings
skip = To the table
language = Language
theme = Colours
theme-dark = Dark
theme-light = Light
theme-system = As system
loading = Loading …
announcements = Announcements
announcement-warning = Please note:
announcement-critical = Important:
announcement-dismiss = Dismiss
offline = You are offline. The page goes on once the network is back.
board-last-round = Last round
seat-you = you
board-title = Table
board-failed = The board of this game has failed, so its parts are listed here.
back = All tables
standings = What everybody has
standings-show = What { $name } has
standings-to-move = The table waits for { $name }

welcome-title = Take a seat
welcome-text = Race for the Galaxy, Roll for the Galaxy, Jump Drive and Beyond the Sun, against bots or friends. No account is needed: a name is enough.
welcome-name = Your name
welcome-enter = Come in
welcome-open = Or try a puzzle first, without a name:
door-puzzle = Puzzle
puzzle-you = You
door-picture = What you find here
door-board = A game of Race for the Galaxy for four: the phases of the round, everybody’s tableau and one’s own hand
door-alive = { $people ->
    [0] Nobody online
    [one] 1 person online
   *[other] { $people } people online
} · { $games ->
    [0] no game in play
    [one] 1 game in play
   *[other] { $games } games in play
}
door-watch = Come in to play or to watch.
door-api = API
door-privacy = No cookies, no trackers, no advertising.
door-fair = Chance you can check
door-fair-text = The shuffle is sealed before the game. Afterwards your browser opens the seal, and checks every card and die of the game against it.
door-games = Four games, five expansions
door-games-text = Race for the Galaxy comes with all three arcs of its expansions, goals, takeovers, the orb and the invasion.
door-bots = Bots that think
door-bots-text = From a beginner to one that searches ahead. They see no more than you do.
door-open = Open to everybody
door-open-text = Open source and an open API. No account needed, no advertising.
forget = Forget me here
forget-sure = Your name, games and rating cannot be reached again. Forget?
dialog-cancel = Cancel

lobby-mine = Your tables
lobby-ended = Ended while you were away
lobby-see-end = See the end
lobby-remove = Remove
lobby-leave-sure = Give up your seat at this table?
lobby-open = Tables with a free seat
lobby-running = In play
lobby-new = New table
lobby-players = Players
lobby-invitation = Invitation: link or code
lobby-invitation-go = Go
lobby-game-away = does not answer now
lobby-stranded = stands still: its rules are not served
lobby-join = Join
lobby-watch = Watch
watch-none = No public game is in play now.
lobby-play = Play
lobby-turns = { $count ->
    [one] 1 table waits for you
   *[other] { $count } tables wait for you
}
lobby-seats = { $taken } of { $seats } seats taken
lobby-more-tables = { $count ->
    [one] 1 more table
   *[other] { $count } more tables
}
lobby-all-games = All games
lobby-hello = What shall we play, { $who }?
lobby-games = Games
lobby-games-about = If nobody comes within { $seconds } s, a bot plays.
lobby-waits-at = { $who } waits at a table of { $game }.
lobby-looks-for = { $count ->
    [one] 1 person is looking for { $game }.
   *[other] { $count } people are looking for { $game }.
}
first-title = New here?
first-learn-text = A guided first game of { $game }: each question is explained as it comes.
first-learn-go = Learn { $game }
first-play-text = { $game } against an easy bot, with help a press away. About { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}.
first-play-go = Play an easy bot
first-watch-text = Look over the shoulders of those who play now.
first-watch-go = See the tables
lobby-people = { $people ->
    [one] Only you are online
   *[other] { $people } people online
} · { $games ->
    [0] no game in play
    [one] 1 game in play
   *[other] { $games } games in play
}
lobby-play-now = Play now
lobby-join-now = Join { $who }
lobby-now-against = Bot if nobody comes
lobby-now-rated = It counts for your rating
lobby-opening = Opening …
lobby-now-with = { $who } waits at a table
lobby-minutes = { $least }–{ $most } min
lobby-weight-2 = Light
lobby-weight-3 = Medium
lobby-weight-4 = Heavy
lobby-about-jump = Build an empire in quick rounds, until somebody has 50 points.
lobby-about-race = Choose your phase in secret, and profit from what the others chose.
lobby-about-roll = Your dice are your people: roll them, assign them, put them to work.
lobby-about-beyond = Research, explore, settle: one technology tree for everybody.
lobby-round = { $round ->
    [0] Just begun
   *[other] Round { $round }
}
lobby-left = { $time } left
lobby-all = Show all { $count }
unit-vp = points

new-title = New table
new-owners = For owners of the box
new-seats = Seats
new-name = Name of the table
new-name-usual = By game and people
new-time = Time
new-time-none = No clock
new-time-none-text = As long as you like
new-time-of = { $kind } · { $time }
new-seats-dashed = Dashed numbers need other options, such as an expansion.
new-seats-with = { $seats } can play with { $options }.
new-seats-option = { $option }: { $values }
new-spectators = Who watches sees it
spectators-behind =
    { $choices ->
        [0] at once
        [one] one choice behind
       *[other] { $choices } choices behind
    }
new-private = By invitation only
new-for-everybody = Open to everybody
new-rated = Rated
new-strict = Rated, nothing taken back
new-casual = Casual (not rated)
new-with = With
new-with-bots = Against bots
new-bot = Bots
new-with-people = With people
new-bounds = From { $least } to { $most }, usually { $usual }.
new-no-effect = Makes no difference now.
new-idle = Without effect as things stand: { $options }.
new-idle-with = With another choice of { $option }: { $options }.
new-options = Options
option-on = On
option-off = Off
new-preset = How to play
preset-first = First game
preset-standard = Standard
preset-everything-race = To The Brink of War
preset-everything-beyond = Advanced mats
preset-about-first-jump = Opening hands for beginners, an easy bot
preset-about-first-race = Start worlds with recommended hands, an easy bot
preset-about-first-roll = Start tiles on their cheaper sides, an easy bot
preset-about-first-beyond = Basic mats, an easy bot
preset-about-standard-jump = As the box is usually played
preset-about-standard-race = The base game as it is usually played
preset-about-standard-roll = As the box is usually played
preset-about-standard-beyond = Basic mats, as it is usually played
preset-about-everything-race = The first arc of expansions, with New Worlds, goals and takeovers
preset-about-everything-beyond = Each people has powers of its own
new-changed = { $count ->
    [0] all as usual
    [one] 1 changed
   *[other] { $count } changed
}
new-more = Guests, rating, name
new-summary-bots = { $seats } seats · { $bot }
new-summary-people = { $seats } seats · for people
new-open-people = Open the table

room-host = host
room-gone = { $host ->
    [1] { $who } is no longer at the table. You are its host.
   *[other] { $who } is no longer at the table.
  }
room-ready = ready
room-not-ready = not ready
room-free = free seat
room-sit = Sit down
room-add-bot = Add a bot
room-remove = Send away
room-leave = Leave
room-get-ready = I am ready
room-not-yet = Not ready after all
room-start = Start
room-there = here
room-away = away
room-title = Waiting room
room-short = The game in short
room-fill = { $count ->
    [one] Start with a bot
   *[other] Start with { $count } bots
}
room-free-seats = { $count ->
    [one] 1 seat is still free.
   *[other] { $count } seats are still free.
}
room-waits-free = { $count ->
    [one] 1 seat is free; the host starts when it is taken.
   *[other] { $count } seats are free; the host starts when they are taken.
}
room-waits-answer = Waiting for the answer of { $who }.
room-waits-ready = Not ready yet: { $who }.
room-can-start = Everybody is here and ready.
room-waits-host = Everybody is ready; the host can start.
room-host-away = { $who }, who has to start this table, is away.
room-play-without = Play at once against { $bot } instead
room-invite = Invite with this link
room-link = Link to this table, to watch
room-copy = Copy
room-copied = Copied
room-terms = Terms
room-private = by invitation
room-public = open to all
room-fair = All chance comes from a seed whose fingerprint is { $digest }…

people-seat = Seat { $number }
people-automated = { $name }’s bot

bot-random = Random bot
bot-greedy = Hasty bot
bot-heuristic = Rule-of-thumb bot
bot-easy = Easy bot
bot-normal = Normal bot
bot-hard = Hard bot
bot-best = Strongest bot
bot-named = { $bot } (bot)
bot-about = { $bot }: { $level }. { $manner }
thinks = thinks
thinks-for = { $seconds } s

live-connecting = Connecting
live-live = Connected
live-lost = Connection lost, trying again ({ $attempt })
live-over = Over

turn-yours = Your turn
turn-waiting = Waiting for { $who }
turn-over = The game is over
turn-stranded = Stands still: its version of the rules is not served now
turn-paused = Paused

clock-bank = { $own } for this choice, then { $bank } from the bank.
clock-left = { $own } left.
clock-terms = Time control: { $terms }.

question-choose = Choose { $count ->
    [1] one
   *[other] { $count }
}
question-choose-one-or-none = Choose one or none
question-choose-range = Choose { $least } to { $most }
question-choose-up-to = Choose up to { $most }
question-choose-any = Choose any
question-in-order = { $wanted }, in order
question-none = None
question-choose-or = Choose, or press { $none }
question-answer = Confirm
question-answer-all = Confirm all
question-unplanned = This is not as it was when you planned, so it is asked again.
question-marked = { $count } marked
question-clear = Clear
question-press-again = Press it again to choose it.
question-missing = { $count ->
    [one] Choose one more
   *[other] Choose { $count } more
}
question-undo = Undo
question-no-undo = There is nothing to undo.
passing-always = From now on answer questions like this one with none
passing-soon = None, by itself, in a moment.
passing-stop = Stop
passing-ask = Ask me everything again
question-propose = Propose a takeback
question-why = Why not?
question-why-otherwise = Everything else
question-why-nothing = All that this question is about can be chosen.
question-hint = Hint
hint-by = { $bot } would answer, best first:
hint-nothing = Nothing
hint-win-percent = chance to win { $number } %
hint-expected-points = { $number ->
    [one] 1 point at the end
   *[other] { $number } points at the end
}
hint-points = worth { $number ->
    [one] 1 point
   *[other] { $number } points
}
hint-tables = { $number ->
    [one] 1 game
   *[other] { $number } games
} played forward
question-sending = On its way …
question-rule = rule { $paragraph }
question-sum = { $name }: { $sum }
question-narrowed = Only what goes with { $what }
question-all = Show all
question-spectator = You watch this table.

takeback-asked = { $who } asks to take back { $choices ->
    [one] a choice
   *[other] { $choices } choices
}.
takeback-own = You ask to take back; the others have to agree.
takeback-sure = Propose to take back?
takeback-accept = Agree
takeback-decline = Decline
takeback-withdraw = Withdraw

pane-log = Log
pane-chat = Chat
chat-send = Send
chat-text = Say something to all
chat-none = Nobody has said anything yet.
chat-watching = { $who } (watching)
log-taken-back = taken back

missed-title = While you were away
missed-count = { $count ->
    [one] 1 thing has happened
   *[other] { $count } things have happened
}
missed-go = Go on
missed-steps = Step by step
missed-next = Next step

past-title = { $round ->
    [0] Before the first round
   *[other] Round { $round }
}
log-times = { $times ->
    [2] (twice)
   *[other] ({ $times } times)
}
past-step = step { $step } of { $steps }
past-happened = What happened
past-first = To the start
past-back = One step back
past-on = Next step
past-now = Back to now
past-at-present = This is how the table stands now.
past-none = Nothing has happened yet.
past-looking = You look back.
past-hands = What the others held
past-held = { $name } held
past-slider = Moment of the game
past-short-first = Start
past-short-back = Back
past-short-play = Play
past-short-pause = Stop
past-short-on = Next
past-short-last = Now
past-short-end = End

more = More
table-pause = Ask for a pause
table-resume = Go on
table-rated = Rated
table-unrated = Not rated
table-pending = Rating pending
table-unknown = Rating unknown
table-resign = Resign
table-resign-sure = Resign? You rank behind all who play on; a game for two ends.
table-claim-end = End the game
table-rematch = Play again
table-open-seats = Play with others
table-open-seats-about = Looks for others who would play the same game
table-next = Next table
table-vacation = Vacation
table-back-from-vacation = Back from vacation

result-win = You win!
result-wins = { $who } wins.
result-shared = { $who } share the victory.
result-nobody = Nobody wins.
result-player = Player
result-total = Total
result-rank = Place

error-unavailable = The server does not answer. Try again in a moment.
error-unknown = Something went wrong ({ $code }).
error-until = { $words } (until { $when })
error-with-paragraph = { $words } ({ $paragraph })

keeps-nothing = This browser keeps nothing for the page: you are known here until you close it.
trying = The server does not answer. Trying again …
nothing-here = There is nothing here
nothing-why = The link is incomplete or wrong, or what it leads to is private or gone.
name-other = Another name
name-change = Change name
name-change-pause = With an account, you can change it once in 30 days.
name-take = Take this name
name-take-and-sit = Take this name and sit down
name-other-in-profile = Take another name in your profile
table-closed = “{ $name }” was closed before the game began.
table-with = { $game } with { $who }
table-of = { $game }: { $who }
table-people = { $who } and { $more ->
    [one] 1 other
   *[other] { $more } others
}
room-unseated = You have no seat here any more: you left it, or the host has sent you away.
room-changed = The host has changed
room-changed-term = { $name }: { $before } → { $after }
room-copy-by-hand = This browser does not copy. The link is marked: copy it with Ctrl+C, or ⌘C on a Mac.
time-per-move = { $time } a choice
time-budget = { $time } for the game
time-increment = { $time } back a choice
time-cap = never more than { $time }
time-bank = plus a bank of { $time } for the whole game
time-vacation = { $time } of vacation
time-misses = who runs out of time { $count ->
    [one] once
   *[other] { $count } times in a row
} loses the seat
question-kept = Your answer is sent when the connection is back.
pause-stands = The table is paused: clocks stand still until everybody wants to go on, for a week at most.
pause-own = You ask for a pause; the others have to agree.
pause-own-end = You want to go on; the others have to agree.
pause-asked = { $who } asks for a pause: clocks stand still until everybody wants to go on.
pause-end-asked = { $who } wants to go on.
pause-not-now = Not now
again = This table is played again.
again-by = { $who } wants to play again with the same people.
again-go = To the new table
again-tournament = This game belongs to a tournament.
again-tournament-go = Back to the tournament
result-left = { $who } resigned.
result-gone = left
result-by-resigned = { $who } resigned.
result-by-clocked-out = { $who } ran out of time.
result-by-stalled = Nobody went on playing.
result-by-abandoned = { $who } left the table.
result-by-closed-by-operator = The operator of the platform ended the game.
chat-over = The game is over; nothing more can be said here.
chat-players-only = Only players may write at this table.

settings = Settings
settings-one-press = Answer with one press
settings-one-press-text = Where one option is wanted, without Confirm. Undo takes it back.
settings-motion = Animations
settings-sound = Sound
settings-sound-text = Of pieces, and when it is your turn elsewhere.
settings-notify = Notifications from the browser
text-size = Text size
text-usual = Usual
text-large = Large
text-huge = Very large

ratings-title = Ratings
ratings-how = How ratings work
ratings-example = Example: skill 1750 ± 126 makes a rating of 1372. Such a player most likely plays like 1750, and almost certainly no worse than 1372.
ratings-about = Everybody begins at 1000. The rating is the skill less three times its uncertainty (±), so it rises as you win, and as more games make it surer. 100 points more of skill win about two games of three. After a month without a game, the uncertainty grows again.
ratings-provisional = provisional
ratings-new = Not ranked yet
ratings-provisional-games = new: { $games } of { $of } games
ratings-provisional-about = A question mark means provisional: you have played fewer than ten games, met fewer than five people, or been away for long. Provisional ratings come after all others.
ratings-pools-about = Games for two and for more, live ones and those over days, have ratings of their own. Bots have a table of their own. A season is a quarter of a year; its last standings are kept, and every rating goes on with a little more uncertainty.
ratings-fair-about = The same two players count ten times in 30 days. A rating is never more than 180 above what your results against other people vouch for.
ratings-uncounted-about = A game does not count if somebody leaves before everybody has made three choices, or never chooses; later, leaving is a loss like any other. Nor do private and casual games and lessons count, games with a takeback by agreement, games that all have left or an operator has ended, and games that a moderator voids. The end of each game says why.
ratings-own = Your place: { $place }
ratings-own-none = You have no rating here yet.
ratings-needs = To be ranked takes { $games } rated games, against { $people } people.
ratings-games-of = { $games } of { $of }
ratings-own-new = You, not ranked yet
ratings-bots = Bots
ratings-place = place { $place }
ratings-seats = Number of players
ratings-speed = Speed
ratings-season = Season
ratings-now = Now
ratings-quarter = { $year }, quarter { $quarter }
pool-two = For two
pool-more = For three or more
pool-live = Live
pool-slow = Over days
ratings-value = Rating
ratings-spread = How sure it is
ratings-games = Games
ratings-none = Nobody is rated yet.
profile-parts = Parts of this page
profile-tab-ratings = Ratings
profile-tab-games = Games
profile-tab-opponents = Opponents
profile-title = Player
profile-record = { $games ->
    [one] 1 rated game
   *[other] { $games } rated games
}, { $won } won
profile-skill = skill { $skill }
profile-rated-games = Rated games
profile-best = Best rating now
profile-plot = Rating at { $game }, game by game
profile-last = The last results, the latest at the end
profile-met = Last opponents
profile-met-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}, ahead in { $ahead }
profile-unrated = No rated games yet.
profile-unrated-next = Your rating starts at 1000 and moves with each rated game at a public table. Bots count, too.
profile-find-game = Find a game
profile-last-change = Change by the last game
profile-games = Games played
profile-results = Won and lost
profile-won = Won
profile-lost = Lost
profile-has-won = Won
profile-has-lost = Lost
profile-replay = Replay
profile-place = Place { $rank } of { $of }
profile-result = { $ended } · rating { $change }
profile-no-games = No finished games.
profile-more = More
result-end = The end of the game
result-ahead = { $points ->
    [one] 1 point
   *[other] { $points } points
} ahead of { $who }
result-tie-break = Level on points with { $who }; the tie-break decides, { $own } to { $other }.
result-own = You are number { $rank }, { $points ->
    [0] level on points.
    [one] 1 point behind.
   *[other] { $points } points behind.
}
result-round = Round { $round }
result-show-round = The table after round { $round }
try-again = Try again
records = Records broken
records-awaited = The game is on its way into the archive; your record and the ratings follow in a moment.
records-best = Your record
records-first = { $points ->
    [one] Your first game at a table like this one: 1 point is your record.
   *[other] Your first game at a table like this one: { $points } points are your record.
}
records-games = Your best of { $games ->
    [one] 1 game
   *[other] { $games } games
} with these options and as many players: { $points }.
record-points = Most points: { $value } (before: { $before })
record-margin = Largest lead: { $value } (before: { $before })
record-rounds = Quickest win: { $value } rounds (before: { $before })
record-streak = { $value } wins in a row (before: { $before })
record-rating = Highest rating: { $value } (before: { $before })
record-source = { $source }: { $value } (before: { $before })
analysis = How it turned
analysis-about = A bot plays your choices forward and shows up to three that gave most away: the table as it stood, your choice, and its own.
analysis-expected = { $win } % to win
analysis-tried = { $win } % to win, of { $tables ->
    [one] 1 game
   *[other] { $tables } games
} played forward
analysis-cost = Your choice gave away { $percent } of 100 games.
analysis-fell = { $bot } did not look at what you chose; at your next choice it saw { $after } % to win.
analysis-show = Show it on the table
analysis-marked = On the table your choice is marked as chosen, that of { $bot } with a dashed line.
past-end = Back to the end
share = Share
share-picture = The end of the game as a picture: names, points and bars
share-about = Anybody who has the link sees the whole game, without a name or an account. Messengers show this picture with it.
share-link = Link to the game
share-send = Send …
share-save = Save the picture
result-play = Play it yourself
result-by-source = Points by source
result-counting = The points are counted …
result-rating = Rating of { $who }: { $before } → { $after } ({ $change })
result-by-round = Points by round
past-round = Round
past-play = Play it all
past-stop = Stop
analysis-ask = Show how it turned
analysis-working = A bot looks at your choices …
analysis-by = The choices with which you gave most away, as { $bot } sees it:
analysis-even = As { $bot } sees it, no single choice of yours decided the game.
analysis-unknown = { $bot } does not tell chances to win here.
analysis-swing = Round { $round }: { $before } % → { $after } %
analysis-chosen = You chose
analysis-otherwise = { $bot } would have chosen
fair-verify = Was it fair?
fair-commitment = The seed is the one whose fingerprint was published before the game (worked out here)
fair-noted = It is the fingerprint that this browser noted before the game
fair-entropy = What this browser added to the chance is in the record
fair-secret = The seed was secret before the game; that of an introduction or a sandbox was known
fair-replay = Played again, seed and choices lead to the same game (says the server, of this very record)
fair-unknown = nothing was noted here
fair-key = Key of all draws:
question-list = List
pane-rules = Rules
rules-contents = Sections
rules-search = Search the rules
rules-none = Nothing found.
rules-all = Show { $count ->
    [one] 1 paragraph
   *[other] { $count } paragraphs
} that this table does not play
room-code = The same link as a QR code

# What marked options cost and bring together
sum-cards = Cards
sum-cost = Cost
sum-credits = Credits
sum-discard = Discarded
sum-military = Military
sum-pay = To pay
sum-prestige = Prestige
sum-saving = Saved
sum-spend = Prestige spent
sum-strength = Strength
sum-vp = VP

boards = Parts of the table
board-asked = you choose here
board-hand = Hand
board-tableau = Tableau
board-others = Opponents

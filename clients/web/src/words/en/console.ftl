# What the operators' console says.

console-title = Galaxy Tables console
console-skip = To the content
console-pages = Pages
console-language = Language
console-theme = Colours
console-theme-dark = Dark
console-theme-light = Light
console-theme-system = As my system
console-loading = Loading …
console-again = Try again
console-more = More
console-all = All
console-find = Find
console-cancel = Cancel
console-close = Close
console-sign-out = Sign out
console-role-reader = Reader
console-role-moderator = Moderator
console-role-operator = Operator
console-sign-in = Sign in at { $provider }
console-sign-in-about = Only operators can come in. Each act stands in the log with your name.
console-secret = Your operator’s secret
console-secret-about = No OpenID provider is configured, so your own secret opens the console, on this machine only.
console-enter = Come in
console-reason = Reason
console-logged = This act stands in the log with your name and the reason.
console-acts-do = Acts
console-acts-about = Earlier acts

console-overview = Overview
console-overview-online = players online
console-overview-running = games in play
console-overview-tickets = tickets waiting
console-overview-reports = reports waiting
console-overview-appeals = appeals waiting
console-overview-overdue = tables overdue
console-overview-dead-letters = dead letters
console-overview-store = of the store answers
console-overview-open = Open
console-overview-in-play = In play
console-overview-players = Players
console-overview-stranded = Stranded
console-overview-away = does not answer
console-overview-draining = draining
console-overview-serves = serves
console-drain = Drain { $game }
console-drain-about = No more tables of this game are opened. Those that there are go on.
console-undrain = Open { $game } again

console-game = Game
console-state = State
console-seats = Seats
console-seat = Seat
console-seat-number = Seat { $seat }
console-free = free
console-bot = { $name } (bot)
console-seconds = { $count } s

console-tables = Tables
console-tables-search = Name, person or id
console-tables-going = Open and running
console-tables-overdue = Clock overdue
console-tables-none = No table fits.
console-table = Table
console-table-created = Opened
console-table-deadline = Clock acts
console-table-rules = Rules version
console-table-host = Host
console-table-standing = Where it stands
console-table-private = private
console-table-stranded = stranded
console-table-state-open = open
console-table-state-running = running
console-table-state-finished = finished
console-table-state-closed = closed
console-view = Look as a seat
console-view-about = You see what this seat sees, with all that is hidden from others.
console-view-as = As
console-view-spectator = A spectator
console-view-mark = You see what is not public. This look stands in the log.
console-hidden = Seed and prompts
console-hidden-about = You see the seed, the invitation and the open prompts of all seats.
console-hidden-seed = Seed
console-hidden-invitation = Invitation
console-seen-by = As { $name } sees it
console-seen-asked = Asked now
console-seen-view = The table
console-seen-no-view = There is nothing to see of the game now.
console-seen-failed = The board could not be loaded. Look again.
console-extend = Extend clocks
console-extend-minutes = Minutes more
console-extend-whom = For
console-extend-all = All seats
console-unstick = Unstick
console-unstick-about = The clock works out the deadline again, and lets go of the table.
console-remove = Remove a player
console-remove-about = They lose their seat for good. In a running game they resign.
console-remove-whom = Whom
console-close-table = Close the table
console-close-about = It ends for good, and the game is not rated.
console-close-without-rules = Even if no rules service answers: nobody has points then

console-players = Players
console-players-search = A part of the name, or an id
console-players-none = Nobody fits.
console-players-more = There are more: search for more of the name.
console-player = Player
console-player-id = Id
console-player-games = Games
console-player-tables = Tables
console-player-unknown = Unknown player
console-player-played = { $games ->
    [one] 1 finished game in the archive
   *[other] { $games } finished games in the archive
}
console-player-no-sanctions = Nothing holds.
console-player-reports = Reports of this player
console-revoke = End all devices
console-revoke-about = All tokens of the player become worthless within two seconds. They have to sign in again.
console-revoked = All devices are signed out.
console-export = Export
console-export-about = Saves all that is known of the player as a file.
console-erase = Erase
console-erase-about = The player leaves all tables and is forgotten. This cannot be undone.
console-erase-type = Type { $id } to confirm
console-erased = Erased: { $tables ->
    [one] 1 table
   *[other] { $tables } tables
} and { $games ->
    [one] 1 game
   *[other] { $games } games
} were changed.

console-on-warn = Warn
console-on-warn-about = The player reads the reason. Nothing else changes.
console-on-mute = Mute
console-on-mute-about = The player writes no messages. They read the reason, and can appeal once.
console-on-ban = Ban
console-on-ban-about = The player’s calls are refused. They read the reason, and can appeal once. From a day on they also leave games without a clock.
console-on-decide = Decide
console-on-decide-about = You agree with the report. Warn, mute or ban first, where that is needed.
console-on-grant = Grant
console-on-grant-about = The sanction is taken back.
console-on-dismiss = Dismiss
console-on-dismiss-about = Nothing is done.
console-lasting = For how long
console-lasting-good = for good
console-lasting-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
console-lasting-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}

console-sanctions = Sanctions
console-sanctions-none = Nothing holds now.
console-sanction = Sanction
console-sanction-subject = Whom
console-sanction-since = Since
console-sanction-until = Until
console-sanction-lifted = taken back
console-sanction-ban = Ban
console-sanction-mute = Mute
console-sanction-revocation = Devices ended
console-sanction-drain = Drain
console-sanction-warning = Warning
console-sanction-voided-game = Voided game
console-lift = Take back
console-ban-address = Ban an address
console-ban-address-about = Nobody at this address or network can come in. Others may share it.
console-address = Address or network

console-reports = Reports
console-reports-none = Nothing waits.
console-reports-about = About { $id }
console-report-kind = Kind
console-report-kind-abuse = Abuse
console-report-kind-cheating = Cheating
console-report-kind-stalling = Stalling
console-report-kind-name = Name
console-report-kind-other = Other
console-report-kind-appeal = Appeal
console-report-state = State
console-report-state-waiting = Open and claimed
console-report-state-open = open
console-report-state-claimed = claimed
console-report-state-decided = decided
console-report-state-dismissed = dismissed
console-report-about = About
console-report-appellant = who appeals
console-report-appealed = Against
console-report-text = Text
console-report-no-text = Without words
console-report-made = Made
console-report-table = The table
console-report-reporter = Who reported
console-report-moderator = Moderator
console-report-claimed = Claimed
console-report-decided = Decided
console-report-answer = Answer
console-report-earlier-reports = Reports of this player
console-report-of-these = { $count } decided
console-report-decide = Decide
console-report-act-on = Act on { $name }
console-claim = Claim
console-release = Put back
console-answer-to-reporter = Answer that the reporter reads
console-answer-to-appellant = Answer that the player reads
console-void-game = Void the game
console-void-game-about = The game does not count for the ratings. The player reads the reason, and can appeal once.
console-void-whom = Because of
console-evidence = Evidence
console-evidence-hidden = You see what only seats saw. This look stands in the log.
console-evidence-show-hidden = Show hidden parts
console-evidence-show-hidden-about = You see what only seats saw at that moment.
console-evidence-chat = Chat
console-evidence-no-chat = Nobody wrote.
console-evidence-events = Events
console-hints = Hints
console-hints-about = They are for people, and never a verdict. Each has innocent reasons too.
console-hints-best = { $best } of { $all } choices were those of the bot.
console-hints-median = Median
console-hints-shortest = Shortest
console-hints-longest = Longest
console-hints-count = Choices
console-hints-together = Most often together, of the latest { $games ->
    [one] game
   *[other] { $games } games
}
console-hints-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}; { $reported ->
    [one] once
   *[other] { $reported } times
} ahead, { $other ->
    [one] once
   *[other] { $other } times
} behind
console-earlier = Decided before
console-earlier-none = Nothing was decided before.

console-announcements = Announcements
console-announcements-none = Nothing is announced.
console-announce = Announce
console-announce-about = All players read it, in their language.
console-announce-text = Text
console-announce-severity = Severity
console-announce-begins = Begins
console-announce-ends = Ends
console-severity-info = Information
console-severity-warning = Warning
console-severity-critical = Critical
console-withdraw = Withdraw

console-switches = Switches
console-feature = Feature
console-feature-guests = New guests
console-feature-tables = New tables
console-feature-pairing = Tickets
console-feature-rated-games = Rated games
console-feature-chat = Chat
console-feature-hints = Hints
console-feature-invitations = Challenges
console-feature-reports = Reports
console-feature-tournaments = Tournaments
console-off = off
console-on = on
console-switch-off = Switch off: { $name }
console-switch-on = Switch on: { $name }
console-limits = Limits
console-limits-about = What is changed here holds everywhere within two seconds. The settings of the lobby hold for the rest.
console-limit = Limit
console-limit-set = Set to
console-limit-settings = as the settings say
console-limit-change = Change
console-limit-change-about = { $name }: what is left empty is as the settings say.
console-limit-most = How many
console-limit-seconds = In seconds
console-limit-value = { $scope }: { $most } in { $seconds } s
console-limit-count = { $scope }: { $most }
console-scope-player = Each player
console-scope-address = Each address
console-scope-all = All together

console-dead-letters = Dead letters
console-dead-letters-about = Notifications that could not be sent within a day.
console-dead-letters-none = There are none.
console-letter-way = Way
console-letter-way-push = Push
console-letter-way-email = E-mail
console-letter-way-webhook = Webhook
console-letter-kind = Kind
console-letter-outcome = Last attempt
console-letter-given-up = Given up

console-acts = Acts
console-acts-none = No act fits.
console-operator = Operator
console-act = Act
console-act-number = No.
console-act-time = Time
console-act-subject = About
console-act-outcome = Outcome

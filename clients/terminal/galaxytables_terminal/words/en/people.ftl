# Who sits where, and how much time there is.

people-seat = seat { $number }
people-automated = { $name }'s bot
people-you = you
people-resigned = resigned
people-comma = { $first }, { $second }
people-and = { $first } and { $second }

time = Time: { $words }
time-none = no limit
time-per-move = { $time } for each choice
time-budget = { $time } for the game, and { $increment } more after each choice
time-with-bank = { $words }, plus a bank of { $time } for the whole game
time-with-vacation = { $words }; { $time } of vacation

clock-hours = { $time } h
clock-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}

bot-random = Random bot
bot-greedy = Hasty bot
bot-heuristic = Rule-of-thumb bot
bot-easy = Easy bot
bot-normal = Normal bot
bot-hard = Hard bot
bot-best = Strongest bot
bot-named = { $bot } (bot)
bot-about = { $bot } · { $manner }

people-title = People, and challenges
people-followed = You follow
people-none = You follow nobody yet. Those whom you meet at your tables stand below.
people-others = Blocked, muted and noted
people-met = Met at your tables
people-unnamed = Somebody
people-blocked = blocked
people-muted = muted
people-where-table = at a table
people-where-online = online
people-where-away = away
people-hide = Hide where I am
relation-friend = friend
relation-follow = Follow
relation-unfollow = Stop following
relation-mute = Mute
relation-unmute = Stop muting
relation-block = Block
relation-unblock = Stop blocking
relation-report = Report
relation-block-sure = You and { $who } cannot sit down at one table any more, and you do not see what they write. Nobody is told. Block { $who }?
relation-note = Note, for your eyes only
key-search = Find a player
people-search = Find players: how does the name begin?
people-found = Names that begin with { $name }
people-found-none = Nobody. Players are found who are online now, have an account, or have finished a game.
people-online = Online now
people-online-none = Nobody else is online now.
challenge-to = Challenge to { $game }
challenge-to-table = Challenge to your table of { $game }
challenge-sent = You have challenged { $who }.
challenges-title = Challenges
challenges-line = { $who } challenges you to { $game }. Enter accepts.
challenges-decline = Decline
challenges-notice = { $who } challenges you to { $game }. Ctrl+Y accepts, Ctrl+O declines.
challenged-sent = { $who }: challenged, has not seen it yet
challenged-seen = { $who }: challenged, has seen it
challenged-declined = { $who }: has declined the challenge

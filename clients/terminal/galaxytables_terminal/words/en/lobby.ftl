# Before a game: connecting, the menu, the waiting room.

title = Galaxy Tables

start-looking = Looking for a server at { $server } …
start-platform = Nobody there: starting a platform for you. The first time takes a while …
start-connected = Connected as { $name }.
start-opening = Opening a table of { $game } for { $seats } …
start-waiting-game = Waiting for the game's service of { $game } …
start-waiting-bots = Waiting for bots of { $game } …
start-keys = r: try again   q: quit

lobby-no-bot = No bot plays { $game } here now.
lobby-no-such-bot = No bot { $bot } for { $game } here. On offer: { $bots }.
lobby-no-such-bot-none = No bot { $bot } for { $game } here. On offer: none.
lobby-no-game = No game { $game } here. On offer: { $games }.
lobby-waited-for-game = Waited { $seconds } s for the game's service of { $game } in vain.
lobby-waited-for-bots = Waited { $seconds } s for bots of { $game } in vain.
lobby-connected-again = Connected again.
lobby-connection-lost = Connection lost, trying again: { $why }

announcement-warning = Please note:
announcement-critical = Important:
announcement-dismiss = (Ctrl+N: dismiss)

menu-yours = Your tables
menu-free-seat = Tables with a free seat
menu-unavailable = { $game }: not available now
menu-new = New table: { $game }
menu-against-bots = against { $count ->
    [one] { $count } bot
   *[other] { $count } bots
}
menu-for-people = { $count } seats, wait for people
menu-free = free
menu-rating = New tables are { $terms ->
    [private] not rated: they are private
    [casual] casual: not rated
    [strict] rated, and choices are never taken back
   *[rated] rated: they count for everybody
}.
menu-rename = Your new name
menu-renamed = You are now called { $name }.
menu-your-turn = YOUR TURN
menu-open = waiting for players
menu-running = in play
menu-stranded = stands still: its rules are not served
menu-closed = That table was closed before it began.
menu-sent-away = You have no seat there any more: you left it, or the host has sent you away.

room-no-bot = No bot sits here.
room-nobody-on = Nobody whom you could send away sits on seat { $seat }.
room-nobody-else = Nobody else sits here.
room-who-goes = Who shall go? The number of the seat ({ $seats })
room-kick = Send { $who } away for good?
room-number = { $option }: { $name }, from { $least } to { $most }, usually { $usual }
room-edit = Options of the game: name=value,name=value
room-free-seat = Give your seat to others?
room-you = { $name } (you)
room-host = host
room-ready = ready
room-not-ready = not ready
room-options = Options: { $options }
room-option = { $name }={ $value }
room-spectators = Spectators: { $delay ->
    [0] see all at once
    [one] { $delay } choice behind
   *[other] { $delay } choices behind
}, { $chat ->
    [yes] may talk
   *[no] silent
}
room-began = The game has begun. It is shown when you leave this line.
room-invitation = Others come with   make play TABLE={ $table }
room-free-seats = { $count ->
    [one] { $count } seat free: wait for people, or b: add a bot.
   *[other] { $count } seats free: wait for people, or b: add a bot.
}
room-waiting-for = Waiting until ready: { $who }.
room-start = All are there. s: start.
room-host-may-start = All are there: the host may start.

error-unavailable = The server { $address } does not answer.
error-unknown = Something went wrong ({ $code }).
error-with-paragraph = { $words } ({ $paragraph })

why-title = Why not
why-asking = Asking …
why-nothing-asked = Nothing is asked now: ? tells why cards and places are no options of a question.
why-otherwise = Everything else
why-none = Everything that could be expected here is an option.
why-failed = No reasons can be had: { $why }

hint-title = Hint
hint-asking = Asking a bot …
hint-failed = There is no hint: { $why }
hint-by = { $bot } would answer, best first:
hint-nothing = nothing
hint-win-percent = chance to win: { $number } %
hint-expected-points = points at the end: { $number }
hint-points = worth in points: { $number }
hint-tables = { $number ->
    [one] 1 game
   *[other] { $number } games
} played forward

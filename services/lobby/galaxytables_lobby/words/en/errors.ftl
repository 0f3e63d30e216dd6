# What the platform refuses, by reason.

error-ALREADY-RESIGNED = You have given up this seat.
error-ALREADY-SEATED = You already have a seat at this table.
error-ARCHIVE-UNAVAILABLE = The archive is not responding. Try again.
error-BANNED = You are banned: { $why }
error-BEING-SEATED = Your table is being set up. Try again in a moment.
error-BOT-NOT-NAMED = This host may not offer the bot { $bot }.
error-CHALLENGE-UNKNOWN = That took too long. Please start again.
error-CHAT-NOT-ALLOWED = At this table only players may write messages.
error-CHAT-TOO-FAST = You can send { $most } messages in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}. Wait a moment.
error-CHOICE-REFUSED = That is against the rules ({ $paragraph }).
error-COMPRESSED-REQUEST = Compressed requests are not accepted. Send it uncompressed.
error-DRAINING = This server is shutting down. Try again.
error-END-NOT-CLAIMABLE = Only the last player left can end the game. Somebody else is still playing.
error-ENTROPY-TOO-LONG = You can add at most { $most } bytes to the game's randomness.
error-FEATURE-OFF = { $feature ->
    [guests] New guests cannot come in right now. Sign in if you have an account, or come back later.
    [tables] New tables cannot be opened right now. Games in progress go on.
    [pairing] The search for opponents is switched off right now. You can still open a table.
    [rated_games] New rated games cannot be opened right now. Casual ones can.
    [chat] Chat is switched off right now.
    [hints] Hints and analyses are switched off right now.
    [invitations] Nobody can be challenged right now. Invitations by code and link work.
    [reports] Reports are switched off right now.
    [tournaments] New tournaments cannot be announced right now. Those that have been announced go on.
   *[other] This is switched off for now.
}
error-FIELD-TOO-LARGE = { $field } is too large: { $given } { $unit }, where at most { $most } are allowed.
error-GAME-DRAINING = New tables of this game cannot be opened right now.
error-GAME-NOT-ARCHIVED = The game is still being archived. Try again in a moment.
error-GAME-NOT-OVER = The game is not over yet.
error-GAME-OVER = The game is over.
error-COOLING-DOWN = You left games or let others wait. You can play rated games again in { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
}; casual ones are open to you now.
error-GAME-UNAVAILABLE = The rules service of this game is not responding. Try again.
error-APPEALED-ALREADY = You have already appealed against this.
error-GAME-NOT-RATED = This game has no rating to change.
error-HINT-UNAVAILABLE = No bot can give hints for this game right now. Try again.
error-HINTS-NOT-ALLOWED = Hints are available only at private and casual tables, whose games are not rated.
error-HISTORY-FULL = This table's history is full. Only the game goes on.
error-INTERNAL = Something went wrong here.
error-INTRODUCTION-FIXED = This cannot be changed in a lesson.
error-INVALID-DELAY = Spectators can be at most { $most } choices behind.
error-INVALID-EMAIL = This is not an e-mail address.
error-INVALID-ENDPOINT = Give the https address of a public server, without a password.
error-INVALID-FILTER = No game in the archive can match this filter.
error-INVALID-MESSAGE = A message has { $least } to { $most } visible characters.
error-INVALID-NAME = A name has { $least } to { $most } visible characters.
error-INVALID-NOTE = A note is one line of at most { $most } characters.
error-INVALID-OPTION = The option { $option } cannot be { $value }.
error-INVALID-PAGE-TOKEN = This list cannot be continued from here. Load it again.
error-INVALID-PUSH-KEYS = These are not the push keys of a browser.
error-INVALID-REQUEST = This request is not valid.
error-INVALID-REQUEST-ID = A request id has { $least } to { $most } printable characters.
error-INVALID-SEATS = This game is for { $least } to { $most } players, not { $seats }.
error-INVALID-SEED = A seed has { $bytes } bytes, not { $given }.
error-INVALID-TEXT = Write something, in up to { $most } characters.
error-INVALID-TICKET = Nobody can be found for this: change what you are looking for.
error-INVALID-TIME-CONTROL = This time control is not possible.
error-INVALID-TIME-ZONE = There is no such time zone.
error-INVALID-TOKEN-END = A token must expire in the future, within { $days ->
    [one] 1 day
   *[other] { $days } days
}.
error-INVITATION-REQUIRED = This table is private: join it by its invitation code.
error-LAST-WAY-IN = This is the last way into your account; add another one first.
error-LATE-REQUEST = The request did not arrive within { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}. Try again.
error-LINK-INVALID = This link is not valid, or has expired.
error-LOBBY-UNAVAILABLE = The game server is not responding. Try again.
error-MALFORMED-REQUEST = This request cannot be read.
error-MUST-STAY-RATED = Nothing can be taken back at this table: its game must stay rated.
error-MUTED = You cannot write messages: { $why }
error-NAME-KEPT = Somebody had this name until recently. Choose another one.
error-NAME-RESERVED = That is the name of a bot. Choose another one.
error-NAME-TAKEN = Somebody there has a name that looks like this one.
error-NEW-PLAYER-LIMITED = New players can do this only a few times. This limit ends in { $hours ->
    [one] one hour
   *[other] { $hours } hours
}, and after { $games ->
    [one] one more finished game
   *[other] { $games } more finished games
}.
error-NO-ACCOUNT = You have no account yet; sign in first.
error-NO-BOT-THERE = There is no bot in this seat.
error-NO-INTRODUCTION = There is no lesson for this game.
error-NO-JSON-FORM = This value has no JSON form.
error-NOT-APPEALABLE = This decision has already been reversed.
error-NOT-BY-PERSONAL-TOKEN = A personal token is not enough for this; sign in yourself.
error-NOT-REPORTABLE = You can report other players who were at this table.
error-NOT-YOURSELF = You cannot do this to yourself.
error-OWN-ACT = Somebody else must decide about an appeal against your own act.
error-PASSKEY-CLONED = This passkey seems to have been copied. Sign in another way and remove it.
error-PASSKEY-REFUSED = This passkey was not accepted here.
error-PASSKEY-UNKNOWN = No account has this passkey.
error-PASSKEYS-UNAVAILABLE = Passkeys do not work at this address.
error-REPORT-CLAIMED = { $by } is already looking at this report.
error-REPORT-CLOSED = This report has already been decided.
error-REPORT-NOT-CLAIMED = Claim this report first.
error-REPORT-NOT-FOUND = There is no such report.
error-REPORTED-ALREADY = You have already reported this. A moderator will look at it.
error-SANCTION-NOT-FOUND = There is no such decision about you.
error-SANDBOX-FIXED = This cannot be changed in a sandbox.
error-SCOPE-MISSING = This token does not allow that; it needs the scope { $scope }.
error-SEAT-NOT-AUTOMATED = You took this seat yourself, so a bot of yours cannot play it.
error-SENT-AWAY = You cannot take a seat at this table.
error-TICKET-OVER = This search has ended. Start a new one.
error-TOKEN-ENDED = This token has been revoked.
error-TOO-MANY-RELATIONS = { $kind ->
    [follow] You can follow at most { $most } players; end following one first.
    [block] You can block at most { $most } players; unblock one first.
    [mute] You can mute at most { $most } players; unmute one first.
   *[other] You can keep notes on at most { $most } players; remove one first.
}
error-TOO-MANY-REPORTS = { $most } of your reports are still waiting for an answer. Wait for one first.
error-TOO-MANY-TICKETS = You can have { $most ->
    [one] 1 search
   *[other] { $most } searches
} at once. Cancel one first.
error-TOO-MANY-TOKENS = You can have { $most ->
    [one] 1 token
   *[other] { $most } tokens
}. Revoke one first.
error-UNKNOWN-FIELDS = The request has unknown fields: { $fields }.
error-NO-PLAYER-THERE = There is nobody in this seat to remove.
error-NO-VACATION = You have no vacation left at this table.
error-NOT-A-BOT-HOST = Only bot hosts can do this.
error-NOT-A-PROXY = Only gateways of this platform can do this.
error-NOT-HOST = Only the table's host can do this.
error-NOT-READY = Not everybody is ready.
error-NOT-SANCTIONED = { $subject } has no such sanction.
error-NOT-SEATED = This is not your seat.
error-NOTHING-TO-UNDO = There is nothing to take back.
error-NOTIFICATION-WAY-OFF = { $way ->
    [push] This server cannot notify browsers.
    [email] This server sends no e-mail.
   *[other] This server calls no webhooks.
}
error-OPERATOR-UNKNOWN = Only operators can do this.
error-SIGN-IN-AT-PROVIDER = Sign in at { $provider }.
error-ROLE-NEEDED = Your role does not allow that.
error-OPTIONS-CONFLICT = These options do not go together: { $options } ({ $paragraph }).
error-OUT-OF-BOUNDS = { $least ->
    [0] Pick { $most } at most.
   *[other] { $most ->
        [one] Pick exactly one.
       *[other] Pick { $least } to { $most }.
    }
}
error-PAST-NOT-KEPT = The moves of this game are no longer kept, so it cannot be replayed.
error-PROMPT-CLOSED = This question is no longer open.
error-PROVIDER-UNAVAILABLE = The sign-in page is not responding. Try again.
error-RATE-LIMITED = That was too fast: at most { $most } in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}. Wait a moment.
error-REDIRECT-NOT-ALLOWED = You cannot sign in at this address of the page.
error-REFRESH-INSTEAD = This token came with a refresh token. Use that one.
error-REFRESH-TOKEN-INVALID = This server no longer knows you. Start again.
error-REFRESH-TOKEN-SPENT = Somebody else has used your key, so it has been revoked. Start again.
error-RENAMED-TOO-SOON = You changed your name recently. You can change it again in { $days ->
    [one] one day
   *[other] { $days } days
}.
error-REQUEST-ID-REUSED = You have already used this id for another request.
error-REQUEST-TOO-LARGE = This request is too large.
error-SEAT-TAKEN = This seat is not free.
error-SEATED-TWICE = You are at one table twice, as a guest and with your account. That game must end first.
error-SEATS-OPEN = Not all seats are taken.
error-SESSION-ENDED = You have been signed out. Sign in again, or start as a guest.
error-SESSION-NOT-FOUND = This device is no longer signed in.
error-SIGN-IN-NOT-RECENT = Sign in again first, so that we know it is you.
error-SIGN-IN-REFUSED = The sign-in could not be confirmed. Start again.
error-SIGN-IN-UNKNOWN = This sign-in has expired, or did not start here. Start again.
error-STORE-FULL = The server is full right now, and nothing was changed. Try again later.
error-STORE-UNAVAILABLE = The store is not responding. Try again.
error-TABLE-ARCHIVED = This table is in the archive and can no longer change.
error-TABLE-BUSY = The table is changing too fast. Try again.
error-TABLE-CLOSED = The table is closed.
error-TABLE-FULL = No seat is free.
error-TABLE-NOT-FOUND = There is no such table, or it is private.
error-TABLE-NOT-STARTED = The game has not started.
error-TABLE-NOT-STRANDED = The rules of this table are available.
error-TABLE-PAUSED = The table is paused until all players want to go on.
error-TABLE-STARTED = The table is no longer open.
error-TABLE-STRANDED = The rules of this table are not available right now. Its clocks are stopped until they are back.
error-TAKEBACK-CLOSED = This proposal is no longer open.
error-TAKEBACK-DECLINED = Your proposal was declined. You can propose again after the next choice.
error-TAKEBACK-OPEN = A proposal to take back is waiting for answers.
error-TERMS-CHANGED = The host has changed the terms. Look at the table again.
error-TOKEN-EXPIRED = You were away for too long. Start again.
error-TOKEN-INVALID = This server does not know you. Start again.
error-TOKEN-MISSING = Say who you are first.
error-TOKEN-REVOKED = This token has been revoked. Start again.
error-TOO-MANY-CALLS = This server is busy with { $most } calls. Try again.
error-TOO-MANY-CALLS-OF-ADDRESS = One address can make { $most } calls at once. Try again.
error-TOO-MANY-REQUESTS = You can have { $most } of these at once.
error-TOO-MANY-SUBSCRIPTIONS = You can have { $most } of these. Remove one first.
error-TOO-MANY-TABLES = You can have { $most ->
    [one] 1 table
   *[other] { $most } tables
} open or running at once. One must end first.
error-TOO-MANY-WAYS-IN = An account has at most { $most } sign-in methods.
error-UNDO-REFUSED = This can no longer be taken back fairly.
error-UNKNOWN-ANNOUNCEMENT = There is no such announcement.
error-UNKNOWN-BOT = This bot is not available right now.
error-UNKNOWN-CALL = This server does not know this call.
error-UNKNOWN-CALLER = This service answers only its own platform.
error-UNKNOWN-EVENT = There is no event { $event } yet. The last one is { $last }.
error-UNKNOWN-GAME = There is no such game here.
error-UNKNOWN-LANGUAGE = This language is not available. Available: { $languages }.
error-UNKNOWN-OPTION = This is not on offer.
error-UNKNOWN-PACK = These components are unknown here.
error-UNKNOWN-PLAYER = There is no such player here.
error-UNKNOWN-PROVIDER = You cannot sign in there.
error-UNKNOWN-PUZZLE = There is no such puzzle.
error-UNKNOWN-RULES-VERSION = These rules are no longer available here.
error-UNKNOWN-SUBSCRIPTION = You have no such subscription.
error-UNKNOWN-TOKEN = You have no such token.
error-UNKNOWN-VALUE = { $field } cannot be { $value }.
error-WAY-IN-NOT-FOUND = Your account has no such sign-in method.
error-WAY-IN-TAKEN = This sign-in method belongs to another account.
error-WORDS-REFUSED = This text contains words that are not allowed here.
error-WOULD-BE-UNRATED = This would make the game unrated. Accept that first.
error-YOU-BLOCKED = You blocked { $player }, who is at this table. To sit there, unblock them first.
error-ENTRANT-NAME-TAKEN = Your name looks like that of { $player }, who has entered. Change your name to enter.
error-INVALID-PAIRINGS = These are not the pairings of a round: everybody who plays is at one table, or has a bye.
error-INVALID-RESULT = This is not a result of that table.
error-INVALID-TOURNAMENT-TERMS = These terms do not go together, or are out of bounds ({ $field }).
error-NOT-ELIGIBLE = { $limit ->
    [min_rating] Your rating is too low for this tournament.
    [max_rating] Your rating is too high for this tournament.
    [min_account_age] You have not been here for long enough to enter this tournament.
    [max_entrants] All places of this tournament are taken.
    [last_late_round] This tournament has gone on too far to join it.
    [blocked_organiser] You blocked the organiser. Unblock them first to enter.
    [entrants] You have entered this tournament already.
    [helpers] A tournament has no more helpers than this.
    [invited] No more players can be invited.
   *[other] You cannot enter this tournament.
}
error-NOT-ORGANISER = Only the organiser of this tournament can do this.
error-TOO-MANY-TOURNAMENTS = You can have { $most } tournaments in progress. End one first.
error-TOURNAMENT-BUSY = The tournament is changing too fast. Try again.
error-TOURNAMENT-NOT-FOUND = There is no such tournament, or it is private.
error-TOURNAMENT-PAUSED = The tournament is paused.
error-UNKNOWN-ENTRANT = This player has not entered the tournament.
error-UNKNOWN-PAIRING = The tournament has no such round or pairing.
error-WRONG-TOURNAMENT-STAGE = The tournament is not at the stage for this.

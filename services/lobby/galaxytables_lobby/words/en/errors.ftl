# What the platform refuses, by reason.

error-ALREADY-RESIGNED = You have given up this seat.
error-ALREADY-SEATED = You already have a seat at this table.
error-ARCHIVE-UNAVAILABLE = The archive does not answer now; try again.
error-BANNED = You are kept away from here: { $why }
error-BEING-SEATED = Your table is being made; try again.
error-BOT-NOT-NAMED = This host may not offer the bot { $bot }.
error-CHALLENGE-UNKNOWN = That took too long; begin again.
error-CHAT-NOT-ALLOWED = At this table only players may write messages.
error-CHAT-TOO-FAST = At most { $most } messages in { $seconds } seconds; wait a moment.
error-CHOICE-REFUSED = That is against the rules ({ $paragraph }).
error-COMPRESSED-REQUEST = Requests are not taken compressed.
error-DRAINING = This server is about to stop; try again.
error-END-NOT-CLAIMABLE = Only who is left alone may end the game: somebody else still plays.
error-ENTROPY-TOO-LONG = At most { $most } bytes may be added to the chance.
error-FEATURE-OFF = { $feature ->
    [guests] New guests are not taken now. Sign in if you have an account, or come back later.
    [tables] No new tables can be opened now. Games that are under way go on.
    [pairing] Nobody is looked for now. You can still open a table.
    [rated_games] No new rated games can be opened now. Casual ones can.
    [chat] No messages can be written now.
    [hints] There are no hints and analyses now.
    [invitations] Nobody can be challenged now. Invitations by code and link work.
    [reports] No reports are taken now.
   *[other] This is switched off for now.
}
error-FIELD-TOO-LARGE = { $field } is too large: { $given } { $unit }, and at most { $most } are taken.
error-GAME-DRAINING = No more tables of this game are opened now.
error-GAME-NOT-ARCHIVED = The game is on its way into the archive; try again.
error-GAME-NOT-OVER = The game is not over yet.
error-GAME-OVER = The game is over.
error-COOLING-DOWN = You left games or let others wait. You can play rated games again in { $minutes } minutes; casual ones are open to you now.
error-GAME-UNAVAILABLE = The rules of this game do not answer now; try again.
error-APPEALED-ALREADY = You have appealed against this once already.
error-GAME-NOT-RATED = There is nothing to change about the rating of this game.
error-HINT-UNAVAILABLE = No bot gives hints for this game now; try again.
error-HINTS-NOT-ALLOWED = Hints are given at private and casual tables only, whose games are not rated.
error-HISTORY-FULL = Too much has happened here; nothing but the game goes on.
error-INTERNAL = Something went wrong here.
error-INTRODUCTION-FIXED = At an introduction nothing of this can be chosen.
error-INVALID-DELAY = Spectators are at most { $most } choices behind.
error-INVALID-EMAIL = This is not an e-mail address.
error-INVALID-ENDPOINT = Give the https address of a public server, without a password.
error-INVALID-FILTER = Nothing in the archive could be meant by this.
error-INVALID-MESSAGE = A message has { $least } to { $most } characters that can be seen.
error-INVALID-NAME = A name has { $least } to { $most } characters that can be seen.
error-INVALID-NOTE = A note is one line of at most { $most } characters.
error-INVALID-OPTION = The option { $option } cannot be { $value }.
error-INVALID-PAGE-TOKEN = This list cannot be continued here; begin anew.
error-INVALID-PUSH-KEYS = These are not the keys of a browser.
error-INVALID-REQUEST = This request makes no sense.
error-INVALID-REQUEST-ID = A request id has { $least } to { $most } printable characters.
error-INVALID-SEATS = { $seats } cannot play this; { $least } to { $most } can.
error-INVALID-SEED = A seed has { $bytes } bytes, not { $given }.
error-INVALID-TEXT = Write something, in up to { $most } characters.
error-INVALID-TICKET = This cannot be looked for.
error-INVALID-TIME-CONTROL = This time control makes no sense.
error-INVALID-TIME-ZONE = There is no such time zone.
error-INVALID-TOKEN-END = A token ends after now, and within { $days } days.
error-INVITATION-REQUIRED = This table is private: join it by its invitation code.
error-LAST-WAY-IN = This is the last way into your account; add another one first.
error-LATE-REQUEST = The request did not arrive within { $seconds } seconds; try again.
error-LINK-INVALID = This link is not good, or not good any more.
error-LOBBY-UNAVAILABLE = The game server does not answer now; try again.
error-MALFORMED-REQUEST = This request cannot be read.
error-MUST-STAY-RATED = At this table nothing is taken back: its game must stay rated.
error-MUTED = You may write no messages: { $why }
error-NAME-KEPT = Somebody had this name until lately; choose another one.
error-NAME-RESERVED = Bots are called that. Choose another name.
error-NAME-TAKEN = Somebody there has a name that looks like this one.
error-NEW-PLAYER-LIMITED = You are new here, so that is enough for now. This limit ends in { $hours ->
    [one] one hour
   *[other] { $hours } hours
}, and after { $games ->
    [one] one more finished game
   *[other] { $games } more finished games
}.
error-NO-ACCOUNT = You have no account yet; sign in first.
error-NO-BOT-THERE = There is no bot on this seat.
error-NO-INTRODUCTION = There is no introduction to this game.
error-NO-JSON-FORM = This cannot be said in JSON here.
error-NOT-APPEALABLE = This was taken back already.
error-NOT-BY-PERSONAL-TOKEN = A personal token is not enough for this; sign in yourself.
error-NOT-REPORTABLE = You can report other players who were at this table.
error-NOT-YOURSELF = This is about others, not about yourself.
error-OWN-ACT = Somebody else must look at the appeal against your own act.
error-PASSKEY-CLONED = There seem to be two of this passkey. Sign in another way, and remove it.
error-PASSKEY-REFUSED = This passkey was not accepted here.
error-PASSKEY-UNKNOWN = No account has this passkey.
error-PASSKEYS-UNAVAILABLE = There are no passkeys at this address.
error-REPORT-CLAIMED = { $by } looks at this report already.
error-REPORT-CLOSED = This report is decided already.
error-REPORT-NOT-CLAIMED = Claim this report first.
error-REPORT-NOT-FOUND = There is no such report.
error-REPORTED-ALREADY = You have reported this already; a moderator looks at it.
error-SANCTION-NOT-FOUND = There is no such decision about you.
error-SANDBOX-FIXED = At this sandbox nothing of this can be chosen.
error-SCOPE-MISSING = This token does not allow that; it needs the scope { $scope }.
error-SEAT-NOT-AUTOMATED = You took this seat yourself, so a bot of yours cannot play it.
error-SENT-AWAY = You cannot take a seat at this table.
error-TICKET-OVER = This search has ended; begin anew.
error-TOKEN-ENDED = This token has been ended.
error-TOO-MANY-RELATIONS = { $kind ->
    [follow] You can follow at most { $most } players; end following one first.
    [block] You can block at most { $most } players; unblock one first.
    [mute] You can mute at most { $most } players; unmute one first.
   *[other] You can keep notes on at most { $most } players; remove one first.
}
error-TOO-MANY-REPORTS = { $most } of your reports still wait for an answer; wait for one first.
error-TOO-MANY-TICKETS = At most { $most } searches at once; cancel one first.
error-TOO-MANY-TOKENS = At most { $most } tokens; end one first.
error-UNKNOWN-FIELDS = The request has fields that are not known here: { $fields }.
error-NO-PLAYER-THERE = There is nobody to send away on this seat.
error-NO-VACATION = You have no vacation left at this table.
error-NOT-A-BOT-HOST = This is for bot hosts only.
error-NOT-A-PROXY = This is for gateways of this platform only.
error-NOT-HOST = Only the table's host may do this.
error-NOT-READY = Not everybody is ready.
error-NOT-SANCTIONED = Nothing of that kind holds for { $subject }.
error-NOT-SEATED = You do not play that seat at this table.
error-NOTHING-TO-UNDO = There is nothing to take back.
error-NOTIFICATION-WAY-OFF = { $way ->
    [push] This host does not notify browsers.
    [email] This host sends no e-mail.
   *[other] This host calls no webhooks.
}
error-OPERATOR-UNKNOWN = Only operators may do this.
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
error-PAST-NOT-KEPT = The moves of this game are no longer kept; it cannot be looked back at.
error-PROMPT-CLOSED = This question is no longer open.
error-PROVIDER-UNAVAILABLE = The page for signing in does not answer now; try again.
error-RATE-LIMITED = Too much in too short a time: at most { $most } in { $seconds } seconds; wait a moment.
error-REDIRECT-NOT-ALLOWED = Sign-in does not work at this address of the page.
error-REFRESH-INSTEAD = This token came with another one that gives the next.
error-REFRESH-TOKEN-INVALID = This server does not know you any more; begin anew.
error-REFRESH-TOKEN-SPENT = Somebody else has used your key, so it is not good any more; begin anew.
error-RENAMED-TOO-SOON = You have changed your name not long ago. You can change it again in { $days ->
    [one] one day
   *[other] { $days } days
}.
error-REQUEST-ID-REUSED = You have sent another request under this id.
error-REQUEST-TOO-LARGE = This request is too large.
error-SEAT-TAKEN = This seat cannot be taken.
error-SEATED-TWICE = You play at one table twice, as a guest and under your account; that game must end first.
error-SEATS-OPEN = Not all seats are taken.
error-SESSION-ENDED = You were signed out here; sign in again, or begin anew.
error-SESSION-NOT-FOUND = This device is not signed in any more.
error-SIGN-IN-NOT-RECENT = To be sure that it is you, sign in again first.
error-SIGN-IN-REFUSED = The sign-in could not be confirmed; begin again.
error-SIGN-IN-UNKNOWN = This sign-in is too old, or did not begin here; begin again.
error-STORE-FULL = There is no room for more now; nothing was changed. Try again later.
error-STORE-UNAVAILABLE = The store does not answer now; try again.
error-TABLE-ARCHIVED = This table is in the archive; nothing changes there any more.
error-TABLE-BUSY = The table changes too fast; try again.
error-TABLE-CLOSED = The table is closed.
error-TABLE-FULL = No seat is free.
error-TABLE-NOT-FOUND = There is no such table, or it is private.
error-TABLE-NOT-STARTED = The game has not started.
error-TABLE-NOT-STRANDED = The rules of this table are served.
error-TABLE-PAUSED = The table is paused until all who play wish to go on.
error-TABLE-STARTED = The table is no longer open.
error-TABLE-STRANDED = This table was started by rules that nobody serves now. Its clocks are stopped; it goes on when they are back.
error-TAKEBACK-CLOSED = This proposal is no longer open.
error-TAKEBACK-DECLINED = Your proposal was declined; wait until somebody has chosen.
error-TAKEBACK-OPEN = A proposal to take back waits for answers.
error-TERMS-CHANGED = The host has changed the terms; look at the table again.
error-TOKEN-EXPIRED = You were away for too long; begin anew.
error-TOKEN-INVALID = This server does not know you; begin anew.
error-TOKEN-MISSING = Say who you are first.
error-TOKEN-REVOKED = This token is not good any more; begin anew.
error-TOO-MANY-CALLS = This server is at its limit of { $most } calls; try again.
error-TOO-MANY-CALLS-OF-ADDRESS = At most { $most } calls of one address may be under way at once; try again.
error-TOO-MANY-REQUESTS = At most { $most } of these may be under way at once.
error-TOO-MANY-SUBSCRIPTIONS = At most { $most } of these; remove one first.
error-TOO-MANY-TABLES = At most { $most } tables may be open or running at once; one has to end first.
error-TOO-MANY-WAYS-IN = An account has at most { $most } sign-in methods.
error-UNDO-REFUSED = This can no longer be taken back fairly.
error-UNKNOWN-ANNOUNCEMENT = There is no such announcement.
error-UNKNOWN-BOT = Nobody offers this bot now.
error-UNKNOWN-CALL = This server does not know this call.
error-UNKNOWN-CALLER = This service hears only the platform that it belongs to.
error-UNKNOWN-EVENT = There is no event { $event } yet; the last is { $last }.
error-UNKNOWN-GAME = There is no such game here.
error-UNKNOWN-LANGUAGE = There are no words in this language; there are { $languages }.
error-UNKNOWN-OPTION = This is not on offer.
error-UNKNOWN-PACK = These components are not known here.
error-UNKNOWN-PLAYER = There is no such player here.
error-UNKNOWN-PROVIDER = Nobody can sign in there.
error-UNKNOWN-PUZZLE = There is no such puzzle.
error-UNKNOWN-RULES-VERSION = These rules are no longer played here.
error-UNKNOWN-SUBSCRIPTION = You have no such subscription.
error-UNKNOWN-TOKEN = You have no such token.
error-UNKNOWN-VALUE = { $field } cannot be { $value }.
error-WAY-IN-NOT-FOUND = Your account has no such sign-in method.
error-WAY-IN-TAKEN = This sign-in method belongs to another account.
error-WORDS-REFUSED = This host does not show these words.
error-WOULD-BE-UNRATED = This game would not be rated then; say that you accept that.
error-YOU-BLOCKED = You blocked { $player }, who is at this table. To sit there, unblock them first.

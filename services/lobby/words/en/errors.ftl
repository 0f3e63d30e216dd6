# What the platform refuses, by reason.

error-ALREADY-RESIGNED = You have given up this seat.
error-ALREADY-SEATED = You already have a seat at this table.
error-ARCHIVE-UNAVAILABLE = The archive does not answer now; try again.
error-CHAT-NOT-ALLOWED = At this table only players may write messages.
error-CHAT-TOO-FAST = At most { $most } messages in { $seconds } seconds; wait a moment.
error-CHOICE-REFUSED = That is against the rules ({ $paragraph }).
error-DRAINING = This server is about to stop; try again.
error-END-NOT-CLAIMABLE = Only who is left alone may end the game: somebody else still plays.
error-ENTROPY-TOO-LONG = At most { $most } bytes may be added to the chance.
error-GAME-NOT-ARCHIVED = The game is on its way into the archive; try again.
error-GAME-NOT-OVER = The game is not over yet.
error-GAME-OVER = The game is over.
error-GAME-UNAVAILABLE = The rules of this game do not answer now; try again.
error-HISTORY-FULL = Too much has happened here; nothing but the game goes on.
error-INTERNAL = Something went wrong here.
error-INVALID-DELAY = Spectators are at most { $most } choices behind.
error-INVALID-FILTER = Nothing in the archive could be meant by this.
error-INVALID-MESSAGE = A message has { $least } to { $most } characters that can be seen.
error-INVALID-NAME = A name has { $least } to { $most } characters that can be seen.
error-INVALID-OPTION = The option { $option } cannot be { $value }.
error-INVALID-PAGE-TOKEN = This list cannot be continued here; begin anew.
error-INVALID-REQUEST = This request makes no sense.
error-INVALID-REQUEST-ID = A request id has { $least } to { $most } printable characters.
error-INVALID-SEATS = { $seats } cannot play this; { $least } to { $most } can.
error-INVALID-TIME-CONTROL = This time control makes no sense.
error-INVITATION-REQUIRED = This table is private: join it by its invitation code.
error-LOBBY-UNAVAILABLE = The game server does not answer now; try again.
error-MALFORMED-REQUEST = This request cannot be read.
error-NAME-TAKEN = Somebody there has a name that looks like this one.
error-NO-JSON-FORM = This cannot be said in JSON here.
error-NOTHING-TO-UNDO = There is nothing to take back.
error-NOT-A-BOT-HOST = This is for bot hosts only.
error-NOT-HOST = Only the table's host may do this.
error-NOT-READY = Not everybody is ready.
error-NOT-SEATED = You do not play that seat at this table.
error-NO-BOT-THERE = There is no bot on this seat.
error-NO-PLAYER-THERE = There is nobody to send away on this seat.
error-NO-VACATION = You have no vacation left at this table.
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
error-REQUEST-ID-REUSED = You have sent another request under this id.
error-REQUEST-TOO-LARGE = This request is too large.
error-SEATS-OPEN = Not all seats are taken.
error-SEAT-TAKEN = This seat cannot be taken.
error-SENT-AWAY = The host has sent you away from this table.
error-STORE-UNAVAILABLE = The store does not answer now; try again.
error-TABLE-ARCHIVED = This table is in the archive; nothing changes there any more.
error-TABLE-BUSY = The table changes too fast; try again.
error-TABLE-FULL = No seat is free.
error-TABLE-NOT-FOUND = There is no such table, or it is private.
error-TABLE-NOT-STARTED = The game has not started.
error-TABLE-PAUSED = The table is paused until all who play wish to go on.
error-TABLE-STARTED = The table is no longer open.
error-TAKEBACK-CLOSED = This proposal is no longer open.
error-TAKEBACK-DECLINED = Your proposal was declined; wait until somebody has chosen.
error-TAKEBACK-OPEN = A proposal to take back waits for answers.
error-TERMS-CHANGED = The host has changed the terms; look at the table again.
error-TOKEN-EXPIRED = You were away for too long; begin anew.
error-TOKEN-INVALID = This server does not know you; begin anew.
error-TOKEN-MISSING = Say who you are first.
error-TOO-MANY-REQUESTS = At most { $most } of these may be under way at once.
error-UNDO-REFUSED = This can no longer be taken back fairly.
error-UNKNOWN-BOT = Nobody offers this bot now.
error-UNKNOWN-CALL = This server does not know this call.
error-UNKNOWN-EVENT = There is no event { $event } yet; the last is { $last }.
error-UNKNOWN-GAME = There is no such game here.
error-UNKNOWN-LANGUAGE = There are no words in this language; there are { $languages }.
error-UNKNOWN-OPTION = This is not on offer.
error-UNKNOWN-PACK = These components are not known here.
error-UNKNOWN-RULES-VERSION = These rules are no longer played here.
error-UNKNOWN-VALUE = { $field } cannot be { $value }.

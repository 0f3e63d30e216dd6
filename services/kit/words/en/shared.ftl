# What all games say.

option = { $targets } ({ $facts })
targets = { $first } with { $second }
facts = { $first }, { $second }
list-empty = none

reason-not-asked = This question is not about it.

error-CHOICE-REFUSED = That is against the rules ({ $paragraph }).
error-GAME-OVER = The game is over.
error-INVALID-OPTION = The option { $option } cannot be { $value }.
error-INVALID-SEATS = { $seats } cannot play this; { $least } to { $most } can.
error-NOTHING-TO-UNDO = There is nothing to take back.
error-NOT-YOUR-PROMPT = This question is for another player.
error-OPTIONS-CONFLICT = These options do not go together: { $options } ({ $paragraph }).
error-OUT-OF-BOUNDS =
    { $least ->
        [one] { $most ->
            [one] Pick exactly one.
           *[other] Pick 1 to { $most }.
        }
       *[other] Pick { $least } to { $most }.
    }
error-PROMPT-CLOSED = This question is no longer open.
error-UNDO-REFUSED = This can no longer be taken back: something was shown, drawn or done since.
error-UNKNOWN-LANGUAGE = There are no words in this language; there are { $languages }.
error-UNKNOWN-OPTION = This is not on offer.
error-UNKNOWN-PACK = These components are not known here.
error-UNKNOWN-RULES-VERSION = These rules are no longer played here.

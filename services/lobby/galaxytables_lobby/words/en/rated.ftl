# Whether a game counts for the ratings, and why not.

rated = Rated: it counts for everybody who plays, bots too.
rated-strict = Rated: it counts for everybody who plays, bots too, and nothing is taken back by agreement.
unrated = Not rated.
unrated-private = Not rated: the table is private.
unrated-introduction = Not rated: it is an introduction.
unrated-sandbox = Not rated: it is a sandbox.
unrated-casual = Not rated: the host wants a casual game.
unrated-one-player = Not rated: one bot plays against itself.
unrated-taken-back = Not rated: choices were taken back after something may have been seen.
unrated-not-played = Not rated: somebody has not made a single choice.
unrated-stalled = Not rated: nobody played any more.
unrated-closed-by-operator = Not rated: the operator ended it.
unrated-abandoned = Not rated: everybody left.
unrated-voided = Not rated: a moderator decided so.
unrated-repeated = Not rated: two players have played ten rated games with each other within 30 days.
unrated-own-guest = Not rated: two of the players were the same person.
unrated-short = Not rated: somebody left before everybody had made three choices.
rating-pending = Rating pending: whether the game counts follows in a moment.
rating-unknown = Whether the game is rated is not known: the archive does not have it.
unrates = This game will not be rated then.

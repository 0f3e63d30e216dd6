# What can be chosen for a game.

setting-mats = Faction mats
    .text = Mats that are alike, or mats with tracks and powers of their own (R1.3).
setting-mats-basic = Basic
setting-mats-advanced = Advanced
setting-achievements-to-end = Discs that end the game
    .text = Discs on achievement cards that end the game: by the number of players, or always four (R7.2).
setting-achievements-to-end-by-seats = By the number of players
setting-achievements-to-end-four = Always four
setting-control-below-a-tie = Control when others tie
    .text = Two rivals tie above the controller: control of the location is lost or kept (R13.14).
setting-control-below-a-tie-lost = Lost
setting-control-below-a-tie-kept = Kept
setting-settlers = Ships that colonise
    .text = Any of your ships there, or only those whose strength is needed (R14.3).
setting-settlers-any = Any ships
setting-settlers-needed = Needed ships only
setting-round-limit = Last round
    .text = The last round in any case, if achievements never end the game (R7.6).

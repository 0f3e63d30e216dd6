# What can be chosen for a game.

setting-sides = Sides of the start tiles
    .text =
        Players choose which of their two start tiles is the development, or the cheaper sides are up (R2.6, R2.9).
setting-sides-choose = Players choose
setting-sides-cheaper = Cheaper sides
setting-selecting-die = The selecting die
    .text =
        Once a phase is selected, the die that selects it may be reassigned or rest like others, or stays there (R3.16).
setting-selecting-die-worker = A worker like others
setting-selecting-die-locked = Stays

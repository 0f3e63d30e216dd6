# What can be chosen for a game.

setting-hands = Opening hands
    .text = 7 cards dealt of which 5 are kept (R1.4), or a preset hand each (R1.3).
setting-hands-dealt = Dealt
setting-hands-preset = Preset
setting-dealer = Dealer
    .text = The seat that deals; it matters for the order of draws only (R1.6).

# A second lesson, for players of the printed games: what is different here, `differs-<game>-<topic>`, and at all tables.

differs = What is different here
differs-short = What is different here
differs-about-components = Cards and tiles
differs-about-together = Who plays when
differs-about-automatic = What the table does by itself
differs-about-back = Taking back
differs-about-clocks = Time
differs-about-chance = Chance
differs-about-rulings = Where the rules are open
differs-about-options = What can be chosen
differs-about-help = Help while you play
differs-about-keys = Keys

differs-all-automatic = A question with only one answer is not asked. Under “More” you can pass on a kind of question: it is then answered with nothing after some seconds, and each time you can stop that.
differs-all-back = Further back goes “Propose a takeback” under “More”. Everybody has to agree, and a rated game is then rated no more. A host can rule this out.
differs-all-clocks = The host chooses: no clock, some seconds a choice with a bank of time, one budget for the whole game, or days a choice with vacations. When your time is up, the table answers for you. Whoever lets that happen two or three times in a row loses the seat.
differs-all-chance = All chance comes from one seed. Its fingerprint is shown before the game. Afterwards “Was it fair?” has your own browser check it.
differs-all-rulings = The rules beside the table say all of this in our own words. Each question names its paragraph there.
differs-all-help = “Why not?” tells why something cannot be chosen. “Hint” asks a bot what it would do, at private and casual tables only. The bar below the log shows any earlier moment, even in the middle of a game.
differs-all-keys = 1 to 9 mark an answer, Enter confirms, 0 answers with nothing, Backspace clears all marks. U takes back, ? asks why not, H asks for a hint, L unfolds the list, [ and ] step through the game.

differs-jump-components = We collected the figures of the cards from public descriptions. Most worlds have a single source, so a figure may differ from your box. Artist Colony, Rosetta Stone World and Alien Technology Institute are partly our guess, and so are nearly all preset hands.
differs-jump-together = Everybody chooses cards and payment at once and in secret. A second world is chosen after the reveal.
differs-jump-automatic = A card in hand shows its price now, and what it would change in points and cards each round. Whoever can place nothing explores. Who pays with the whole hand, or nothing at all, is not asked.
differs-jump-back = “Undo” takes back everything up to the reveal, while somebody is still choosing.
differs-jump-rulings = All that you choose for a round must be payable together when you choose it. The card that a lone world draws may pay for a second world. Explore markers do not run out. Cards are always drawn in the order of points.
differs-jump-options = Opening hands: seven cards of which you keep five, or preset hands. The dealer.

differs-race-components = Cards are as first printed. The option “Second edition” plays the five that were changed later.
differs-race-together = Actions, cards to keep, placements, payments and goods: everybody chooses at once and in secret, and sees the others when all have answered. Takeovers, searches and the orb are played in turn, from the lowest start world on.
differs-race-automatic = Draws, and goods and points that nobody has to choose, come by themselves. Consume powers are used for you where their order cannot matter. What you need not do, such as discarding cards for points, is asked last. Temporary military is offered only where it changes something.
differs-race-back = “Undo” takes back what you chose in secret, while somebody is still choosing.
differs-race-rulings = A windfall world gets its good after it is paid for. Powers for one more world are used in the order that you like. Nobody has to gamble. Takeovers are fought before further worlds are placed. Where two programs that play the game differ, the other reading is often an option.
differs-race-options = The Gathering Storm, Rebel vs Imperium and The Brink of War, with prestige and search, and goals and takeovers if you like. Alien Artifacts with or without the orb. Xeno Invasion with or without the invasion. New Worlds, the draft, preset hands, and one action each for two players.

differs-roll-components = The base game for two to five players, with all its tiles. There are no expansions yet.
differs-roll-together = Everybody rolls and assigns behind their screens at once. Explore is played in turn, from the lowest faction number on. The other phases are played by all at once, except where somebody may place a twelfth tile or use up the points.
differs-roll-automatic = Each die is put where it shows. If you agree, you answer three times: the phase, the die that selects it, “Done”. Of dice that are alike you see one. Dice build, lie down as goods and are recruited without a question wherever there is nothing to choose.
differs-roll-back = “Undo” takes back everything behind your screen, while somebody is still assigning.
differs-roll-rulings = The die that selects a phase may be moved or rest like any other, and the phase stays selected. Dictate needs a die that rests and a die that moves. If your cup stays empty, you recall a die. Galactic Renaissance has no upper limit.
differs-roll-options = Start tiles: you choose their sides, or the cheaper sides are up. The selecting die: a worker like others, or one that stays.

differs-beyond-components = Most cards are our own: no public source lists them. The 16 technologies of Level III are known in full, others in part or by name. Owners of the box can load the real cards into a server of their own.
differs-beyond-together = One turn after another, as in the box. Out of turn you are asked only about places that you come to control.
differs-beyond-automatic = Strength and control are worked out after every move, and points are counted all the time. An achievement that you have met is claimed without a question; of several you choose one.
differs-beyond-back = “Undo” takes back a turn, choice by choice, until a card is turned up or somebody else has chosen.
differs-beyond-rulings = With two or three players the third disc on an achievement brings the end. Who is below a tie loses control. Any ships that are strong enough may settle. A copied action has no surcharge. Cards for a private technology are turned up for all.
differs-beyond-options = Basic or advanced mats. Four discs to the end, whoever plays. Control when others tie: kept. Only ships that are needed may settle. The last round, 100 unless you choose another.

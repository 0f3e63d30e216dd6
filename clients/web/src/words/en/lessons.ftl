# What an introduction says beside each kind of question.

learn = Learn it
learn-table = First steps
learn-opening = The table is being laid …
learn-enough = Enough of lessons

lesson-jump-opening = You build an empire of cards, and cards are your money too. Keep cheap cards, and worlds that bring cards each round: first to 50 points ends the game.
lesson-jump-choose = Everybody chooses at once. Place a development or a world and pay by discarding cards, or place nothing and explore for new ones. Every round your whole empire pays you cards and points, so early placements pay most often.
lesson-jump-explore = You looked for better cards: keep those that you can pay soon, and discard the rest.
lesson-jump-second = A card of yours lets you place one more world now. Refuse if the cards that it costs are worth more to you.
lesson-jump-limit = Nobody keeps more cards than this from one round to the next. Give up what you will not place soon.

lesson-race-setup = You build an empire from cards, and cards are your money too. Keep some cheap ones that you can place soon, and let dear ones go.
lesson-race-actions = Each chooses in secret. A phase that anybody chose is played by everybody, and whoever chose it gets its bonus: choose what helps you most, and guess what others bring about anyway.
lesson-race-explore = In Explore everybody looks at cards and keeps some. Look for cards that go with what you have: goods, strength, or a price you can pay.
lesson-race-develop = In Develop everybody may place a development. You pay by discarding as many cards as it costs; its power counts from the next phase on.
lesson-race-settle = In Settle everybody may place a world. Those with a white ring are paid by discarding cards; those with a marked red one are conquered, which costs nothing but wants military strength.
lesson-race-trade = Who chose to trade sells one good for cards. The rarer its kind, the more cards it brings.
lesson-race-consume = In Consume goods on your worlds become points and cards. Powers that can be used must be used; in which order is yours to choose.
lesson-race-produce = In Produce your production worlds get goods, which you trade or consume later. Windfall worlds get theirs when they are placed, or by a power or a bonus.
lesson-race-roundend = A round ends with at most ten cards in hand. The game ends when somebody has twelve cards in the tableau, or the pool of points is empty.

lesson-roll-start = One side of a tile is a development, the other a world. It is the first thing that your dice will build.
lesson-roll-assign = You rolled your workers in secret; each lies at the phase that it shows. Choose one phase that surely happens, with any die. Phases that nobody chooses do not happen, and their workers go back to the cup.
lesson-roll-explore = Explorers draw tiles to build later, or fetch money. You need both: tiles are your goals, money brings dice back from the citizenry.
lesson-roll-develop = Developers work on the topmost development. It is done once as many dice lie on it as it costs, and they go to the citizenry.
lesson-roll-settle = Settlers work on the topmost world in the same way. New worlds often bring you more dice.
lesson-roll-die = A power takes a die away for good. Give up the one that you miss least.
lesson-roll-produce = Producers lie down as goods on worlds that have none. Later shippers trade them for money or consume them for points.
lesson-roll-ship = Each shipper takes one good away: traded it brings money, by the world's colour; consumed it brings points, more where colours match.
lesson-roll-manage = Money brings dice back from the citizenry into your cup, where the next roll finds them. Dice that are of no use where they are may be recalled.

lesson-beyond-turn = Move your pawn to another free action space and do what it says. Research opens new spaces and better ones; whoever ends the game with most points wins.
lesson-beyond-cost = A cost can be paid in several ways. Keep what the next turn will want.
lesson-beyond-production = Each turn ends with one production: people to research with, ore to build with, or a trade. What you need next turn decides.
lesson-beyond-trade = You may exchange some of what you have for what you lack, as often as deals are offered.
lesson-beyond-achievement = You meet an achievement: put a disc there for points. When enough discs lie on achievements the game ends, and the first there get most.
lesson-beyond-research = Research sends people to a slot whose earlier technologies you have reached. Empty slots show you cards to choose from, and what lies there is open to others as well.
lesson-beyond-private = These technologies lie open to all. Those that you keep are yours alone: you use their actions and powers, and they score as if researched.
lesson-beyond-build = Ships are built for ore and begin near the sun. Larger ships count for more where control of a system is weighed.
lesson-beyond-upgrade = An upgrade turns a ship into a larger one without a new start.
lesson-beyond-jump = Jumps move your ships from place to place along the lines. Where your ships outweigh the others' you control an outpost.
lesson-beyond-teleport = This move goes anywhere, without lines.
lesson-beyond-control = You control this system now: put a disc on its outpost. The disc uncovers more production on your mat.
lesson-beyond-colonize = To colonise you need control and ships enough, which are given up. The system is then yours: it brings points, and at once what it promises.
lesson-beyond-automate = Automation makes a track yield more in every production from now on.
lesson-beyond-supply = Your rightmost supply cubes may go to any columns. Growth takes cubes from its own column only, so fill one that would run out.
lesson-beyond-may = You may do this, and need not. Look at what it costs and brings before you answer.
lesson-beyond-choose = One of these happens: choose what helps you most now.
lesson-beyond-copy = You may do an action that lies elsewhere, as if your pawn stood there.

# What an introduction says beside each kind of question.

learn = Learn it
lessons-about = Each lesson is a guided first game: every question is explained as it comes.
learn-table = First steps
learn-opening = The table is being laid …
learn-enough = Play on without advice
learn-on = Go on learning
learn-leave = Pause the lesson: to the lobby
learn-end = End the lesson for good
learn-end-sure = End the lesson? It cannot be gone on with; a new one can be begun.
learn-first-game = Now your first game
learn-more = Read on
learn-less = Shorter
learn-suggested = suggested
learn-none = suggested: answer with nothing

lesson-jump-opening = You build an empire of cards, and cards are your money too. Keep cheap cards, and worlds that bring cards each round: first to 50 points ends the game.
lesson-jump-choose = Everybody chooses at once. Place a development or a world and pay by discarding cards, or place nothing and explore for new ones. Every round your whole empire pays you cards and points, so early placements pay most often.
lesson-jump-explore = You looked for better cards: keep those that you can pay soon, and discard the rest.
lesson-jump-second = A card of yours lets you place one more world now. Refuse if the cards that it costs are worth more to you.
lesson-jump-limit = Nobody keeps more cards than this from one round to the next. Give up what you will not place soon.
lesson-jump-pay = Pay with the cards that you will miss least.

lesson-race-setup = You build an empire from cards, and cards are your money too. Keep some cheap ones that you can place soon, and let dear ones go.
lesson-race-actions = Each chooses in secret. A phase that anybody chose is played by everybody, and whoever chose it gets its bonus: choose what helps you most, and guess what others bring about anyway.
lesson-race-explore = In Explore everybody looks at cards and keeps some. Look for cards that go with what you have: goods, strength, or a price you can pay.
lesson-race-develop = In Develop everybody may place a development. You pay by discarding as many cards as it costs; its power counts from the next phase on.
lesson-race-settle = In Settle everybody may place a world. Those with a white ring are paid by discarding cards; those with a marked red one are conquered, which costs nothing but needs military strength.
lesson-race-trade = Who chose to trade sells one good for cards. The rarer its kind, the more cards it brings.
lesson-race-consume = In Consume goods on your worlds become points and cards. Powers that can be used must be used; in which order is yours to choose.
lesson-race-produce = In Produce your production worlds get goods, which you trade or consume later. Windfall worlds get theirs when they are placed, or by a power or a bonus.
lesson-race-roundend = A round ends with at most ten cards in hand. The game ends when somebody has twelve cards in the tableau, or the pool of points is empty.
lesson-race-pay = Pay with the cards that you will miss least: worlds too strong for you, and what is too dear.

lesson-roll-start = One side of a tile is a development, the other a world. It is the first thing that your dice will build.
lesson-roll-assign = You rolled your workers in secret; each lies at the phase that it shows. Choose one phase that surely happens, with any die. Phases that nobody chooses do not happen, and their workers go back to the cup.
lesson-roll-explore = Explorers draw tiles to build later, or fetch money. You need both: tiles are your goals, money brings dice back from the citizenry. Before a die scouts you may abandon tiles that you do not want: for each you draw one more.
lesson-roll-develop = Developers work on the topmost development. It is done once as many dice lie on it as it costs, and they go to the citizenry.
lesson-roll-settle = Settlers work on the topmost world in the same way. New worlds often bring you more dice.
lesson-roll-die = A power takes a die away for good. Give up the one that you miss least.
lesson-roll-produce = Producers lie down as goods on worlds that have none. Later shippers trade them for money or consume them for points.
lesson-roll-ship = Each shipper takes one good away: traded it brings money, by the world's colour; consumed it brings points, more where colours match.
lesson-roll-manage = Money brings dice back from the citizenry into your cup, where the next roll finds them. Dice that are of no use where they are may be recalled.

lesson-beyond-turn = Move your pawn to another free action space and do what it says. Research opens new spaces and better ones; whoever ends the game with most points wins.
lesson-beyond-cost = A cost can be paid in several ways. Keep what you will need in the next turn.
lesson-beyond-production = Each turn ends with one production: people to research with, ore to build with, or a trade. What you need next turn decides.
lesson-beyond-trade = You may exchange some of what you have for what you lack, as often as deals are offered.
lesson-beyond-achievement = You meet an achievement: put a disc there for points. When enough discs lie on achievements the game ends, and the first there get most points.
lesson-beyond-research = Research sends people to a slot if you have researched what its lines come from. Empty slots show you cards to choose from, and what lies there is open to others as well.
lesson-beyond-private = These technologies lie open to all. Those that you keep are yours alone: you use their actions and powers, and they score as if researched.
lesson-beyond-build = A new ship begins at Sol, or at a shipyard that you control. The higher its level, the more it counts where strength is compared.
lesson-beyond-upgrade = An upgrade raises the level of a ship, and it stays where it is.
lesson-beyond-jump = Jumps move your ships from place to place along the lines. Where your ships are the strongest you control the place, and a disc of yours goes there.
lesson-beyond-teleport = This move goes anywhere, without lines.
lesson-beyond-control = You control this system now: put a disc on its outpost. The disc uncovers more production on your mat.
lesson-beyond-colonize = To colonise you need control and ships enough, which are given up. The system is then yours: it brings points, and at once what it promises.
lesson-beyond-automate = Automation makes a track yield more in every production from now on.
lesson-beyond-supply = Your rightmost supply cubes may go to any columns. Growth takes cubes from its own column only, so fill one that would run out.
lesson-beyond-may = You may do this, and need not. Look at what it costs and brings before you answer.
lesson-beyond-choose = One of these happens: choose what helps you most now.
lesson-beyond-copy = You may do an action that lies elsewhere, as if your pawn stood there.

# Steps of introductions: `step-<game>-<lesson>`. A component is a variable, called by its id.

step-jump-first-world = Your hand is your money, too: each card that you give up pays one. { $artist_colony } costs a single card and brings a point in every round. And whoever places one world and nothing else draws a card for it. Place { $artist_colony }.
step-jump-pay = One card has to go. { $smuggling_lair } would have to be conquered, and you have no strength yet. Pay with it.
step-jump-second-world = Some cards help each other. { $tourist_world } brings two cards a round, and a third one because { $artist_colony } is yours. Its price is all that you hold besides, but this round brings as many cards back. Place { $tourist_world }.
step-jump-explore = The one world in your hand must be conquered, and you are too weak. So look for better ones: you see seven new cards, then discard five of all that you hold. You place nothing meanwhile, but your empire goes on paying you. Choose to explore.
step-jump-keep = Worlds that you can pay for soon are worth keeping, such as { $mining_world } and { $deserted_alien_colony }. { $warrior_race }, { $rebel_world } and { $arboreal_uplift_race } must be conquered. As long as you conquer nothing, { $space_marines } is of little use either. { $mining_league } costs eight cards. Discard these five.
step-jump-survey-team = You may place a development and a world in the same round. Nothing is drawn for that, but both begin to pay at once. { $survey_team } lies beside the deck, and each player may take it once. Beside a world it costs one card, and it brings one every round. Take it first.
step-jump-both-at-once = Now the world. You hold so many cards that you can afford a dear one. { $deserted_alien_colony } costs five, and from now on brings four points and two cards a round. Place it.
step-jump-pay-for-both = Together that makes six cards. { $mining_world } and { $rosetta_stone_world } are cheap, and you can place them in the next rounds. Keep those two, and pay with all others.
closing-jump = Now you know what a round is: place something or explore, and then be paid. These are your choices. One world alone draws a card. One development alone costs a card less. A development and a world together have neither bonus. Or explore. From here on you decide for yourself. Place something in nearly every round, and look for cards that help each other. Watch how much the other empire earns, too: it tells you how many rounds are left.

step-race-two-actions = Your first world lies in front of you. The hand below it is also your money. A round has up to five phases. Each of you picks two in secret, and both play all that were picked. Whoever picked one has its bonus. You need cards and another world. Explore +1+1 lets you see one card more and keep one more. Settle places a world, and its bonus draws a card. Press these two, then confirm.
step-race-keep = Of three cards you may keep two. { $new_vinland } is a cheap world that makes goods, and { $interstellar_bank } is cheap as well. { $pirate_world } would have to be conquered, and you have no military strength. Keep { $new_vinland } and { $interstellar_bank }.
step-race-first-world = Two worlds in your hand make goods, at two cards each. Only { $new_vinland } also turns goods into cards later on. Settle it now; { $spice_world } follows in the next round.
step-race-pay = The price is paid with cards that you will miss least. { $space_marines } and { $avian_uplift_race } suit an empire that conquers. Yours will live on trade. Discard these two.
step-race-settle-and-produce = Your worlds are still empty. In the Produce phase each of them gets a good, and since that comes after Settle, so does a world that you place in this round. Choose Settle for { $spice_world }, and Produce.
step-race-shared-phase = Your opponent chose Explore, so you explore as well, but without the bonus: you see two cards and keep one. { $deficit_spending } is cheap enough to be placed soon. Keep it.
step-race-second-world = All your worlds make novelty goods, which sell for little. { $spice_world } makes one more of them, and adds two cards whenever you sell one. Settle it.
step-race-pay-again = Two cards must go once more. { $contact_specialist } helps only with worlds that are conquered, and { $diversified_economy } is dear. Discard them. What you keep is cheap to build.
step-race-develop-and-trade = Three goods lie on your worlds. Consume turns goods into points and cards. Whoever chose Consume: Trade first sells one for cards alone. And whoever chose Develop builds for one card less. Choose Develop, and Consume: Trade.
step-race-development = Soon you will have more cards than you can build. { $deficit_spending } makes points of them: in each Consume phase up to two cards, a point each. Place it.
step-race-pay-for-development = It costs two cards, less one for your bonus. { $genetics_lab } is good for genes, and you have none. Pay with it.
step-race-sell = A novelty good is worth two cards, and { $spice_world } adds two. All three goods sell for the same, and the two others are used in a moment. So sell any of them.
step-race-consume = Two goods are left, and two of your worlds have a use for one: { $earths_lost_colony } makes a point of it, { $new_vinland } makes two cards. Both will have theirs, whichever goes first. Give { $earths_lost_colony } its own good.
step-race-cards-to-points = { $deficit_spending } takes two cards. { $rebel_warrior_race } is a world to be conquered, and { $tourist_world } costs four cards: neither will be of use soon. Discard them for two points.
closing-race =
    You have seen all five phases, and from here on you decide for yourself. This is what your own pick brings you:
    I · Explore +1+1: see one card more, and keep one more. Explore +5: see five more.
    II · Develop: your development costs one card less.
    III · Settle: draw a card for your world.
    IV · Consume: Trade: first sell one good for cards. Consume: x2: goods bring twice the points.
    V · Produce: a good also on one of your windfall worlds.
    The second card of Develop or Settle lets you do it twice.
    Your plan: produce goods, sell one with Consume: Trade, and build with the cards. Later on, Consume: x2 makes points of all goods at once. Twelve cards in front of anybody end the game: count them beside the names.

step-roll-start = Each tile has a development on one side and a world on the other. You have two tiles to build: of one the development, of the other the world. Dice will build them, and a small world is built sooner. If { $colonial_affinity } is your development, the world is { $trading_world }, for three dice. Otherwise it is { $malevolent_lifeforms }, for four. Choose { $colonial_affinity }.
step-roll-first-phase = You rolled three dice, and each stands at the phase that it shows. Only phases that a player selects take place, and you may select one. { $alpha_centauri } has a good already, and a die at Ship makes money of it. Select Ship.
step-roll-selector = One of your dice selects the phase. It works there then, whatever it shows. Two show Produce, but your world has its good, so there is nothing to produce. Select with one of these two.
step-roll-reassign = You could now move one more die to another phase. The price for that is that yet another die rests. It is not worth it here. Choose “Done”, and both players show their dice.
step-roll-trade = Your die takes the good away. Consumed, it would bring a point or more. Traded, it brings four credits, and with credits you get more dice. Trade it.
step-roll-second-phase = Five credits brought five dice into your cup, so you rolled seven. { $trading_world } needs three of them at Settle. Select Settle.
step-roll-third-settler = One die shows Settle. The yellow one, for alien technology, shows a star: it is wild and goes wherever it is needed. So one more is missing. A white home die that shows Produce can be the third, if it selects the phase.
step-roll-wild = Wild dice join the phase that you selected. Here that is just what you want. None goes elsewhere: answer with nothing.
step-roll-reveal = Three dice for a world that wants three. Nothing is left to move, so choose “Done”.
step-roll-recruit = { $trading_world } stands, and it brought you a new die. Dice that have worked rest in the citizenry. A credit brings one of them back into your cup, and you have one credit. The alien technology die has three faces with a star, which fit everywhere. Bring it back.
step-roll-third-phase = You have no world left to build, and next to no money. Explore helps with both. Select Explore.
step-roll-third-explorer = Two dice show Explore. The one that shows Ship has no good to take away, so it would do nothing. Let it select, and it explores with them.
step-roll-explorers = That makes three explorers, which is enough: choose “Done”.
step-roll-scout = A die that explores either scouts for a tile or stocks two credits. You need a world first. Scout with this one; the others may stock.
closing-roll = That was all of a round: roll, select, work, pay for new dice. From here on you decide for yourself. The tile that you find has two sides again: build the one for which you have the dice. Then make goods, ship them for money or points, and keep your dice at work.

step-beyond-first-action = In each turn you move your pawn to another free space and do what stands beside it. Most of what you can do later has to be researched first. Technologies of Level I need nothing else before them, and one space for them costs nothing. Choose that space.
step-beyond-technology = One of your people goes to a technology and stays there. You get what it brings at once. Besides, it opens the way along its lines to Level II. With { $t1_04 } a ship flies out at once. Choose this technology.
step-beyond-jump = Your ship stands at Sol, our sun, and may take two steps along the lines. Whoever is strongest at a place controls it. There is nobody at { $A1 }, so one ship is enough. Send yours there.
step-beyond-stay = You may take one step more, but only a ship that stays holds this place. If yours does, a disc of your mat, the small board before you, comes here. What lay below it counts for you from now on. Answer with nothing.
step-beyond-ore = At the end of a turn you produce one kind of thing. Growth would bring one person, but ore production brings three ore since that disc has left. Higher levels of research are paid with ore. Choose ore production.
step-beyond-second-level = You have the two ore that it costs, and { $t1_04 } leads on to a technology of Level II. It is better than those of Level I, and worth a point more. Choose the space for Level II.
step-beyond-automate = Nobody has been here before, so an event comes first: { $e2_07 }. It lets you automate, which takes one more disc off your mat for good. You will run short of people, and it is the food discs that hold them back. Choose food.
step-beyond-discover = You find two technologies and decide which one lies here from now on, for others to research as well. { $t2_15 } gives you a ship at once. Let it lie here.
step-beyond-second-ship = The new ship begins at Sol and may take a step. { $A2 } is free. Each place that you hold is worth a point at the end. Send the new ship there.
step-beyond-people = Each research took one of your people, and now none is left. Thanks to the food disc, growth brings two instead of one. Choose population growth.
step-beyond-pay-for-space = Your opponent’s pawn stands on the space that costs nothing, and no space holds two. The one beside it does the same for one ore. Choose that.
step-beyond-genetics = You will need people in every turn. { $t1_02 } takes another food disc off your mat. Research it.
step-beyond-growth = Look how that adds up: growth brings three people now, and it was one at the beginning. Choose it once more.
closing-beyond = That is what a turn is like: an action, then production, and then you claim an achievement if you have met one. From here on you decide for yourself. Research higher levels, hold places with strong ships, and settle there. Watch the achievements: the first discs on them bring most, and the last one brings the end.

# What a lesson begins with: the goal, the end, and the signs, `sign-<game>-<about>`.

learn-begin = Begin
learn-known = What is different here from the printed game
primer = Goal, end and signs
primer-goal = Goal
primer-round = How it goes
primer-end = The end
primer-signs = All other signs
primer-close = Back to the lesson

# The first page: goal, round and end in a line each, a piece with its parts, and the first signs.

primer-goal-jump = Build an empire that pays you points and cards every round. Most points win.
primer-round-jump = Everybody places a card in secret, and pays by discarding others. Then the whole empire pays.
primer-end-jump = The round in which somebody reaches 50 points is the last. That takes seven to ten rounds.
primer-piece-jump-card = A card, part by part
primer-first-jump = The three kinds of cards
part-jump-cost = Price
part-jump-cost-means = A white ring: discard this many other cards. Cards are your money.
part-jump-kind = Colour
part-jump-kind-means = The kind of world. Some cards help one kind.
part-jump-name = Name
part-jump-name-means = What the card is called. The picture above shows what it is: a planet for a world, a star sign for a development.
part-jump-points = Points
part-jump-points-means = They are paid every round, so early cards pay most often.
part-jump-income = Cards
part-jump-income-means = So many new cards come every round. A plus: more with other cards.
part-jump-power = Power
part-jump-power-means = What it does besides. An eye: you see one card more when you explore.

primer-goal-race = Build an empire of worlds and developments. Most points win.
primer-round-race = Each player picks phases in secret. All picked phases happen, for everybody; whoever picked one has a bonus.
primer-end-race = The last round is the one in which somebody has 12 cards in play, or the point chips run out.
primer-piece-race-card = A card, part by part
primer-first-race = The first signs
part-race-cost = Price
part-race-cost-means = A white ring: discard this many other cards. Cards are your money.
part-race-good = Good
part-race-good-means = What it makes, by shape and colour. From cheap to dear: blue diamond (novelty), brown triangle (rare elements), green circle (genes), yellow star (alien technology).
part-race-name = Name
part-race-name-means = What the card is called. The picture above shows what it is: a planet for a world, a star sign for a development.
part-race-phase = Phase
part-race-phase-means = When the power works. IV is Consume, V is Produce.
part-race-points = Points
part-race-points-means = They count at the end. A star: they depend on other cards.
part-race-power = Power
part-race-power-means = What is given, an arrow, what is got: one good becomes two cards.

primer-goal-roll = Your dice are your people: they find tiles, build them and ship goods. Most points win.
primer-round-roll = Everybody rolls in secret and picks one phase. Only picked phases happen, and the dice there work.
primer-end-roll = The last round is the one in which somebody has 12 tiles, or the point chips run out. You begin with three.
primer-piece-roll-card = A tile, part by part
primer-first-roll = The faces of a die, and what is built
part-roll-cost = Size
part-roll-cost-means = So many dice build it.
part-roll-colour = Colour
part-roll-colour-means = Its good. Worlds of other colours sell for more or less.
part-roll-name = Name
part-roll-name-means = A planet is a world. The other side of the tile is a development.
part-roll-points = Points
part-roll-points-means = They count at the end: as many as dice built it.
part-roll-power = Reward
part-roll-power-means = What it brings. Most worlds bring a new die.

primer-goal-beyond = Lead people out of the solar system: research, fly, settle. Most points win.
primer-round-beyond = Move your pawn to a free action and do it. Then produce people or ore, and claim an achievement if you have met one.
primer-end-beyond = With two or three players the third disc on achievements begins the end, with four the fourth: finish the round, then play one more.
primer-piece-beyond-technology = A technology, part by part
primer-piece-beyond-system = A star, part by part
primer-first-beyond = What you have
part-beyond-level = Place
part-beyond-level-means = Level and place. Lines lead from here to the next level.
part-beyond-name = Name
part-beyond-name-means = Below it the action, in a few words.
part-beyond-types = Type
part-beyond-types-means = What it counts as. What it leads to has one of its types.
part-beyond-once = At once
part-beyond-once-means = A flash happens once, right after research.
part-beyond-action = Action
part-beyond-action-means = A space for a pawn: pay what stands left, get what stands right.
part-beyond-researcher = Researcher
part-beyond-researcher-means = Whoever has a person here may use it.
part-beyond-planet = Star
part-beyond-planet-means = Control it with the strongest ships, and it is your outpost.
part-beyond-strength = Strength
part-beyond-strength-means = You need ships of this strength to settle, and give them up.
part-beyond-worth = Points
part-beyond-worth-means = For whoever settles it.
part-beyond-disc = Disc
part-beyond-disc-means = Which disc leaves your mat for the outpost, so that you produce more.
part-beyond-settled = Reward
part-beyond-settled-means = For whoever settles it, at once.
part-beyond-ship = Ships
part-beyond-ship-means = Whose they are, and their levels.

sign-jump-world = A world. The number is its price: you give up so many other cards of your hand.
sign-jump-conquered = A world that must be conquered. It costs no cards, but you need this much strength.
sign-jump-development = A development: a team, a fleet, an idea. It is paid for like a world.
sign-jump-points = Points that the card brings, every round anew. A star means that they depend on your other cards.
sign-jump-cards = Cards that it brings, every round anew.
sign-jump-gains = What you earn each round, in points and in cards. Below a card in hand: what it would add to that.
sign-jump-strength = Strength for conquering. It is never used up.
sign-jump-looking = The more of these you have, the more cards you see when you look for new ones.
sign-jump-chromosome = It does nothing alone. Some cards bring more for each that you have.
sign-jump-kinds = Kinds of worlds. Some cards help one kind only.
sign-jump-vp = Victory points.
sign-jump-per = For each. What stands behind the stroke is counted.
sign-jump-less = So much less to pay.
sign-jump-becomes = What stands before the arrow is given for what stands behind it.
sign-jump-given = The card itself is given up for it.
sign-jump-most = For whoever has most of it.
sign-jump-words = Signs cannot tell this. Look at the card large: the sentence is there.
sign-jump-paid = A world to be conquered may be paid for instead.
sign-jump-except = All but worlds of the kind behind it.
sign-jump-limit = At most so many of it in one empire.
sign-jump-placed = A development (rhombus) or a world (planet with a flag) that is placed.
sign-jump-supply = It lies beside the deck, for everybody.

sign-race-world = A world. The number is its price: you discard so many other cards of your hand.
sign-race-conquered = A world that must be conquered. It costs no cards, but you need this much military strength.
sign-race-development = A development: an invention, a trade, a way of life. It is paid for like a world.
sign-race-points = Points at the end. A star means that they depend on your other cards.
sign-race-kinds = Goods, from cheap to dear: novelty goods, rare elements, genes, alien technology. A world with such a shape makes goods of this kind.
sign-race-windfall = A dashed ring, windfall: the world gets one good when you place it, and later none by itself.
sign-race-phases = When the power beside it works. A round has up to five phases: I Explore, II Develop, III Settle, IV Consume, V Produce.
sign-race-strength = Military strength for conquering. It is never used up.
sign-race-hand = Cards in hand. They are your money, too.
sign-race-chips = Points for goods. Nobody can take them away from you.
sign-race-tableau = Cards in front of a player, of the 12 that end the game.
sign-race-vp = Victory points.
sign-race-becomes = What stands before the arrow is given for what stands behind it.
sign-race-per = For each. What stands behind the stroke is counted.
sign-race-less = So much less to pay.
sign-race-given = The card itself is given up for it.
sign-race-swap = These two are exchanged.
sign-race-most = For whoever has most of it.
sign-race-words = Signs cannot tell this. Look at the card large: the sentence is there.
sign-race-trade = When a good is sold for cards.
sign-race-end = Points at the end that depend on your other cards.
sign-race-any = A good of any kind.
sign-race-placed = A development (rhombus) or a world (planet with a flag) that is placed.
sign-race-looked = Cards that you look at in Explore.
sign-race-made = Goods are made.
sign-race-times = As many times.
sign-race-except = Different kinds; or all but the kind behind it.
sign-race-limit = At most so many, or up to so much dearer.
sign-race-paid = A world to be conquered may be paid for instead.
sign-race-chromosome = Chromosome, the mark of Uplift worlds. It does nothing alone; some cards count it.
sign-race-once = Only in the phase in which you use it.
sign-race-flipped = The top card of the deck is turned.
sign-race-gathered = Goods come here from other worlds.
sign-race-saved = A card is put aside under it, and taken back later.
sign-race-prestige = Prestige: a point at the end, and it can be spent.
sign-race-defence = Defence, and a world that was damaged.
sign-race-others = Other players, or your teams in the orb.

sign-roll-explore = Explore: the die finds a new tile, or brings money.
sign-roll-develop = Develop: it works on your development.
sign-roll-settle = Settle: it works on your world.
sign-roll-produce = Produce: it becomes a good on one of your worlds.
sign-roll-ship = Ship: it takes a good away, for money or for points.
sign-roll-wild = Wild: it works wherever you like.
sign-roll-development = A development. The number is how many dice build it.
sign-roll-world = A world. It is built in the same way, and most worlds bring you new dice.
sign-roll-kinds = Four colours of worlds and dice: novelty goods, rare elements, genes, alien technology. Worlds further right sell their goods for more.
sign-roll-money = Money. It brings dice that have worked back into your cup.
sign-roll-chips = Points for goods.
sign-roll-tiles = Tiles in front of a player, of the 12 that end the game.
sign-roll-vp = Victory points.
sign-roll-becomes = What stands before the arrow is given for what stands behind it.
sign-roll-per = For each. What stands behind the stroke is counted.
sign-roll-less = So much less to pay.
sign-roll-swap = These two are exchanged.
sign-roll-words = Signs cannot tell this. Look at the card large: the sentence is there.
sign-roll-end = Points at the end that depend on your other tiles.
sign-roll-any = A good of any colour.
sign-roll-dice = A die.
sign-roll-strength = Red dice: military.
sign-roll-consumption = Purple dice: consumption. Behind a cup stands also what most or highest counts.
sign-roll-added = A good is produced.
sign-roll-looked = Scouting: tiles that you look at.
sign-roll-built = A development (rhombus) or a world (planet with a flag).
sign-roll-top = It is put on top.

sign-beyond-people = People. They do research and fly ships.
sign-beyond-supply = Supply: those who may become people later.
sign-beyond-ore = Ore. You pay with it.
sign-beyond-discs = A disc that covers something on your mat. Each that leaves lets you produce more.
sign-beyond-research = Research, at the level beside it. There are four levels.
sign-beyond-ship = A ship. The number is its level, from 1 to 4.
sign-beyond-strength = Strength: the levels of all your ships at a place. A star shows how much you need to settle there.
sign-beyond-jump = Jumps: how many steps your ships may go.
sign-beyond-outpost = A place that you control, because your ships are the strongest there.
sign-beyond-colony = A star that somebody settles. It is theirs then.
sign-beyond-when = The flash: it happens once, right after research. The loop: it holds from then on.
sign-beyond-achievement = An achievement, or the disc on it.
sign-beyond-points = Points at the end.
sign-beyond-per = For each. What stands behind the stroke is counted.
sign-beyond-less = So much less to pay.
sign-beyond-gives = What stands before it is paid for what stands behind it.
sign-beyond-trade = These are moved from one column to another.
sign-beyond-raised = A disc of this track leaves the mat.
sign-beyond-either = A disc of any track.
sign-beyond-copy = An action that lies elsewhere is done as if your pawn stood there.
sign-beyond-warp = A ship goes anywhere, without lines.
sign-beyond-yard = A shipyard: new ships may begin there.
sign-beyond-again = What happened at once happens again.
sign-beyond-others = Other players.
sign-beyond-sun = Sol, our sun.
sign-beyond-spiral = Deep space.
sign-beyond-lock = A technology of your own that others cannot use, or a guild.
sign-beyond-times = As many times.
sign-beyond-may = You may do it, and need not.
sign-beyond-condition = Whenever the first happens, you get the second.
sign-beyond-equal = One counts as the other.
sign-beyond-unlimited = As many as you like.
sign-beyond-limit = At most so many.
sign-beyond-held = Without what would have to be researched before.
sign-beyond-greatest = For whoever has most of it.
sign-beyond-anywhere = At any place.
sign-beyond-different = Of different kinds.

# Marks of cards, beside the large card.

gloss-windfall = Windfall world (dashed ring): it gets one good when it is placed, and later none by itself.
gloss-uplift = Uplift: a mark that some cards count.
gloss-chromosome = Chromosome: the sign of Uplift worlds. Some cards count it.

# Tips in a first game.

tip-race-opening = You were dealt six cards and keep four. Keep two cheap ones that you can place in the first rounds, and one that goes with your start world. Discard the expensive ones.
tip-jump-opening = Keep cheap worlds that bring cards each round, and let go what must be conquered.
tip-race-end = The end is near: from now on cards in hand bring nothing. Place what brings most points, and turn goods into points. Watch the player with the longest tableau: twelve cards end the game.
tip-jump-end = The end is near: 50 points end the game. Watch whose income is highest, and place what brings points at once.
tip-roll-end = The end is near: twelve tiles, or an empty pool of points, end the game. Watch the player with most tiles, and finish what you have begun.

# What an introduction says beside each kind of question.

learn = Learn it
learn-table = First steps
learn-opening = The table is being laid …
learn-enough = Enough of lessons
learn-on = Go on learning
learn-leave = Leave the lesson
learn-end = End the lesson
learn-end-sure = End the lesson? It cannot be gone on with; a new one can be begun.
learn-more = Read on
learn-less = Shorter
learn-suggested = suggested
learn-none = suggested: answer with nothing

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

# Steps of introductions: `step-<game>-<lesson>`. A component is a variable, called by its id.

step-jump-first-world = Cards are worlds and developments to place, and also the money that pays for them. Place { $artist_colony }: it costs one card and brings a point each round, and whoever places a world alone draws a card at once.
step-jump-pay = You pay by discarding other cards. { $smuggling_lair } must be conquered, and you have no military strength yet: give it up.
step-jump-second-world = { $tourist_world } costs three cards, but it pays two cards back each round, and one more because you have { $artist_colony }. Look for cards that help each other. Place it.
step-jump-explore = The only world in your hand must be conquered, and you are not strong enough. Explore: you place nothing this round, but look at many cards and keep the best. Your empire brings its cards and points all the same.
step-jump-keep = Keep worlds that you can pay for soon, like { $mining_world } and { $deserted_alien_colony }. Discard what must be conquered, and developments that fit nothing you have.
step-jump-survey-team = In one round you may place a development and a world. { $survey_team } lies beside the deck, and each player may take it once. Together with a world it costs only one card, and it brings a card each round.
step-jump-both-at-once = Now the world: { $deserted_alien_colony } is the best that you can pay for. From now on it brings four points and two cards each round.
step-jump-pay-for-both = Six cards pay for both. Keep { $mining_world } and { $rosetta_stone_world } for the next rounds. After this you play on alone. Whoever has 50 points first ends the game.

step-race-two-actions = Each player chooses two actions in secret. A phase that anybody chose is played by both, and whoever chose it gets its bonus. Choose Explore +1+1 to see and keep one card more, and Settle to place your first world.
step-race-keep = Keep { $new_vinland }, a cheap world that makes goods, and { $interstellar_bank }. { $pirate_world } must be conquered, and you have no military strength.
step-race-first-world = Settle { $new_vinland }: it costs two cards from your hand. { $spice_world } costs as much and follows in the next round.
step-race-pay = Pay with { $space_marines } and { $avian_uplift_race }. Both are for empires that conquer; yours will trade.
step-race-settle-and-produce = Choose Settle, for { $spice_world }, and Produce. Produce comes after Settle and puts a good on each of your production worlds, the new one too.
step-race-shared-phase = You did not choose Explore, but your opponent did, so you explore as well, without a bonus. Keep { $deficit_spending }: it is the cheaper of the two.
step-race-second-world = Settle { $spice_world }. Its goods are novelty goods, and whenever you sell one of that kind it adds two cards.
step-race-pay-again = Pay with { $contact_specialist }, which is for conquests, and { $diversified_economy }, which is dear. The other two developments you can place soon.
step-race-develop-and-trade = You have three goods. Choose Consume: Trade to sell one of them for cards, and Develop to place a development for one card less.
step-race-development = Place { $deficit_spending }. In each Consume phase it turns up to two cards from your hand into a point each.
step-race-pay-for-development = { $genetics_lab } is for genes goods, and yours are all novelty goods: pay with it.
step-race-sell = Sell one good: a novelty good brings two cards, and two more because of { $spice_world }. All three bring the same. The other two are consumed next, so it does not matter which one you sell.
step-race-consume = The goods that are left are consumed: { $earths_lost_colony } makes a point of one, { $new_vinland } two cards of the other. Give { $earths_lost_colony } its own good.
step-race-cards-to-points = { $deficit_spending } takes up to two cards. Discard { $rebel_warrior_race } and { $tourist_world } for two points: you would not place them soon. After this you play on alone: explore, settle, produce and consume. The game ends when somebody has twelve cards in the tableau, or the pool of points is empty.

step-roll-start = Each tile has a development on one side and a world on the other. Use { $colonial_affinity } as your development. Your world is then { $trading_world }, which three workers can build; { $malevolent_lifeforms } would need four.
step-roll-first-phase = Your dice were rolled, and each stands at the phase that it shows. Only phases that somebody selects are played. A good already lies on { $alpha_centauri }: select Ship to trade it for money.
step-roll-selector = Any worker can select the phase, and then works there. Two of your dice show Produce, but your world has its good already: use one of these.
step-roll-reassign = Here you could move another worker, if one more rests for it. You do not need that now. Choose "Done", and everybody's dice are shown.
step-roll-trade = Consumed, the good would bring points; traded, it brings four credits. Trade it: with money you bring dice back from the citizenry.
step-roll-second-phase = Your money brought five dice back, and you rolled seven. { $trading_world } needs three workers: select Settle.
step-roll-third-settler = One die shows Settle. The alien technology die shows a wild face and can go anywhere. A home die that shows Produce becomes the third settler if it selects the phase.
step-roll-wild = Wild dice go to the phase that you selected, and there you want it. Nothing goes elsewhere.
step-roll-reveal = Three settlers for a world that costs three. Choose "Done".
step-roll-recruit = { $trading_world } is yours. Its workers are in the citizenry now, and with them a new die, which the world brought. You have one credit: bring back the alien technology die, whose wild faces always fit.
step-roll-third-phase = You need money, and new tiles to build. Explore brings both: select it.
step-roll-third-explorer = Two dice show Explore. You have no goods, so the die that shows Ship would do nothing: let it select the phase and explore as well.
step-roll-explorers = Three explorers are enough. Choose "Done".
step-roll-scout = An explorer scouts for a tile or stocks two credits. Scout with this one, and stock with the other two. After this you play on alone. The game ends when somebody has twelve tiles, or the pool of points is empty.

step-beyond-first-action = Each turn you move your pawn to another free space and do what stands there. Begin with research: choose the space for Level I that costs nothing.
step-beyond-technology = One of your people goes to a technology. You get what it brings at once, and it opens the way to technologies of the next level. Take { $t1_04 }, which lets a ship jump.
step-beyond-jump = You may make two jumps along the lines. Send your ship from Sol to { $A1 }. Whoever is strongest at a place controls it.
step-beyond-stay = One more jump is possible, but stay here to control the place. A disc from your mat goes there, so that your production grows. Answer with nothing.
step-beyond-ore = At the end of each turn you produce. Research of Level II costs two ore, so choose ore production.
step-beyond-second-level = { $t1_04 } has opened the way to Level II, and you have the ore: choose that space.
step-beyond-automate = Nobody has been on this slot before, so first its event happens: { $e2_07 }. You may automate a production. Take food, which lets your population grow faster.
step-beyond-discover = You see two technologies and choose which of them comes to lie here. Others may research it later. Take { $t2_15 }: it builds a ship at once.
step-beyond-second-ship = Send the new ship to { $A2 }. Nobody else is there, so you control two places.
step-beyond-people = Each research needs one of your people. Choose population growth, which brings two people now.
step-beyond-pay-for-space = Your opponent's pawn stands on the free space for Level I. Beside it is one that costs one ore: choose that.
step-beyond-genetics = Take { $t1_02 }: it automates one more food disc.
step-beyond-growth = See what that did: population growth brings three people now. After this you play on alone. Research higher levels, control and colonise systems, and meet achievements. The game ends when enough discs lie on achievements.

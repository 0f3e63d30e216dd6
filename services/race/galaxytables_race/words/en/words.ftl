# The words of the game.

game = Race for the Galaxy

word-explore-5-0 = Explore +5
word-explore-1-1 = Explore +1+1
word-explore-orb = Orb explore
word-develop = Develop
word-develop-2 = second Develop
word-settle = Settle
word-settle-2 = second Settle
word-settle-bonus = bonus of Settle
word-consume-trade = Consume: Trade
word-consume-x2 = Consume: ×2
word-produce = Produce
word-produce-repair = Produce: Repair
word-search = Search
word-explore = Explore
word-orb = Orb
word-trade = Trade
word-consume = Consume
word-invasion = Invasion
word-round-end = end of the round

word-novelty = novelty
word-rare = rare elements
word-genes = genes
word-alien = alien technology
word-any = any

word-discard-self = the card itself
word-hand-card = a hand card
word-good = a good
word-prestige = prestige

word-consume-distinct = consume different kinds
word-consume-all-goods = consume all goods left
word-consume-hand = discard hand cards
word-consume-prestige = spend prestige
word-trade-as-consume = sell a good
word-gamble-guess-cost = guess a cost
word-gamble-ante = bet a card

word-military-development = a development with +1 or +2 military
word-small-military-windfall = a military windfall world of defense 1 or 2
word-small-peaceful-windfall = a non-military windfall world of cost 1 or 2
word-chromosome-world = a world with a chromosome
word-alien-goods-world = a world of alien technology
word-several-goods = a card that consumes two goods or more
word-strong-military-world = a military world of defense 5 or more
word-six-cost-development = a six-cost development that scores at the end
word-takeover-power = a card for or against takeovers

word-upright = upright
word-turned-right = turned right
word-upside-down = upside down
word-turned-left = turned left
word-extra-squares = move farther
word-cross-wall = cross a wall or a barrier
word-cross-barrier = cross a barrier
word-temporary-military = military for this step
word-A = A
word-B = B
word-breeding-tube = breeding tube
word-jump-tube = jump tube
word-feeding-station = feeding station
word-airlock-hub = hub

word-Innovation-Leader = Innovation Leader
word-Galactic-Status = Galactic Status
word-System-Diversity = System Diversity
word-Budget-Surplus = Budget Surplus
word-Overlord-Discoveries = Overlord Discoveries
word-Galactic-Standard-of-Living = Galactic Standard of Living
word-Galactic-Riches = Galactic Riches
word-Uplift-Knowledge = Uplift Knowledge
word-Expansion-Leader = Expansion Leader
word-Galactic-Standing = Galactic Standing
word-Military-Influence = Military Influence
word-Peace-War-Leader = Peace/War Leader
word-Production-Leader = Production Leader
word-Greatest-Infrastructure = Greatest Infrastructure
word-Greatest-Military = Greatest Military
word-Largest-Industry = Largest Industry
word-Research-Leader = Research Leader
word-Propaganda-Edge = Propaganda Edge
word-Galactic-Prestige = Galactic Prestige
word-Prosperity-Lead = Prosperity Lead

score-cards = Cards
score-chips = VP chips
score-endgame = Developments of cost 6 and other scoring cards
score-prestige = Prestige
score-goals = Goal tiles
score-defense = Defense rewards
score-tiles = Bonus tiles
score-artifacts = Artifacts

# Names that the signs of print write otherwise.
component-consume-x2 = Consume: ×2
component-consume-x2-boosted = Consume: ×2, boosted

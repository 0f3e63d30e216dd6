# What answers and settings are refused for.

refusal-more-military = More military is needed: { $missing }.
refusal-too-few-goods = There are not goods enough for all these powers.
refusal-too-few-cards = Cards are missing to pay the rest: { $missing }.
refusal-not-enough-to-win = With so little it can neither be conquered nor paid for.
refusal-consume-as-far-as-it-goes = Goods of that kind are consumed as far as they go.
refusal-whole-rewards = Cards discarded for each reward: { $discard }.
refusal-artifact-in-one-way = An artifact is used once and in one way.
refusal-one-hub-a-team = A team goes to one hub.
refusal-too-few-means = There are not goods or hand cards enough for all these powers.
refusal-more-strength = More strength is needed to win: { $missing }.

refusal-not-in-pack = The cards at this table are without this set.
refusal-lacks-rules = This set cannot be played here yet.
refusal-goals-without-set = Goals come with The Gathering Storm.
refusal-takeovers-without-set = Takeovers come with Rebel vs Imperium.
refusal-draft-without-set = The draft comes with The Gathering Storm, and not with this set.
refusal-orb-without-set = The orb game comes with Alien Artifacts.
refusal-invasion-without-set = The invasion game comes with Xeno Invasion.
refusal-reading-of-peace-war = Peace/War Leader counts takeover powers as a goal of The Brink of War with takeovers.
refusal-order-without-takeovers = The order matters only with takeovers.
refusal-reading-of-council = The Security Council comes with The Brink of War and defeats takeovers.
refusal-reading-of-most-goals = Who scores for Most goals matters with goals only.
refusal-reading-of-uplift = Uplift Knowledge is a goal of Rebel vs Imperium.
refusal-reading-of-orb = How orb cards may lie matters in the orb game only.
refusal-reading-of-contributor = The contributor tile belongs to the invasion game.
refusal-scenario-without-takeovers = The scenario is played with Rebel vs Imperium and takeovers.
refusal-scenario-start-worlds = The scenario has its own start worlds.
refusal-scenario-draft = The scenario is not drafted.
refusal-preset-draft = Preset hands are not drafted.
refusal-preset-choice = Each preset hand has its start world.
refusal-preset-too-few = There are not enough preset hands for { $seats }.
refusal-start-worlds-too-few = There are not { $seats } pairs of an odd and an even start world: add New Worlds or deal one each.
refusal-packs-without-draft = How large packs are matters in a draft only.
refusal-leave-with-expansion = With an expansion the draft needs no leave.
refusal-about-two-players = It is about two players.

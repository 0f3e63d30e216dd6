"""The options of a new table."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Expansion: TypeAlias = Literal[
    "base", "gathering_storm", "rebel_vs_imperium", "brink_of_war", "alien_artifacts", "xeno_invasion"
]


class RaceOptions(Struct, frozen=True):
    """The options of a table. The defaults are those of the base game."""

    expansion: Annotated[Expansion, Meta(description="the last set of the arc in play, with all that it needs")] = (
        "base"
    )
    new_worlds: Annotated[bool, Meta(description="add the six start worlds of New Worlds")] = False
    goals: Annotated[bool, Meta(description="lay out goal tiles")] = False
    most_goals_without_holder: Annotated[
        bool,
        Meta(
            title="Most goals without their holder",
            description="at the end who has most of a Most goal is compared without the holder of its tile",
        ),
    ] = False
    uplift_knowledge_settle_only: Annotated[
        bool,
        Meta(
            title="Uplift Knowledge after Settle only",
            description="Uplift Knowledge is looked at after Settle only",
        ),
    ] = False
    takeovers: Annotated[bool, Meta(description="military worlds of others can be taken over")] = False
    extra_worlds_before_takeovers: Annotated[
        bool,
        Meta(
            title="Extra worlds before takeovers",
            description="powers for one more world are used before takeovers are fought, not after them",
        ),
    ] = False
    security_council_any_target_only: Annotated[
        bool,
        Meta(
            title="Security Council and any target",
            description="the Security Council defeats only takeovers that can be aimed at anybody",
        ),
    ] = False
    peace_war_counts_defence: Annotated[
        bool,
        Meta(
            title="Peace/War Leader counts defence",
            description="for Peace/War Leader, powers of defence are takeover powers too",
        ),
    ] = False
    takeover_scenario: Annotated[
        bool, Meta(description="two players, Rebel Cantina against Imperium Warlord, with takeovers")
    ] = False
    second_edition: Annotated[bool, Meta(description="the changed printings of the second edition")] = False
    start_worlds: Annotated[
        Literal["standard", "dealt", "choice"],
        Meta(description="one start world dealt to each, or the choice of two; standard: as the sets in play have it"),
    ] = "standard"
    preset_hands: Annotated[bool, Meta(description="start worlds with their recommended first hands")] = False
    draft: Annotated[bool, Meta(description="draft the cards into decks of one's own")] = False
    draft_packs: Annotated[
        Literal["five", "by_seats"],
        Meta(
            title="Size of draft packs",
            description="cards in a draft pack; by seats: five to nine with The Brink of War, and a smaller last one",
        ),
    ] = "five"
    draft_base_alone: Annotated[
        bool,
        Meta(
            title="Draft with the base game alone",
            description="the base game can be drafted without The Gathering Storm, with which the draft comes",
        ),
    ] = False
    two_player_actions: Annotated[
        Literal["two", "one"],
        Meta(
            title="Actions of two players",
            description="actions each player chooses in a two-player round",
        ),
    ] = "two"

    orb: Annotated[
        bool,
        Meta(
            title="The orb game",
            description="play the orb game of Alien Artifacts",
        ),
    ] = False
    orb_touch_is_enough: Annotated[
        bool,
        Meta(
            title="Orb cards may touch the orb",
            description="an orb card may lie beside the orb instead of covering a cell of it",
        ),
    ] = False
    invasion: Annotated[
        bool,
        Meta(
            title="The invasion game",
            description="play the invasion game of Xeno Invasion",
        ),
    ] = False
    contributor_needs_one: Annotated[
        bool,
        Meta(
            title="Contributor needs a good",
            description="no Greatest Contributor where nobody gave a good to the war effort",
        ),
    ] = False

    @property
    def chooses_start_world(self) -> bool:
        """Return whether each seat chooses one of two start worlds (R2.3, R18.2, R23.3)."""
        if self.start_worlds != "standard":
            return self.start_worlds == "choice"
        dealt = self.expansion in ("base", "gathering_storm") and not self.new_worlds and not self.draft
        return not (dealt or self.preset_hands or self.takeover_scenario)

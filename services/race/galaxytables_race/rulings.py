"""Readings of the rules that changed with their version: a table is played on as it began."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads the rules; the defaults are today's readings.

    `artifacts_discount_military_worlds`: an artifact that makes worlds cheaper helps to pay for military ones (R20.34).
    `declared_in_turn_order`: takeovers that are shown together are told and paid for in turn order, not by seat (R2.8).
    `extra_world_on_declaring`: who declared a takeover may place one more world at once, or declare one more takeover,
    whether the first is won or not (R7.12, R14.17).
    `goals_by_last_check`: ties for Most goals go by what all had at their last check, not when the game ends (R13.7).
    `rewards_after_turning`: rewards of an invasion go by the discs as they lie once the stacks have turned
    (R22.12, R22.18).
    `least_repulse`: how low the war effort can bring the repulse value (R22.26).
    `sneak_attack_in_disguise`: Rebel Sneak Attack also conquers a peaceful world with a card that disguises the attack
    (R7.13, R7.18).
    `rims_as_printed`: the rim of an orb card is compared with what the covered card has printed there, not with the
    edge as a newer neighbour makes it (R20.27).
    `teams_go_on`: a team that has squares left may go on after another own team has moved (R20.38).
    """

    artifacts_discount_military_worlds: bool = True
    declared_in_turn_order: bool = True
    extra_world_on_declaring: bool = False
    goals_by_last_check: bool = False
    rewards_after_turning: bool = True
    least_repulse: int = 1
    sneak_attack_in_disguise: bool = True
    rims_as_printed: bool = True
    teams_go_on: bool = True


rulings = rulings_by_version(
    Rulings(),
    {
        2: Rulings(
            artifacts_discount_military_worlds=False,
            declared_in_turn_order=False,
            extra_world_on_declaring=True,
            goals_by_last_check=True,
            rewards_after_turning=False,
            least_repulse=0,
            sneak_attack_in_disguise=False,
            rims_as_printed=False,
            teams_go_on=False,
        ),
        3: Rulings(sneak_attack_in_disguise=False),
    },
)

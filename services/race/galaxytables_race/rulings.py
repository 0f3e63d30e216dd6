"""Rulings (readings of unclear rules) that changed with the rules version. A table keeps the rulings it began with."""

from msgspec import Struct

from galaxytables_kit import rulings_by_version


class Rulings(Struct, frozen=True):
    """How a table reads unclear rules. The defaults are the current rulings.

    `artifacts_discount_military_worlds`: an artifact that lowers prices of worlds helps to pay for military ones
    (R20.34). `declared_in_turn_order`: takeovers that are shown together are announced and paid for in turn order, not
    by seat (R2.8). `extra_world_on_declaring`: a seat that declared a takeover may place one more world at once, or
    declare one more takeover, whether it wins the first or not (R7.12, R14.17). `goals_by_last_check`: ties for Most
    goals depend on the counts at their last check, not at the end of the game (R13.7). `rewards_after_turning`: rewards
    of an invasion depend on the order of the discs after the stacks have turned (R22.12, R22.18). `min_repulse`: the
    lowest repulse value that the war effort can reach (R22.26). `sneak_attack_in_disguise`: Rebel Sneak Attack also
    conquers a peaceful world with a card that disguises the attack (R7.13, R7.18). `rims_as_printed`: the rim of an orb
    card is compared with the edges printed on the covered card, not with an edge that a newer neighbour made (R20.27).
    `teams_go_on`: a team with squares left may continue after another own team has moved (R20.38).
    """

    artifacts_discount_military_worlds: bool = True
    declared_in_turn_order: bool = True
    extra_world_on_declaring: bool = False
    goals_by_last_check: bool = False
    rewards_after_turning: bool = True
    min_repulse: int = 1
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
            min_repulse=0,
            sneak_attack_in_disguise=False,
            rims_as_printed=False,
            teams_go_on=False,
        ),
        3: Rulings(sneak_attack_in_disguise=False),
    },
)

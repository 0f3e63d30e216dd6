"""Finds which answers a seat has given since the running step began, as far as the seat's view shows them."""

from galaxytables.roll.v1 import roll_pb2
from galaxytables_kit import Picks, Prompt
from galaxytables_roll.dice import DIE_OF, DIE_WORDS, FACE_WORDS, PHASE_WORDS, OwnedDie, RolledDie
from galaxytables_roll.pieces import die_id


def given_again(own: roll_pb2.Empire, prompt: Prompt) -> Picks:
    """Return the answer that a seat has given to a prompt in this step; empty if the seat's view does not show it.

    While a seat assigns its dice, the places of the dice behind the screen show its answers. If a seat has to abandon
    tiles, it must have chosen to scout.
    """
    match prompt.kind:
        case "assign.phase":
            return (PHASE_WORDS[own.selected - 1],) if own.selected else ()
        case "assign.selector":
            return _selecting(own, prompt)
        case "assign.wild":
            return _sent(own, prompt)
        case "explore.task":
            return tuple([pick for pick in prompt.options if str(pick).startswith("scout")][:1])
        case _:
            return ()


def _selecting(own: roll_pb2.Empire, prompt: Prompt) -> Picks:
    """Return the first of the workers equal to the one that selects."""
    for column in own.strip:
        for worker in column.workers:
            if worker.selecting:
                name = f"{DIE_WORDS[worker.colour - 1]}:{FACE_WORDS[worker.face - 1]}@"
                return tuple([pick for pick in prompt.options if str(pick).startswith(name)][:1])
    return ()


def _sent(own: roll_pb2.Empire, prompt: Prompt) -> Picks:
    """Return the wild dice at other phases than the selected one."""
    stands = {worker.id: PHASE_WORDS[column.phase - 1] for column in own.strip for worker in column.workers}

    def sent(pick: str, die: OwnedDie) -> bool:
        return stands.get(die_id(prompt.seat, die)) == pick.partition(">")[2]

    dice = {str(pick): DIE_OF[RolledDie(die)] for pick, die in prompt.pieces.items()}
    return tuple([pick for pick in prompt.options if sent(str(pick), dice[str(pick)])])

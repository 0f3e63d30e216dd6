"""The contract suite on Jump Drive."""

from services.jump.rules import JUMP
from services.kit.contract import Sight, Subject, contract
from tests.jump.hidden import census, permute_hidden

TestContract = contract(
    Subject(
        JUMP,
        census,
        permute_hidden,
        setups=({}, {"hands": "preset"}, {"dealer": "2"}),
        playouts=40,
        thorough_playouts=2,
        lacks=frozenset({Sight.RULED_OPTION, Sight.RULE_BROKEN, Sight.NOT_UNDONE}),
    )
)

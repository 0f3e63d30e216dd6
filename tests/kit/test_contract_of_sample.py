"""The contract suite itself, on a game that uses every part of the kit."""

from galaxytables_kit.contract import Subject, contract
from tests.kit.sample_game import AUCTION, census, permute_hidden

TestContract = contract(
    Subject(AUCTION, census, permute_hidden, setups=({}, {"dice": "on", "pace": "quick"}), playouts=50)
)

"""The test suite that every game passes, for pytest.

A game author writes one line in a test module::

    TestContract = contract(Subject(MY_GAME, census, permute_hidden))

`services/kit/galaxytables_kit/contract/subject.py` describes what a Subject declares. Laws are grouped in modules by
topic. Each law counts what it checked, and fails if it never saw what it is about, unless the Subject declares that the
game has nothing of the kind. A failure names the table, the seed and the step.
"""

from galaxytables_kit.contract.places import lost_and_doubled
from galaxytables_kit.contract.records import play_record
from galaxytables_kit.contract.subject import Pieces, Sight, Subject
from galaxytables_kit.contract.suite import GameContract, contract

__all__ = ["GameContract", "Pieces", "Sight", "Subject", "contract", "lost_and_doubled", "play_record"]

"""The test suite that every game must pass, for pytest.

A game author writes one line in a test module::

    TestContract = contract(Subject(MY_GAME, census, permute_hidden))

`services/kit/galaxytables_kit/contract/subject.py` describes what a Subject declares. Each test is a law: a statement
that holds for every game. Laws are grouped in modules by topic. Each law is about some situation, its sight. The law
fails if this situation came up in none of its games, unless the Subject declares that it never comes up in this game. A
failure names the table, the seed and the step.
"""

from galaxytables_kit.contract.places import lost_and_doubled
from galaxytables_kit.contract.records import play_record
from galaxytables_kit.contract.subject import Pieces, Sight, Subject
from galaxytables_kit.contract.suite import GameContract, contract

__all__ = ["GameContract", "Pieces", "Sight", "Subject", "contract", "lost_and_doubled", "play_record"]

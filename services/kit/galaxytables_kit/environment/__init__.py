"""Games as environments for research, in this process and without a server; see docs/tutorials/environments.md.

    from galaxytables_kit.environment import make

    environment = make("race", seats=2, seed=7)
    while not environment.over:
        environment.step(next(iter(environment.options())))
    print(environment.returns())

`table.py` is the environment. `picking.py` builds answers one option at a time. `encoder.py` makes the observations.
`aec.py`, `single.py` and `openspiel.py` adapt the environment to PettingZoo, Gymnasium and OpenSpiel; each needs the
extra of that name.
"""

from galaxytables_kit.environment.encoder import Observation
from galaxytables_kit.environment.picking import MAX_RULE_CALLS
from galaxytables_kit.environment.table import DONE, NEXT, Environment, make, restore

__all__ = ["DONE", "MAX_RULE_CALLS", "NEXT", "Environment", "Observation", "make", "restore"]

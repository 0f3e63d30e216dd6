"""What is learned of how leads go on, and that weights found from sums are those of the whole table."""

from random import Random

import numpy as np
import pytest

from galaxytables_bots.leads import Moment, leads
from galaxytables_bots.values import Row, learn_values


def test_each_two_seats_give_what_one_has_more_and_how_its_lead_goes_on():
    seen = [{"cards": 5.0, "genes": 1.0}, {"cards": 3.0, "rare": 2.0}, {"cards": 5.0, "genes": 1.0}]
    rows = list(leads(7, [Moment(seen, [10, 12, 9], 0.25)], [30, 20, 33]))
    assert rows == [
        Row(7, {"cards": 2.0, "genes": 1.0, "rare": -2.0}, 0.25, (30 - 20) - (10 - 12)),
        Row(7, {}, 0.25, (30 - 33) - (10 - 9)),
        Row(7, {"cards": -2.0, "genes": -1.0, "rare": 2.0}, 0.25, (20 - 33) - (12 - 9)),
    ]


def test_weights_and_what_they_explain_are_those_of_all_rows_at_once():
    random = Random(5)
    rows = []
    for number in range(9_000):  # more than are summed up at once
        more, far = random.uniform(-4, 4), random.random()
        scored = more * (3 - 2 * far) + random.gauss(0, 2)
        rows.append(Row(number // 10, {"more": more, "luck": random.random()}, far, scored))
    values = learn_values(rows, games=900, seed=5, commit="")
    assert values.early["more"] == pytest.approx(3, abs=0.1)
    assert values.late["more"] == pytest.approx(1, abs=0.1)
    assert values.early["luck"] == pytest.approx(0, abs=0.3)
    held_out = [row for row in rows if row.game % 5 == 0]
    came = np.array([row.scored for row in held_out])
    missed = came - [values.worth(row.seen, row.far) for row in held_out]
    assert values.card is not None
    assert values.card.explained == pytest.approx(1 - missed.var() / came.var(), abs=0.01)


def test_one_game_is_too_few():
    with pytest.raises(ValueError, match="too few games"):
        learn_values([Row(0, {"more": 1.0}, 0.5, 3.0)], games=1, seed=1, commit="")

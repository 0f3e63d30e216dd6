"""Tournaments for two to six seats: plain data, and pure functions that change it.

| module | what it is |
|---|---|
| `state` | a tournament: terms, entrants, rounds, results |
| `acts` | what can be done to a tournament, as data |
| `steps` | one numbered act makes the next state: `take` |
| `permissions` | who may do what |
| `registration`, `rounds`, `repairs`, `people` | the acts, subject by subject |
| `pairings` | who plays whom in the next round, by the tournament's format |
| `swiss`, `multiplayer_swiss`, `round_robin`, `rotation`, `seat_order` | the methods of pairing |
| `knockout`, `arena`, `leagues` | those of formats that have standings of their own, too |
| `points`, `ledger`, `tie_breaks`, `standings` | what results are worth, and the order of the entrants |
| `berserk` | half the time for a point more |
| `deals` | the seeds of shared deals |
| `tables` | the table of a game, and the result that it gives |
| `due` | what the platform does next, and when |
| `refusals` | the errors |

Pairing a large field takes seconds, so `pairings.next_round` runs outside the event loop. Its result is part of the act
that adds the round. So the step itself is short, and a step that is taken again after a crash is the same step.

`docs/explanation/tournaments.md` explains the methods.
"""

"""Decides who plays together: pure functions over the players who wait in one pool.

For two seats this is a matching of maximum weight in a graph, whose edges are the pairs that may play. The pairs are as
many as possible. Among matchings of that size, the best leaves out nobody who was left out before, and pairs players of
like strength.

For more seats the best grouping cannot be found in useful time, so a heuristic comes close. It builds groups in two
ways, improves both by swaps, and takes the better one:

1. In the order of strength, only neighbours form groups. Then the best choice of groups is found exactly.
2. Those who were left out or have waited longest choose first, and take the nearest players.

`tests/lobby/domain/test_matching.py` measures how much is lost against the best grouping of small pools.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import rustworkx

from galaxytables_lobby.domain.tickets import TicketId
from galaxytables_lobby.ids import PlayerId

Pairs = Collection[frozenset[PlayerId]]

AT_ONCE_MILLISECONDS = 20_000
"""How long two players who have just played together are kept apart while others wait for them."""

# In a large pool, each player is offered so many others on either side, nearest first.
_NEIGHBOURS = 32
# The value of a point less of difference, of a second of waiting, and of having been left out once.
_POINT, _SECOND, _MISSED = 200, 10, 20_000
_MAX_SECONDS, _MAX_MISSED = 1_000, 50
# Playing with the same people again counts like so many points of difference.
_MET = 10 * _POINT
# One group more is worth more than anything else.
_GROUP = 10**9
_PASSES = 6
# Groups and players that a group is improved with: the nearest ones.
_NEAREST_GROUPS, _NEAREST_FREE = 4, 12


class Seeker(NamedTuple):
    """Somebody who waits in a pool: their strength, and which differences they accept."""

    id: TicketId
    player: PlayerId
    strength: float
    # The largest difference that is accepted now and ever.
    reach: float
    bound: float
    # For how many milliseconds they have waited, and how often others were preferred to them.
    waited: int
    missed: int = 0


class Matching(NamedTuple):
    """The groups of people who play together, and the people who were missed.

    A person was missed if they have no group, although they could have played with somebody in one.
    """

    groups: list[tuple[Seeker, ...]]
    missed: list[Seeker]


def accepts(one: Seeker, other: Seeker) -> bool:
    """Return whether two people accept each other's strength.

    The difference must be within the reach of one of them: the reach grows while a person waits, so that everybody
    finds somebody. It must also be within the bounds of both.
    """
    difference = abs(one.strength - other.strength)
    return difference <= max(one.reach, other.reach) and difference <= min(one.bound, other.bound)


def match(seekers: Sequence[Seeker], seats: int, *, blocked: Pairs = (), met: Pairs = ()) -> Matching:
    """Decide which people of a pool play together at tables with this number of seats.

    Nobody is in two groups. Pairs in `blocked`, and two tickets of one player, are never in one group. Pairs in `met`
    have just played: at two seats they are kept apart for a while if anybody else could play with one of them.
    """
    pool = _Pool(seekers, frozenset(blocked), frozenset(met))
    groups = pool.pairs() if seats == 2 else _Grouping(pool, seats).best()  # noqa: PLR2004  # two seats
    seated = {seeker.id: seeker for group in groups for seeker in group}
    left = [each for each in pool.seekers if each.id not in seated]
    missed = [each for each in left if any(pool.may_play(each, other) for other in seated.values())]
    return Matching(groups, missed)


class _Pool:
    """The people of a pool in the order of their strength, and who may play with whom."""

    def __init__(
        self, seekers: Iterable[Seeker], blocked: frozenset[frozenset[PlayerId]], met: frozenset[frozenset[PlayerId]]
    ) -> None:
        self.seekers = sorted(seekers, key=lambda each: (each.strength, each.id))
        self._blocked = blocked
        self._met = met

    def of(self, seekers: Iterable[Seeker]) -> "_Pool":
        """Return a pool of some of these people, with the same blocks and meetings."""
        return _Pool(seekers, self._blocked, self._met)

    def may_play(self, one: Seeker, other: Seeker) -> bool:
        """Return whether two people may sit at one table."""
        if one.player == other.player or not accepts(one, other):
            return False
        return not self._blocked or frozenset((one.player, other.player)) not in self._blocked

    def have_met(self, one: Seeker, other: Seeker) -> bool:
        """Return whether two people have just played together."""
        return bool(self._met) and frozenset((one.player, other.player)) in self._met

    def cost(self, one: Seeker, other: Seeker) -> int:
        """Return the cost of letting two people play together.

        It is their difference in strength, and more if they have just met.
        """
        return round(abs(one.strength - other.strength) * _POINT) + (_MET if self.have_met(one, other) else 0)

    def pairs(self) -> list[tuple[Seeker, ...]]:
        """Return the pairs who play together: as many as possible and, of these, the best."""
        edges = self._without_repeats(self._edges())
        if not edges:
            return []
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(self.seekers)
        weighed = []
        for i, j in edges:
            one, other = self.seekers[i], self.seekers[j]
            weighed.append((i, j, urgency(one) + urgency(other) - self.cost(one, other)))
        # So that no edge weighs less than none: only their order counts among matchings of one size.
        lightest = min(weight for _, _, weight in weighed)
        graph.add_edges_from([(i, j, weight - lightest + 1) for i, j, weight in weighed])
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(self.seekers[i], self.seekers[j]) for i, j in sorted(map(sorted, found))]

    def _edges(self) -> list[tuple[int, int]]:
        """Return the pairs that may play, by their places; in a large pool, of each person only the nearest."""
        edges = []
        widest = max((min(each.reach, each.bound) for each in self.seekers), default=0.0)
        for i, one in enumerate(self.seekers):
            found = 0
            for j in range(i + 1, len(self.seekers)):
                other = self.seekers[j]
                if found == _NEIGHBOURS or other.strength - one.strength > widest:
                    break
                if self.may_play(one, other):
                    edges.append((i, j))
                    found += 1
        return edges

    def _without_repeats(self, edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Leave out pairs who have just played, if anybody else could play with one of them."""
        if not self._met:
            return edges
        repeats = {edge for edge in edges if self.have_met(self.seekers[edge[0]], self.seekers[edge[1]])}
        others = {end for edge in edges if edge not in repeats for end in edge}

        def is_kept(edge: tuple[int, int]) -> bool:
            if edge not in repeats or others.isdisjoint(edge):
                return True
            return all(self.seekers[end].waited >= AT_ONCE_MILLISECONDS for end in edge)

        return [edge for edge in edges if is_kept(edge)]


def urgency(seeker: Seeker) -> int:
    """Return the value of giving a person a seat: having been left out counts most, then how long they have waited."""
    return _MISSED * min(seeker.missed, _MAX_MISSED) + _SECOND * min(seeker.waited // 1000, _MAX_SECONDS)


_Group = list[Seeker]


class _Grouping:
    """Finds groups of more than two people who play together."""

    def __init__(self, pool: _Pool, seats: int) -> None:
        self._pool = pool
        self._seats = seats

    def best(self) -> list[tuple[Seeker, ...]]:
        """Return the groups found by strength or those found by urgency, whichever are worth more in total."""
        if len(self._pool.seekers) < self._seats:
            return []
        found = [self._improved(groups) for groups in (self._of_neighbours(), self.by_urgency())]
        return [tuple(group) for group in max(found, key=lambda groups: sum(map(self.value, groups)))]

    def value(self, group: _Group) -> int:
        """Return the value of a group: the urgency of its people, less the cost of letting them play together."""
        cost = sum(self._pool.cost(one, other) for one, other in combinations(group, 2))
        return _GROUP + sum(map(urgency, group)) - cost

    def _fits(self, group: Iterable[Seeker]) -> bool:
        return all(self._pool.may_play(one, other) for one, other in combinations(group, 2))

    def _of_neighbours(self) -> list[_Group]:
        """Return the best groups that have only neighbours in the order of strength."""
        seekers, seats = self._pool.seekers, self._seats
        # The value of the best groups among the first people, and how many of these the last step has passed.
        best = [(0, 1)] * seats
        for end in range(seats, len(seekers) + 1):
            choice = best[end - 1][0], 1
            group = seekers[end - seats : end]
            if self._fits(group):
                choice = max(choice, (best[end - seats][0] + self.value(group), seats))
            best.append(choice)
        groups, end = [], len(seekers)
        while end >= seats:
            step = best[end][1]
            if step == seats:
                groups.append(seekers[end - seats : end])
            end -= step
        return groups

    def by_urgency(self) -> list[_Group]:
        """Return groups in which the most urgent person gets the others who are nearest in strength."""
        free = {each.id: each for each in self._pool.seekers}
        groups = []
        for first in sorted(self._pool.seekers, key=lambda each: (-urgency(each), each.id)):
            if first.id not in free:
                continue
            group = [first]
            for other in sorted(free.values(), key=lambda each: (abs(each.strength - first.strength), each.id)):
                if len(group) == self._seats:
                    break
                if all(self._pool.may_play(other, member) for member in group):
                    group.append(other)
            if len(group) == self._seats:
                groups.append(group)
                for member in group:
                    del free[member.id]
        return groups

    def _improved(self, groups: list[_Group]) -> list[_Group]:
        """Swap people between groups, and with those who have none, while that makes the groups better."""
        groups = [list(group) for group in groups]
        seated = {member.id for group in groups for member in group}
        free = [each for each in self._pool.seekers if each.id not in seated]
        for _ in range(_PASSES):
            groups.sort(key=_middle)
            changed = False
            for place, group in enumerate(groups):
                for other in groups[place + 1 : place + 1 + _NEAREST_GROUPS]:
                    changed |= self._swap(group, other)
                changed |= self._exchange(group, free)
            added = self._of_free(free)
            groups += added
            if not changed and not added:
                break
        return groups

    def _swap(self, one: _Group, other: _Group) -> bool:
        """Swap two people of two groups for as long as that helps. Returns whether it did."""
        changed, value = False, self.value(one) + self.value(other)
        for i in range(self._seats):
            for j in range(self._seats):
                one[i], other[j] = other[j], one[i]
                if self._fits(one) and self._fits(other) and self.value(one) + self.value(other) > value:
                    changed, value = True, self.value(one) + self.value(other)
                else:
                    one[i], other[j] = other[j], one[i]
        return changed

    def _exchange(self, group: _Group, free: list[Seeker]) -> bool:
        """Give seats of a group to people who have none, for as long as that helps. Returns whether it did."""
        changed, middle = False, _middle(group)
        near = sorted(range(len(free)), key=lambda place: (abs(free[place].strength - middle), free[place].id))
        urgent = sorted(range(len(free)), key=lambda place: -urgency(free[place]))
        for place in dict.fromkeys((*near[:_NEAREST_FREE], *urgent[:_NEAREST_FREE])):
            for i in range(self._seats):
                value = self.value(group)
                group[i], free[place] = free[place], group[i]
                if self._fits(group) and self.value(group) > value:
                    changed = True
                else:
                    group[i], free[place] = free[place], group[i]
        return changed

    def _of_free(self, free: list[Seeker]) -> list[_Group]:
        """Return groups of people who had none, and remove them from `free`."""
        added = _Grouping(self._pool.of(free), self._seats).by_urgency() if len(free) >= self._seats else []
        taken = {member.id for group in added for member in group}
        free[:] = [each for each in free if each.id not in taken]
        return added


def _middle(group: _Group) -> float:
    return sum(member.strength for member in group) / len(group)

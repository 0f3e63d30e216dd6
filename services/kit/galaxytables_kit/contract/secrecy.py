"""Laws of secrecy: no view and no event shows what its viewer may not know."""

from collections import Counter
from collections.abc import Set as AbstractSet
from random import Random

from msgspec import Struct

from galaxytables_kit.chance import SeededChance
from galaxytables_kit.contract.gallery import Viewer, serialized
from galaxytables_kit.contract.inspection import Inspection, law
from galaxytables_kit.contract.naming import components_in
from galaxytables_kit.contract.places import Path, places_of_pieces, value_at
from galaxytables_kit.contract.positions import copied
from galaxytables_kit.contract.subject import AnyState, Sight
from galaxytables_kit.event import EmittedEvent
from galaxytables_kit.live import AnyLive
from galaxytables_kit.play import AnyPlay, Play

_PERMUTATIONS = 12
"""How many permutations of hidden pieces are tried before an unmoved piece counts as forgotten by `permute_hidden`."""

_STORED, _MOMENTS_BETWEEN_STORED, _MOMENTS_BETWEEN_VIEWS = 3, 25, 5


class Exchanged(Struct):
    """A moment of a game in which everything that one viewer may not know has been permuted."""

    play: AnyPlay
    frozen: AnyState

    def view(self, live: AnyLive, viewer: Viewer) -> bytes:
        """Return a viewer's view of the permuted moment, serialized."""
        return serialized(live.game.view(self.play, self.frozen, viewer))


def _exchange(inspection: Inspection, live: AnyLive, viewer: Viewer, seed: float) -> Exchanged:
    """Permute what the viewer may not know, in the state and in the state as others see it; replace future chance."""
    now, permute = live.play, inspection.subject.permute_hidden
    state = frozen = copied(now.state)
    permute(state, viewer, Random(seed))
    if now.holding:
        frozen = copied(live.frozen_state())
        permute(frozen, viewer, Random(seed))
    chance = SeededChance(b"another key", now.chance.counter)
    play = Play(now.seats, now.options, now.pack, chance, state, rules_version=now.rules_version)
    play.holding, play.where = now.holding, now.where
    return Exchanged(play, frozen)


@law(Sight.HIDDEN_FROM_SEATS, Sight.HIDDEN_FROM_SPECTATORS)
def views_hold_nothing_hidden(inspection: Inspection) -> None:
    """Permuting what a viewer may not know changes no byte of the viewer's view.

    Of equal views only one is checked: identical bytes give identical knowledge, whichever seat sees them.
    """
    census = inspection.subject.census
    held: set[tuple[Sight, bytes]] = set()
    for live, random in inspection.differing_moments():
        pieces = census(live.play.state)
        for viewer in (None, *live.play.all_seats):
            sight = Sight.HIDDEN_FROM_SPECTATORS if viewer is None else Sight.HIDDEN_FROM_SEATS
            view = inspection.gallery.view(live, viewer)
            if (sight, view) in held:
                continue
            held.add((sight, view))
            exchanged = _exchange(inspection, live, viewer, random.random())
            assert census(exchanged.play.state) == pieces, f"permute_hidden for viewer {viewer} loses pieces"
            assert exchanged.view(live, viewer) == view, f"viewer {viewer}"
            if exchanged.play.state != live.play.state:
                inspection.saw(sight)


@law(Sight.SEEN_BY_ONE)
def what_one_seat_sees_is_exchanged_for_others(inspection: Inspection) -> None:
    """Permuting for a viewer moves each piece that another seat's view names and the viewer's own view does not."""
    for moment, (live, random) in enumerate(inspection.moments()):
        if moment % _MOMENTS_BETWEEN_VIEWS:
            continue
        seat = random.choice(live.play.all_seats)
        viewer = random.choice([viewer for viewer in (None, *live.play.all_seats) if viewer != seat])
        gallery = inspection.gallery
        if not gallery.names_seen(live, seat).keys() - gallery.names_seen(live, viewer).keys():
            continue
        before = gallery.view(live, seat)
        assert any(
            _exchange(inspection, live, viewer, random.random()).view(live, seat) != before
            for _ in range(_PERMUTATIONS)
        ), f"what seat {seat} sees and viewer {viewer} does not is never exchanged"
        inspection.saw(Sight.SEEN_BY_ONE)


class Stored(Struct):
    """A moment of a game, stored until later moments reveal pieces that were hidden in it."""

    where: str
    state: AnyState
    named: set[str]
    later: set[str] = set()


@law(Sight.COME_TO_LIGHT)
def what_comes_to_light_was_exchanged(inspection: Inspection) -> None:
    """A piece that spectators see only later is hidden now, so `permute_hidden` must move it now."""
    gallery = inspection.gallery
    for live, random in inspection.thorough_games():
        stored: list[Stored] = []
        moment = 0
        while live.prompts:
            if moment % _MOMENTS_BETWEEN_STORED == 0 and len(stored) < _STORED:
                named = set(gallery.names_seen(live, None))
                stored.append(Stored(inspection.where, copied(live.play.state), named))
            inspection.answer(live)
            moment += 1
            if live.over or not random.randrange(_MOMENTS_BETWEEN_VIEWS):
                shown = gallery.names_seen(live, None).keys()
                for each in stored:
                    each.later |= shown
        for each in stored:
            came = each.later - each.named
            _, still = exchanged_and_not(inspection, each.state, None, names=came, seen=each.named, random=random)
            assert still >= came & inspection.subject.supplied, "what is supplied openly is exchanged"
            still -= inspection.subject.supplied
            assert not still, f"hidden at {each.where}, and never exchanged: {sorted(still)}"
            inspection.saw(Sight.COME_TO_LIGHT, len(came))


def exchanged_and_not(
    inspection: Inspection,
    state: AnyState,
    viewer: Viewer,
    *,
    names: AbstractSet[str],
    seen: AbstractSet[str],
    random: Random,
) -> tuple[set[str], set[str]]:
    """Return those of the pieces in `names` that some permutation moves, and those that none moves.

    Pieces with another side that is already `seen` are no secret, and are in neither set.
    """
    found = places_of_pieces(inspection.subject.census, state).items()
    open_places = [path for (_, name), paths in found if name in seen for path in paths]
    places: dict[str, list[Path]] = {}
    for (_, name), paths in found:
        if name in names and (hidden := [path for path in paths if path not in open_places]):
            places.setdefault(name, []).extend(hidden)
    staying = places
    for _ in range(_PERMUTATIONS):
        if not staying:
            break
        permuted = copied(state)
        inspection.subject.permute_hidden(permuted, viewer, Random(random.random()))
        staying = {
            name: left
            for name, paths in staying.items()
            if (left := [path for path in paths if value_at(permuted, path) == value_at(state, path)])
        }
    return places.keys() - staying.keys(), set(staying)


@law(Sight.TOLD_TO_ONE, Sight.TOLD_TO_ALL)
def events_tell_what_views_show(inspection: Inspection) -> None:
    """A piece that an event showed to everybody is named in spectators' views.

    A piece that an event showed to a single seat is not named there. Views name the first kind of piece just before or
    just after the event. This is checked for kinds of components that some view names.
    """
    gallery, passing = inspection.gallery, inspection.subject.passing
    assert passing <= inspection.game.events.keys(), "`passing` names kinds of events"
    kinds = {component.id: component.kind for component in inspection.catalogue().values()}
    shown_kinds: set[str] = set()
    unseen: dict[str, str] = {}
    for live, _ in inspection.thorough_games():
        before = gallery.names_seen(live, None)
        while live.prompts:
            events = inspection.answer(live)
            after = gallery.names_seen(live, None)
            shown_kinds |= {kinds[name] for name in after}
            for each in events:
                names = {name for name in components_in(each.facts) if name in gallery.names}
                inspection.saw(Sight.TOLD_TO_ALL, len(names))
                if each.kind not in passing:
                    hidden = names - before.keys() - after.keys()
                    unseen |= dict.fromkeys(hidden, f"{each.kind} at {inspection.where}")
            _shown_to_one(inspection, events, after - before)
            before = after
    leaked = {name: event for name, event in unseen.items() if kinds[name] in shown_kinds}
    assert not leaked, f"emitted for everybody, and shown by no view before or after: {leaked}"


def _shown_to_one(inspection: Inspection, events: list[EmittedEvent], appeared: Counter[str]) -> None:
    public = {name for each in events for name in components_in(each.facts)}
    for each in events:
        for seat, facts in each.private.items():
            alone = {name for name in components_in(facts) if name in inspection.gallery.names} - public
            inspection.saw(Sight.TOLD_TO_ONE, len(alone))
            leaked = set() if each.kind in inspection.subject.passing else alone & appeared.keys()
            assert not leaked, f"{each.kind} tells seat {seat} alone of {sorted(leaked)}, and spectators see it"


@law(Sight.SECRET_CHOICE)
def secret_choices_are_frozen_for_others(inspection: Inspection) -> None:
    """While seats choose in secret, one seat's choice changes no other viewer's view until the last seat has chosen."""
    before: dict[Viewer, bytes] = {}
    for live, _ in inspection.moments():
        # Of moments that are alike some are looked at, each with the next one.
        looked_at = not inspection.is_one_more(live)
        viewers = (None, *live.play.all_seats) if live.play.holding and (looked_at or before) else ()
        shown = {viewer: inspection.gallery.view(live, viewer) for viewer in viewers}
        if before and shown and inspection.answered is not None:
            before[inspection.answered.seat] = shown[inspection.answered.seat]
            assert shown == before
            assert not inspection.answered.events
            inspection.saw(Sight.SECRET_CHOICE)
        before = shown if looked_at and len(live.prompts) > 1 else {}

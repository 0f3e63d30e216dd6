"""What a viewer may not know, no view shows."""

from random import Random

from services.kit.contract.inspection import Inspection, law
from services.kit.contract.positions import copied
from services.kit.contract.subject import Sight
from services.kit.live import LiveGame
from services.kit.play import Play
from services.kit.playout import random_answer


@law(Sight.HIDDEN_FROM_SEATS, Sight.HIDDEN_FROM_SPECTATORS)
def views_hold_nothing_hidden(inspection: Inspection) -> None:
    """Exchanging what a viewer may not know changes no byte of the view."""
    game, census = inspection.game, inspection.subject.census
    for live, random in inspection.moments():
        for viewer in (None, *range(live.play.seats)):
            seen = live.view(viewer).SerializeToString(deterministic=True)
            seed = random.random()
            state, frozen = copied(live.play.state), copied(live.frozen_state())
            inspection.subject.permute_hidden(state, viewer, Random(seed))
            inspection.subject.permute_hidden(frozen, viewer, Random(seed))
            assert census(state) == census(live.play.state), f"permute_hidden for viewer {viewer} loses pieces"
            now = live.play
            play = Play(now.seats, now.options, now.pack, now.chance, state, rules_version=now.rules_version)
            play.holding = live.play.holding
            shown = game.view(play, frozen if play.holding else state, viewer)
            assert shown.SerializeToString(deterministic=True) == seen, f"viewer {viewer}"
            if state != live.play.state:
                inspection.saw(Sight.HIDDEN_FROM_SPECTATORS if viewer is None else Sight.HIDDEN_FROM_SEATS)


@law(Sight.SECRET_CHOICE)
def secret_choices_are_frozen_for_others(inspection: Inspection) -> None:
    """While seats choose in secret, a choice of one changes no view of another until the last is in."""
    for live, random in inspection.moments():
        if len(live.prompts) < 2 or not live.play.holding:
            continue
        again = LiveGame.restore(inspection.game, inspection.shelf, live.position())
        key, prompt = random.choice(list(again.prompts.items()))
        others = [viewer for viewer in (None, *range(again.play.seats)) if viewer != prompt.seat]
        before = [again.view(viewer) for viewer in others]
        told = again.answer(prompt.seat, key, random_answer(prompt, random))
        if again.play.holding:
            assert [again.view(viewer) for viewer in others] == before
            assert not told
            inspection.saw(Sight.SECRET_CHOICE)

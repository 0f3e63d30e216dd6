"""Everything can be told to people."""

import re

from galaxy.rules.v1 import rules_pb2
from services.kit.contract.inspection import Inspection, law
from services.kit.playout import play_out
from services.kit.wire import event_message, prompt_message

_IDENTIFIER = re.compile(r"[a-z]_[a-z]")
"""What gives an id away in a text for people."""


@law()
def everything_has_words(inspection: Inspection) -> None:
    """Every prompt, option and event can be told to people, without a name that only programs know."""
    if inspection.game.prompts:
        inspection.stand(0, {}, None)
        return
    for live, _ in inspection.thorough_games():
        told = list(live.play.told)
        while live.prompts:
            for key, prompt in live.prompts.items():
                message = prompt_message(live, key, prompt)
                texts = [message.text, *(option.label for option in message.options)]
                assert all(texts)
                assert not any(map(_IDENTIFIER.search, texts)), texts
                assert len({option.id for option in message.options}) == len(message.options)
            told += inspection.answer(live)
        for each in told:
            event = event_message(inspection.game, live.play, each)
            sentences = [event.text, *(part.text for part in event.private_parts if part.text)]
            for sentence in sentences:
                assert sentence, each.kind
                assert "{" not in sentence.replace("{seat ", ""), sentence
                assert not _IDENTIFIER.search(sentence), sentence


@law()
def score_parts_are_told(inspection: Inspection) -> None:
    """Totals are the sums of their parts, and every seat has the same sources."""
    for live, random in inspection.thorough_games(checkpoints=False):
        play_out(live, random)
        scores = live.scores()
        assert len({tuple(score.parts) for score in scores}) == 1
        assert all(score.total == sum(score.parts.values()) for score in scores)


@law()
def the_catalogue_names_every_component(inspection: Inspection) -> None:
    """Component ids are unique, have names, and say how well they are known."""
    game = inspection.game
    pack = inspection.shelf.get(inspection.shelf.default)
    catalogue = inspection.catalogue()
    assert len(catalogue) == len(list(game.components(pack))) > 0
    for component in catalogue.values():
        assert component.name == game.component_name(pack, component.id)
        assert component.kind, component.id
        assert component.copies > 0 or component.kind in inspection.subject.printed, component.id
        assert component.provenance != rules_pb2.PROVENANCE_UNSPECIFIED

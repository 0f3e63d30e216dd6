"""Laws of the description that a service gives of itself."""

import re

from galaxytables_contract.errors import hold
from galaxytables_contract.games import opening
from galaxytables_contract.inspection import Inspection, law, values_of
from galaxytables_contract.laws.refusing import refused

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_DIGEST_BYTES = 32
_NO_VERSION = 2**31


@law()
def a_service_says_what_it_is(inspection: Inspection) -> None:
    """Describe returns a consistent name, seats, versions, packs, view and options, and the same ones at each call."""
    said = inspection.description
    hold(_NAME.fullmatch(said.game), f"the name {said.game!r} is no lower_snake_case")
    hold(said.title, "there is no title for people")
    hold(0 < said.least_seats <= said.most_seats, f"{said.least_seats} to {said.most_seats} seats")
    hold(said.rules_version, "there is no rules_version")
    hold(said.rules_version in said.rules_versions, "rules_versions lack the rules_version of new games")
    hold(list(said.rules_versions) == sorted(said.rules_versions, reverse=True), "rules_versions: the newest is first")
    hold(said.pack_digest in said.pack_digests, "pack_digests lack the pack_digest of new games")
    hold(all(len(each) == _DIGEST_BYTES for each in said.pack_digests), "a pack_digest is no SHA-256")
    hold("." in said.view_type, f"view_type {said.view_type!r} is no full name of a message")
    names = [option.name for option in said.options]
    hold(len(set(names)) == len(names), "two options have the same name")
    for option in said.options:
        hold(_NAME.fullmatch(option.name), f"the option {option.name!r} is no lower_snake_case")
        hold(option.title, f"option {option.name}: no title for people")
        hold(option.default_value in values_of(option), f"option {option.name}: the default is no value of it")
    hold(inspection.rules.describe() == said, "asked again, Describe says something else")


@law()
def a_service_is_healthy(inspection: Inspection) -> None:
    """The service implements grpc.health.v1.Health; a lobby uses it only while the status is SERVING."""
    hold(inspection.rules.serves(), "grpc.health.v1.Health.Check does not say SERVING")


@law()
def unknown_versions_and_packs_are_refused(inspection: Inspection) -> None:
    """A new game with an unknown rules version or pack is refused."""
    for setup in inspection.setups[:1]:
        request = opening(setup, 0)
        request.rules_version = _NO_VERSION
        words = f"NewGame by rules version {_NO_VERSION}"
        refused(inspection.rules.new_game, request, "UNKNOWN_RULES_VERSION", values=("version",), words=words)
        request = opening(setup, 0)
        request.pack_digest = bytes(_DIGEST_BYTES)
        refused(inspection.rules.new_game, request, "UNKNOWN_PACK", values=("pack",), words="NewGame with no pack")
        request.pack_digest = inspection.description.pack_digest
        request.rules_version = inspection.description.rules_version
        begun = inspection.rules.new_game(request)
        hold(begun.pack_digest == request.pack_digest, "NewGame begins with another pack than was asked for")
        hold(begun.rules_version == request.rules_version, "NewGame begins by another version than was asked for")

"""The kinds of reasons why something is no option."""

from collections.abc import Mapping

from services.kit.declared import ReasonKind

REASONS: Mapping[str, ReasonKind] = {}

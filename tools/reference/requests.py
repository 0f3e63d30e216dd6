"""Collects the request types of all our services, and the messages that they contain."""

from collections.abc import Iterable

from google.protobuf.descriptor import Descriptor, ServiceDescriptor

from galaxytables_serving.bounds import is_map
from galaxytables_web.calls import generated


def services() -> list[ServiceDescriptor]:
    """Return all services of the protos, sorted by name."""
    found = (service for file in generated() for service in file.services_by_name.values())
    return sorted(found, key=lambda service: service.full_name)


def request_kinds() -> list[Descriptor]:
    """Return the request types of all calls, each once."""
    kinds = {method.input_type.full_name: method.input_type for service in services() for method in service.methods}
    return [kinds[name] for name in sorted(kinds)]


def within(kinds: Iterable[Descriptor]) -> list[Descriptor]:
    """Return these message types, and all message types of this project that they contain."""
    found: dict[str, Descriptor] = {}
    left = list(kinds)
    while left:
        kind = left.pop()
        if kind.full_name not in found and kind.full_name.startswith("galaxytables."):
            found[kind.full_name] = kind
            inner = (field.message_type for field in kind.fields if not is_map(field))
            left += [each for each in inner if each is not None]
    return [found[name] for name in sorted(found)]

"""Finds installed packages that are missing, or whose version is not the one that others need.

It imports nothing but the standard library and `packaging`, so it works where other libraries do not load.
"""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PLATFORM = "galaxytables"
REMEDY = f"install the platform again: `pip install {PLATFORM}`"


def unmet_requirements(name: str = PLATFORM) -> Iterator[str]:
    """Yield a phrase for each package that `name` needs, directly or not, and that is missing or does not fit."""
    reported: set[str] = set()
    seen: set[tuple[str, str]] = set()
    waiting = [("you", Requirement(name))]
    while waiting:
        by, needed = waiting.pop()
        if needed.name in reported:
            continue
        try:
            there = distribution(needed.name)
        except PackageNotFoundError:
            reported.add(needed.name)
            yield f"{needed.name} is missing, which {by} needs"
            continue
        if not needed.specifier.contains(there.version, prereleases=True):
            reported.add(needed.name)
            yield f"{needed.name} is {there.version}, but {by} needs {needed.specifier}"
        for extra in ("", *needed.extras):
            part = (canonicalize_name(needed.name), extra)
            if part not in seen:
                seen.add(part)
                further = map(Requirement, there.requires or ())
                waiting += [
                    (needed.name, each)
                    for each in further
                    if each.marker is None or each.marker.evaluate({"extra": extra})
                ]

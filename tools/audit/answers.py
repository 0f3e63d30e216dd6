"""Reads findings from the JSON output of pip-audit and npm."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]  # of a program that is not ours


class UnreachableError(Exception):
    """A database of vulnerabilities could not be reached."""


@dataclass(frozen=True)
class Found:
    """A known vulnerability of a package."""

    package: str
    names: frozenset[str]
    """What it is called in the databases that know it."""
    mended: str
    """Where it is mended; empty if nowhere."""

    def __str__(self) -> str:
        """As a line tells it."""
        return f"{self.package}: {', '.join(sorted(self.names))}; mended in {self.mended or 'no release'}"


def read_pip_audit(text: str) -> list[Found]:
    """Return the findings in pip-audit's output. Raises `UnreachableError` unless every package was looked up."""
    dependencies = _json(text).get("dependencies", [])
    skipped = [each["name"] for each in dependencies if "skip_reason" in each]
    if skipped or not dependencies:
        raise UnreachableError(f"no answer for {len(skipped)} of {len(dependencies)} packages")
    return [
        Found(
            f"{each['name']} {each['version']}",
            frozenset({known["id"], *known.get("aliases", [])}),
            ", ".join(known["fix_versions"]),
        )
        for each in dependencies
        for known in each["vulns"]
    ]


def read_npm(text: str) -> list[Found]:
    """Return the findings in npm's output. Raises `UnreachableError` if npm reports an error."""
    answer = _json(text)
    if "vulnerabilities" not in answer:
        raise UnreachableError(str(answer.get("message", "no answer")))
    return [
        Found(
            f"{name} {each['range']}",
            frozenset({str(via["url"]).rpartition("/")[2]}),
            "" if each["fixAvailable"] is False else "a newer release",
        )
        for name, each in answer["vulnerabilities"].items()
        for via in each["via"]
        if isinstance(via, dict)
    ]


def _json(text: str) -> Json:
    try:
        answer: Json = json.loads(text)
    except json.JSONDecodeError:
        raise UnreachableError("no answer") from None
    return answer

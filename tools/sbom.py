"""Prints the software bill of materials of an image, as CycloneDX JSON: every package of other projects in it.

python -m tools.sbom /opt/galaxytables/lib/python3.11/site-packages [clients/web/package-lock.json] >sbom.cdx.json
"""

import json
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import distributions
from pathlib import Path

Package = tuple[str, str, str]
"""Registry, name and version."""


def bill_of_materials(packages: Iterable[Package]) -> dict[str, object]:
    """Return the CycloneDX document. The same packages always give the same document."""
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "galaxytables", "licenses": [{"expression": "MIT"}]}},
        "components": [
            {
                "type": "library",
                "bom-ref": f"pkg:{registry}/{name}@{version}",
                "name": name,
                "version": version,
                "purl": f"pkg:{registry}/{name.replace('@', '%40')}@{version}",
            }
            for registry, name, version in packages
        ],
    }


def installed(site: Path) -> Iterator[Package]:
    """Yield the packages that are installed in a `site-packages` folder."""
    found = {(each.name.lower().replace("_", "-"), each.version) for each in distributions(path=[str(site)])}
    for name, version in sorted(found):
        yield "pypi", name, version


def locked(lock: Path) -> Iterator[Package]:
    """Yield the packages in an npm lock file, which are those that the page is built with."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    # By folder: a version may be there several times. The empty one is the page itself.
    found = {(path.rpartition("node_modules/")[2], each["version"]) for path, each in packages.items() if path}
    for name, version in sorted(found):
        yield "npm", name, version


if __name__ == "__main__":
    site, *locks = map(Path, sys.argv[1:])
    json.dump(bill_of_materials([*installed(site), *(each for lock in locks for each in locked(lock))]), sys.stdout)

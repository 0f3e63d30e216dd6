"""The bill of materials of the image, CycloneDX in JSON: every package of others in it, as the lock files pin them.

python -m tools.sbom >sbom.cdx.json
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[1]
_PINNED = re.compile(r"^([a-z0-9-]+)==([^\s;\\]+)", re.MULTILINE)


def bill_of_materials(top: Path = TOP) -> dict[str, object]:
    """Return the document, the same for the same lock files."""
    packages = [*_of_services(top / "requirements-runtime.lock"), *_of_page(top / "clients/web/package-lock.json")]
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


def _of_services(lock: Path) -> Iterator[tuple[str, str, str]]:
    """Yield registry, name and version of what the services run on."""
    for name, version in _PINNED.findall(lock.read_text(encoding="utf-8")):
        yield "pypi", name, version


def _of_page(lock: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the same of all that the page is built with, some of which is in it."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    # By folder: a version may be there several times. The empty one is the page itself.
    found = {(path.rpartition("node_modules/")[2], each["version"]) for path, each in packages.items() if path}
    for name, version in sorted(found):
        yield "npm", name, version


if __name__ == "__main__":
    json.dump(bill_of_materials(), sys.stdout, indent=1)

"""`make docs` builds the documentation site, and fails at any warning.

`python -m tools.docs_site [FOLDER]` builds into `.tools/docs/html`, from where the gateway serves it at `/docs/` and
wheels take it. If FOLDER is given, it also copies the site there, into a folder named by the version.
"""

import hashlib
import os
import re
import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.docs_site.staging import Staging
from tools.release.versions import current_version
from tools.workspace import TOP

WORKSHOP = TOP / ".tools" / "docs"
BUILT = WORKSHOP / "html"

_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_LIST = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Galaxy Tables</title>
<h1>Galaxy Tables</h1>
<ul>
{versions}</ul>
"""


def build(target: Path, top: Path = TOP) -> int:
    """Build the site into a folder. Returns Sphinx's exit code, which is not 0 if there was any warning."""
    Staging(top, WORKSHOP / "pages").stage()
    os.environ["GALAXYTABLES_VERSION"] = current_version(top)
    shutil.rmtree(target, ignore_errors=True)
    options = ["-q", "--fail-on-warning", "--keep-going", "-b", "html", "-d", str(WORKSHOP / "doctrees")]
    code = build_main([*options, "-c", str(Path(__file__).parent), str(WORKSHOP / "pages"), str(target)])
    for page in target.rglob("*.html"):
        _move_scripts(page, target)
    return code


def _move_scripts(page: Path, site: Path) -> None:
    """Move scripts that stand in a page into files: the gateway's policy lets nothing run that is inline."""

    def moved(found: re.Match[str]) -> str:
        script = found[1].strip()
        name = f"_static/inline-{hashlib.sha256(script.encode()).hexdigest()[:16]}.js"
        (site / name).write_text(f"{script}\n", encoding="utf-8")
        return f'<script src="{os.path.relpath(site / name, page.parent)}"></script>'

    text = page.read_text(encoding="utf-8")
    page.write_text(_INLINE.sub(moved, text), encoding="utf-8")


def publish(site: Path, folder: Path, version: str) -> None:
    """Copy a site into `folder/<version>`, and write a page there that lists all versions, newest first."""
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    versions = [path.name for path in folder.iterdir() if _VERSION.fullmatch(path.name)]
    versions.sort(key=lambda name: tuple(map(int, name.split("."))), reverse=True)
    lines = "".join(f'<li><a href="{name}/">{name}</a>\n' for name in versions)
    (folder / "index.html").write_text(_LIST.format(versions=lines), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Build the site and, if a folder is given as argument, publish it there. Returns the exit code."""
    code = build(BUILT)
    if code == 0 and arguments:
        publish(BUILT, Path(arguments[0]), current_version(TOP))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Puts the built page into the package `services.web`, where the gateway looks for it, and says what all needs.

make web && pip install ./clients/python .
"""

import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
PAGE = HERE / "clients" / "web" / "dist"


class BuildWithPage(build_py):
    """Builds the services, and lays the page beside the gateway."""

    def run(self) -> None:
        """Build; without a page, which `make web` makes, the gateway serves calls only."""
        super().run()
        if self.editable_mode:
            return
        if (PAGE / "index.html").is_file():
            built = Path(self.build_lib) / "services" / "web" / "built"
            shutil.rmtree(built, ignore_errors=True)  # of an earlier build
            shutil.copytree(PAGE, built)
        else:
            self.warn("The page is not built, so this package has none: `make web` builds it.")


def needed() -> list[str]:
    """What the services run on; the client brings the code of the protos."""
    version = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]["version"]
    lines = (line.partition("#")[0].strip() for line in (HERE / "requirements-runtime.in").read_text().splitlines())
    return [f"galaxy-client=={version}", *filter(None, lines)]


setup(cmdclass={"build_py": BuildWithPage}, install_requires=needed())

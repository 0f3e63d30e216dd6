"""Generates the package `galaxy` from the protos while the client is built, so that it comes with it."""

import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
# A source distribution holds the protos; in the repository they lie at its top.
PROTOS = next(folder for folder in (HERE / "protos", HERE.parents[1] / "protos") if folder.is_dir())
PLUGINS = ("mypy", "mypy_grpc")


def generate(folder: Path) -> None:
    """Generate messages, stubs and their types for Python."""
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    plugins = {name: shutil.which(f"protoc-gen-{name}", path=programs) for name in PLUGINS}
    subprocess.run(
        [
            *(sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", f"-I{files('grpc_tools') / '_proto'}"),
            *(f"--plugin=protoc-gen-{name}={program}" for name, program in plugins.items()),
            *(f"--{name}_out={folder}" for name in ("python", "grpc_python")),
            *(f"--{name}_out=quiet:{folder}" for name in PLUGINS),
            *sorted(str(path) for path in (PROTOS / "galaxy").rglob("*.proto")),
        ],
        check=True,
    )
    (folder / "galaxy" / "py.typed").touch()


class BuildWithProtos(build_py):
    """Builds the client and, beside it, the generated package."""

    def run(self) -> None:
        """Build both; who installs the client editable has the generated package elsewhere."""
        super().run()
        if not self.editable_mode:
            generate(Path(self.build_lib))


class DistributeWithProtos(sdist):
    """Puts the protos into the source distribution."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copy them beside the sources."""
        super().make_release_tree(base_dir, files)
        shutil.copytree(PROTOS, Path(base_dir) / "protos", dirs_exist_ok=True)


setup(
    cmdclass={"build_py": BuildWithProtos, "sdist": DistributeWithProtos},
    # Generated code wants a runtime no older than what generated it.
    install_requires=[
        f"grpcio>={version('grpcio-tools')}",
        f"protobuf>={version('protobuf')}",
        "babel>=2.12",
        "fluent.runtime>=0.4",
        "googleapis-common-protos>=1.65",
    ],
)

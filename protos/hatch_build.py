"""Generates the package `galaxytables` from the protos: into the wheel, or by `make protos` into a folder."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PROTOS = Path(__file__).resolve().parent
PACKAGE = "galaxytables"
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
            *sorted(str(path) for path in (PROTOS / PACKAGE).rglob("*.proto")),
        ],
        check=True,
    )
    (folder / PACKAGE / "py.typed").touch()


class BuildWithProtos(BuildHookInterface[Any]):
    """Puts the generated package and the protos into the wheel; an editable one finds the package in `generated`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Generate, unless the wheel is an editable one."""
        if version == "editable":
            return
        self._folder = tempfile.mkdtemp()
        generate(Path(self._folder))
        build_data["force_include"][f"{self._folder}/{PACKAGE}"] = PACKAGE
        build_data["force_include"][f"{PROTOS}/{PACKAGE}"] = PACKAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was generated for the wheel."""
        del build_data, artifact_path
        if version != "editable":
            shutil.rmtree(self._folder)


class Dependencies(MetadataHookInterface):
    """Generated code needs a runtime at least as new as what generated it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the runtimes."""
        metadata["dependencies"] = [f"grpcio>={version('grpcio-tools')}", f"protobuf>={version('protobuf')}"]


if __name__ == "__main__":
    generate(Path(sys.argv[1]))

"""Compiles the protos to descriptors, which describe messages and services in a form that programs can read."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor_pb2 import FileDescriptorSet


def described(protos: Path, files: Iterable[str], *flags: str) -> FileDescriptorSet:
    """Return the descriptors of proto files, which are named relative to the folder `protos`.

    `flags` are for protoc.
    """
    with TemporaryDirectory() as folder:
        output = Path(folder) / "descriptors"
        command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{protos}", *flags]
        subprocess.run([*command, f"--descriptor_set_out={output}", *files], check=True)
        return FileDescriptorSet.FromString(output.read_bytes())

"""The protos as descriptors: what a compiler of any language reads."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from google.protobuf.descriptor_pb2 import FileDescriptorSet


def described(protos: Path, files: Iterable[str], *flags: str) -> FileDescriptorSet:
    """Compile files, named from the folder of the protos on, with what the flags ask for besides."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / "descriptors"
        command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{protos}", *flags]
        subprocess.run([*command, f"--descriptor_set_out={output}", *files], check=True)
        return FileDescriptorSet.FromString(output.read_bytes())

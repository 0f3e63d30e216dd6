"""`make released`: write the contract of the last release, which `buf breaking` holds the protos against."""

import sys
from pathlib import Path

from tools.descriptors import described

TOP = Path(__file__).parents[2]


def write_released(top: Path) -> None:
    """Write the protos of a repository into its `protos/released.binpb`, with all that they import."""
    protos = top / "protos"
    files = sorted(file.relative_to(protos).as_posix() for file in protos.rglob("*.proto"))
    content = described(protos, files, "--include_imports").SerializeToString(deterministic=True)
    (protos / "released.binpb").write_bytes(content)


if __name__ == "__main__":
    write_released(TOP)
    sys.exit(0)

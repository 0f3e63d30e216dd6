"""`make released` writes the protos of the last release, with which `buf breaking` compares later ones."""

import sys
from pathlib import Path

from tools.descriptors import described

TOP = Path(__file__).parents[2]


def write_released(top: Path) -> None:
    """Write a repository's protos, and all that they import, into its `protos/released.binpb`."""
    protos = top / "protos"
    files = sorted(file.relative_to(protos).as_posix() for file in protos.rglob("*.proto"))
    content = described(protos, files, "--include_imports").SerializeToString(deterministic=True)
    (protos / "released.binpb").write_bytes(content)


if __name__ == "__main__":
    write_released(TOP)
    sys.exit(0)

"""`make released` stores the protos of the last release. `buf breaking` compares later ones with these."""

import sys
from pathlib import Path

from tools.descriptors import described

TOP = Path(__file__).parents[2]


def write_released(top: Path) -> None:
    """Write the protos of a repository, and all that they import, into `protos/released.binpb` of that repository."""
    protos = top / "protos"
    files = sorted(file.relative_to(protos).as_posix() for file in protos.rglob("*.proto"))
    content = described(protos, files, "--include_imports").SerializeToString(deterministic=True)
    (protos / "released.binpb").write_bytes(content)


if __name__ == "__main__":
    write_released(TOP)
    sys.exit(0)

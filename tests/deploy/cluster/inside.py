"""`python -m tests.deploy.cluster.inside SPEC`: become a container, in namespaces that are one's own already.

The root is a folder in memory with the machine's programs, the project as `/app` and what it needs as `/opt`, all of it
read only but for the volumes. Then user, group, capabilities and privileges are given away.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

FROM_THE_MACHINE = ("usr", "bin", "sbin", "lib", "lib64", "etc", "proc", "dev")
WRITABLE = ("proc", "dev")


def main(path: str) -> None:
    """Run what the file says; does not return."""
    spec = json.loads(Path(path).read_text(encoding="utf-8"))
    root = Path(spec["root"])
    mount("-t", "tmpfs", "none", root)
    bound: list[Path] = []
    for name in FROM_THE_MACHINE:
        source = Path("/", name)
        if source.is_symlink():
            (root / name).symlink_to(source.readlink())
        elif source.is_dir():
            bind(source, root / name)
            bound += [root / name] * (name not in WRITABLE)
    for inside, source in spec["read"].items():
        bind(Path(source), root / inside.lstrip("/"))
        bound.append(root / inside.lstrip("/"))
    for name, source in spec["etc"].items():
        mount("--bind", source, root / "etc" / name)
    for inside, source in spec["write"].items():
        bind(Path(source), root / inside.lstrip("/"))
    if spec["read_only"]:
        for place in (*bound, root):
            mount("-o", "remount,bind,ro" if place != root else "remount,ro", place)
    os.chroot(root)
    os.chdir("/app")
    given_away = ["--clear-groups", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    command = ["setpriv", f"--reuid={spec['user']}", f"--regid={spec['group']}", *given_away, "--", *spec["command"]]
    os.execvpe("setpriv", command, spec["env"])  # noqa: S606  # a container is no shell


def bind(source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    mount("--rbind", source, target)


def mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *arguments], check=True)


if __name__ == "__main__":
    main(sys.argv[1])

"""`make dist DIST=folder` builds all files of a release, the same bit for bit for the same commit.

These are the wheels, the package of the TypeScript client, the list of their dependencies (`sbom.cdx.json`), and the
digests of all files (`SHA256SUMS`). With `SIGNING_KEY=file`, a private SSH key, the digests are signed into
`SHA256SUMS.sig`.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tools.sbom import Package, bill_of_materials, locked
from tools.sdk_package import pack_sdk
from tools.wheels import PageMissingError, build_wheels, date_by_commit
from tools.workspace import TOP

SUMS, SIGNATURE, MATERIALS = "SHA256SUMS", "SHA256SUMS.sig", "sbom.cdx.json"
NAMESPACE = "galaxytables"
"""What a signature is for: one for something else, by the same key, does not pass for ours."""


def required(wheels: Iterable[Path]) -> Iterator[Package]:
    """Yield the packages of other projects that wheels require here, without extras, in the installed versions.

    Raises `PackageNotFoundError` if a package is not installed.
    """
    ours = [next(iter(distributions(path=[str(wheel)]))) for wheel in wheels]
    names_of_ours = {canonicalize_name(each.name) for each in ours}
    found: dict[tuple[NormalizedName, str], str] = {}
    waiting: list[tuple[Distribution, str]] = [(each, "") for each in ours]
    while waiting:
        wanting, extra = waiting.pop()
        for requirement in map(Requirement, wanting.requires or ()):
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
                continue
            name = canonicalize_name(requirement.name)
            for wanted_extra in ("", *sorted(requirement.extras)):
                if name not in names_of_ours and (name, wanted_extra) not in found:
                    dependency = distribution(name)
                    found[name, wanted_extra] = dependency.version
                    waiting.append((dependency, wanted_extra))
    for name, version in sorted({(name, version) for (name, _), version in found.items()}):
        yield "pypi", name, version


def read_sums(folder: Path) -> list[Path]:
    """Check the digests of a folder's files, and return the files. Raises `ValueError` if one is missing or differs."""
    if not (folder / SUMS).is_file():
        raise ValueError(f"{folder} holds no {SUMS}: `make dist` builds a release.")
    files = []
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        file = folder / name
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise ValueError(f"{file} is not what {SUMS} names: `make dist` builds it anew.")
        files.append(file)
    return files


def write_sums(folder: Path, files: Iterable[Path]) -> None:
    """Write the digests of files in a folder, in the form that `sha256sum --check` reads."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files)]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def sign(folder: Path, key: Path) -> None:
    """Sign the digests of a folder with an SSH key. Raises `CalledProcessError` if the key cannot be used."""
    command = ["ssh-keygen", "-Y", "sign", "-q", "-n", NAMESPACE, "-f", str(key), str(folder / SUMS)]
    subprocess.run(command, check=True)


def build(folder: Path, key: Path | None, top: Path = TOP) -> list[Path]:
    """Build a release into a folder, from which earlier files are removed. Returns wheels and packages.

    Raises `PageMissingError` before anything is built, if the page has not been built.
    """
    wheels = build_wheels(folder, top)
    for stale in (*folder.glob("galaxytables*.tgz"), *map(folder.joinpath, (SUMS, SIGNATURE, MATERIALS))):
        stale.unlink(missing_ok=True)
    packages = [*wheels, pack_sdk(folder, top)]
    materials = bill_of_materials([*required(wheels), *locked(top / "clients/web/package-lock.json")])
    (folder / MATERIALS).write_text(f"{json.dumps(materials, indent=1)}\n", encoding="utf-8")
    write_sums(folder, [*packages, folder / MATERIALS])
    if key is not None:
        sign(folder, key)
    return packages


def main(arguments: list[str]) -> int:
    """Build into the folder given as argument, and return the exit code."""
    (folder,) = map(Path, arguments)
    key = os.environ.get("SIGNING_KEY")
    date_by_commit()
    try:
        packages = build(folder, Path(key) if key else None)
    except (PageMissingError, PackageNotFoundError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    signed = f"signed by {key}" if key else "not signed: SIGNING_KEY names no key"
    sys.stdout.write(f"{len(packages)} packages are in {folder}, with {SUMS} ({signed}) and {MATERIALS}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

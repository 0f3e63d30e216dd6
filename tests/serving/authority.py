"""A certificate authority for tests: OpenSSL's own command, keys on a curve, which are quick to make."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

NAME = "rules.test"


@dataclass(frozen=True)
class Files:
    """A certificate and its key."""

    certificate: Path
    key: Path


class Authority:
    """Certifies others; `roots` is what those trust who trust it."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self.roots, self._key = folder / f"{name}.pem", folder / f"{name}.key"
        _openssl("req", "-x509", *_new_key(self._key), "-subj", f"/CN={name}", "-days", "30", "-out", self.roots)

    def certify(self, file: str, *names: str, days: int = 20) -> Files:
        """Write a certificate for names, `NAME` if none is given, and this machine, over what was there before."""
        files = Files(self._folder / f"{file}.pem", self._folder / f"{file}.key")
        made = Files(self._folder / f"{file}.pem.new", self._folder / f"{file}.key.new")
        extension = f"subjectAltName={','.join(f'DNS:{name}' for name in names or (NAME,))},IP:127.0.0.1"
        signed = ("-CA", self.roots, "-CAkey", self._key, "-addext", extension, "-days", str(days))
        _openssl("req", "-x509", *_new_key(made.key), "-subj", f"/CN={file}", *signed, "-out", made.certificate)
        made.key.replace(files.key)
        made.certificate.replace(files.certificate)
        return files


def _new_key(file: Path) -> tuple[str | Path, ...]:
    return "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)

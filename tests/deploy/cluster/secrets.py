"""The secrets of a cluster: drawn by its operator, or issued for certificates, as cert-manager does."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.deploy.cluster.pods import Document
from tests.serving.authority import Authority

INSIDE = "galaxytables-inside"
DRAWN = {
    "galaxytables-token-keys": {"keys": f"k1:{'k' * 32}"},
    "galaxytables-rules-keys": {"keys": "r" * 32},
    "galaxytables-admin": {"keys": f"someone:{'a' * 32}"},
    "galaxytables-archive": {
        "password": "p" * 16,
        "url": f"postgresql://galaxytables:{'p' * 16}@postgres-0.postgres/galaxytables",
    },
}


def secrets_of(documents: Sequence[Document], folder: Path) -> Mapping[str, Mapping[str, str]]:
    """What lies in each secret; `folder` is where certificates are made."""
    authority = Authority(folder)
    roots = authority.roots.read_text(encoding="ascii")
    issued: dict[str, Mapping[str, str]] = {}
    for document in documents:
        if document["kind"] == "Certificate" and not document["spec"].get("isCA"):
            secret = document["spec"]["secretName"]
            files = authority.certify(secret, *document["spec"]["dnsNames"])
            certificate, key = (file.read_text(encoding="ascii") for file in (files.certificate, files.key))
            issued[secret] = {"tls.crt": certificate, "tls.key": key, "ca.crt": roots}
    return DRAWN | issued

"""Checks the network: free ports, encryption, certificates."""

import time
from collections.abc import Iterable, Iterator

from galaxytables_platform.doctor.findings import Finding, fine, problem, warning
from galaxytables_platform.layout import Layout
from galaxytables_platform.ports import Port, require_free
from galaxytables_serving import PortInUseError, SettingError
from galaxytables_serving.expiry import end_of
from galaxytables_serving.tls import PortTls

SOON_SECONDS = 14 * 86_400.0


def check_ports(ports: Iterable[Port]) -> Iterator[Finding]:
    """Check that ports are free, for a platform that is not running."""
    taken = 0
    for port in ports:
        try:
            require_free([port])
        except PortInUseError as error:
            taken += 1
            yield problem("ports", str(error))
    if not taken:
        yield fine("ports", "all that are needed are free")


def check_exposure(layout: Layout) -> Finding:
    """Check that connections from other machines are encrypted."""
    return warning("network", layout.exposure) if layout.exposure else fine("network", "nothing leaves it unencrypted")


def check_tls(tls: PortTls, now: float | None = None) -> Finding:
    """Check that a certificate and its key can be used, and do not expire soon; `now` is in seconds since the epoch."""
    if tls.tls_certificate is None:
        return fine("tls", "off")
    try:
        tls.at_port  # noqa: B018  # raises where the files cannot be used
        left = end_of(tls.tls_certificate.read_bytes()) - (time.time() if now is None else now)
    except (SettingError, OSError, ValueError) as error:
        return problem("tls", str(error))
    if left < 0:
        return problem("tls", f"{tls.tls_certificate} has expired: renew it; no restart is needed.")
    if left < SOON_SECONDS:
        return warning("tls", f"{tls.tls_certificate} expires in {left / 86_400:.0f} days: renew it.")
    return fine("tls", f"the certificate is good for {left / 86_400:.0f} days")

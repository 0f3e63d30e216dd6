"""Reads certificates, keys and authorities for TLS from files, again whenever these change.

If the files cannot be read or do not belong together, the previous content stays in use: a file may be half written.
"""

import ssl
import time
from dataclasses import dataclass
from pathlib import Path

import grpc
import structlog

from galaxytables_serving.expiry import end_of
from galaxytables_serving.metrics import CERTIFICATE_EXPIRES
from galaxytables_serving.settings import SettingError, optional, path, text, variable

LOOK_SECONDS = 1.0
"""The shortest time between two checks of the files, which are made at connects and calls."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class PortTls:
    """Settings of TLS for a server's port."""

    tls_certificate: Path | None = variable(
        "GALAXYTABLES_TLS_CERTIFICATE",
        optional(path),
        "PEM file: the certificate of the served port, then those between it and its authority; clear text if unset",
    )
    tls_key: Path | None = variable("GALAXYTABLES_TLS_KEY", optional(path), "PEM file: the key of that certificate")
    tls_authorities: Path | None = variable(
        "GALAXYTABLES_TLS_AUTHORITIES",
        optional(path),
        "PEM file: who must have certified callers; a caller without such a certificate is sent away; anybody if unset",
    )

    @property
    def at_port(self) -> "Credentials | None":
        """Return the credentials for the port; None for clear text. Raises `SettingError`."""
        if self.tls_certificate is None or self.tls_key is None:
            if self.tls_certificate or self.tls_key or self.tls_authorities:
                raise SettingError(
                    "GALAXYTABLES_TLS_CERTIFICATE and GALAXYTABLES_TLS_KEY must be set, both or neither."
                )
            return None
        return Credentials("TLS", self.tls_certificate, self.tls_key, self.tls_authorities)


@dataclass(frozen=True)
class CallTls:
    """Settings of TLS for calls to other services."""

    call_authorities: Path | None = variable(
        "GALAXYTABLES_CALL_AUTHORITIES",
        optional(path),
        "PEM file: who must have certified the services that are called; calls are in clear text if unset",
    )
    call_certificate: Path | None = variable(
        "GALAXYTABLES_CALL_CERTIFICATE", optional(path), "PEM file: the certificate that is shown to them"
    )
    call_key: Path | None = variable("GALAXYTABLES_CALL_KEY", optional(path), "PEM file: the key of that certificate")
    call_name: str = variable(
        "GALAXYTABLES_CALL_NAME",
        text,
        "the name that must stand in certificates of services, since those are called at addresses that none knows; "
        "the name that was called if unset",
    )

    @property
    def for_calls(self) -> "Credentials | None":
        """Return the credentials for calls; None for clear text. Raises `SettingError`."""
        if (self.call_certificate is None) != (self.call_key is None):
            raise SettingError("GALAXYTABLES_CALL_CERTIFICATE and GALAXYTABLES_CALL_KEY must be set, both or neither.")
        if self.call_authorities is None:
            if self.call_certificate is not None:
                raise SettingError(
                    "GALAXYTABLES_CALL_AUTHORITIES is not set: it must say who certifies what is called."
                )
            return None
        return Credentials("CALL", self.call_certificate, self.call_key, self.call_authorities, name=self.call_name)


@dataclass(frozen=True, eq=False)
class Read:
    """The content of certificate files as last read. TLS contexts are made from it."""

    certificate: bytes | None
    key: bytes | None
    authorities: bytes | None
    server: ssl.SSLContext | None


class Credentials:
    """A certificate with its key, and the trusted authorities, always with the current content of their files."""

    def __init__(
        self, purpose: str, certificate: Path | None, key: Path | None, authorities: Path | None, *, name: str = ""
    ) -> None:
        """Read the files; `purpose` is in the names of their variables. Raises `SettingError`.

        `name` is the host name that the other side's certificate must have. If it is empty, that is the name that was
        called.
        """
        self.name = name
        self._purpose = purpose
        self._certificate, self._key, self._authorities = certificate, key, authorities
        try:
            self._stamps = self._look()
            self._read = self._load()
        except (OSError, ValueError) as error:
            raise SettingError(
                f"GALAXYTABLES_{purpose}_…: certificate, key or authorities cannot be used: {error}."
            ) from error
        self._looked = time.monotonic()
        self._failed = False

    def now(self) -> Read:
        """Return the current content of the files; it is a new object after each change."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            try:
                stamps = self._look()
                if stamps != self._stamps:
                    self._read, self._stamps, self._failed = self._load(), stamps, False
                    _log.info("certificates_reloaded", purpose=self._purpose)
            except (OSError, ValueError) as error:
                if not self._failed:
                    self._failed = True
                    _log.error("certificates_not_reloaded", purpose=self._purpose, error=str(error))
        return self._read

    def of_grpc_server(self) -> grpc.ServerCredentials:
        """Return credentials for a gRPC server, which uses the current files for each new connection."""
        read = self.now()

        def fetch() -> grpc.ServerCertificateConfiguration | None:
            nonlocal read
            before, read = read, self.now()
            return None if read is before else _configuration(read)

        return grpc.dynamic_ssl_server_credentials(
            _configuration(read),
            fetch,  # type: ignore[arg-type]  # the stub does not know that None means "unchanged"
            self._authorities is not None,
        )

    def of_listener(self) -> ssl.SSLContext:
        """Return a context for an asyncio server, which uses the current files for each new connection.

        Raises `SettingError`.
        """
        if self._certificate is None:
            raise SettingError(f"GALAXYTABLES_{self._purpose}_CERTIFICATE is not set: whoever listens needs one.")
        context = self._context(ssl.PROTOCOL_TLS_SERVER)

        def choose(connection: ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
            server = self.now().server
            if server is not None:
                connection.context = server

        context.sni_callback = choose
        return context

    def _look(self) -> tuple[tuple[int, int, int], ...]:
        stats = [each.stat() for each in (self._certificate, self._key, self._authorities) if each is not None]
        return tuple((stat.st_ino, stat.st_mtime_ns, stat.st_size) for stat in stats)

    def _load(self) -> Read:
        """Read the files. Raises `OSError`, also if key and certificate do not fit, or `ValueError`."""
        before = self._look()
        certificate, key, authorities = (
            None if each is None else each.read_bytes() for each in (self._certificate, self._key, self._authorities)
        )
        server = None if certificate is None else self._context(ssl.PROTOCOL_TLS_SERVER)
        self._context(ssl.PROTOCOL_TLS_CLIENT)  # raises if they do not belong together
        read = Read(certificate, key, authorities, server)
        if self._look() != before:
            raise ValueError("the files are changing")
        if certificate is not None:
            CERTIFICATE_EXPIRES.labels(f"GALAXYTABLES_{self._purpose}_CERTIFICATE").set(end_of(certificate))
        return read

    def _context(self, protocol: int) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self._certificate is not None:
            context.load_cert_chain(self._certificate, self._key)
        if self._authorities is not None:
            context.load_verify_locations(self._authorities)
            context.verify_mode = ssl.CERT_REQUIRED
        return context


def _configuration(read: Read) -> grpc.ServerCertificateConfiguration:
    pairs = [] if read.key is None or read.certificate is None else [(read.key, read.certificate)]
    return grpc.ssl_server_certificate_configuration(pairs, read.authorities)

"""Lists which sign-in methods, and which ways of notifying players, an operator's settings turn on.

It reads the settings as the lobby reads them.
"""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_OFF = "off"
_LOCALHOST = "localhost"


@dataclass(frozen=True, kw_only=True)
class Ways:
    """The settings for sign-in and notification, as the operator gave them; a setting that is not set is empty."""

    sign_in_providers: str
    """With secrets."""
    public_address: str
    webhooks: str
    vapid_key: str
    """Secret."""
    smtp_url: str
    """With a password."""
    mail_from: str

    @property
    def secrets(self) -> dict[str, str]:
        """Return the secret variables for notifications, for the processes that need them."""
        return {"GALAXYTABLES_VAPID_KEY": self.vapid_key, "GALAXYTABLES_SMTP_URL": self.smtp_url}

    @property
    def sentence(self) -> str:
        """Return a line of text that names the sign-in methods and ways of notification that are on."""
        notified = f"by {_joined(self.notified, 'and')}" if self.notified else "by the open page alone"
        return f"players come in {_joined(self.ways_in, 'or')}, and are notified {notified}"

    @property
    def ways_in(self) -> list[str]:
        """Return the sign-in methods that are on."""
        ways = ["as guests"]
        if self._domain is not None:
            ways.append("by passkey at localhost" if self._domain == _LOCALHOST else "by passkey")
        if self.sign_in_providers:
            ways.append("at OpenID providers")
        return ways

    @property
    def notified(self) -> list[str]:
        """Return the ways of notifying players that are on."""
        on = {
            "webhook": self.webhooks != _OFF,
            "push": bool(self.vapid_key),
            "e-mail": bool(self.smtp_url and self.mail_from and self.public_address),
        }
        return [way for way, holds in on.items() if holds]

    @property
    def _domain(self) -> str | None:
        """Return the domain for passkeys; None for an IP address. A loopback address counts as `localhost`."""
        host = urlsplit(self.public_address).hostname or _LOCALHOST
        try:
            number = ip_address(host)
        except ValueError:
            return host
        return _LOCALHOST if number.is_loopback else None


def _joined(words: list[str], last: str) -> str:
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end

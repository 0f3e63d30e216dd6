"""Sends e-mail: one message with all waiting notices, in text and HTML, with a link that unsubscribes in one click."""

import re
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy, default
from email.utils import format_datetime
from html import escape
from typing import Literal
from urllib.parse import unquote, urlsplit

import aiosmtplib

from galaxytables_client.words import Words
from galaxytables_lobby.adapters.notifications.sending import DELIVERED, Message, Result
from galaxytables_lobby.domain.notices import Kind, notice_id
from galaxytables_lobby.domain.subscribers import EmailTarget, Subscriber, link_token
from galaxytables_lobby.ids import PlayerId

SECONDS = 10.0
_MAX_SUBJECT, _MAX_LINE = 150, 1_000
_UNSUBSCRIBE = "List-Unsubscribe"
# The receiver's server refuses the recipient for good.
_REFUSED_FOR_GOOD = range(550, 560)
Encryption = Literal["tls", "starttls", "none"]
_SCHEMES: dict[str, tuple[Encryption, int]] = {
    "smtps": ("tls", 465),
    "smtp+starttls": ("starttls", 587),
    "smtp": ("none", 25),
}


@dataclass(frozen=True)
class SmtpServer:
    """An SMTP server through which e-mail is sent. The password is secret."""

    host: str
    port: int
    encryption: Encryption
    user: str = ""
    password: str = ""

    @classmethod
    def parse(cls, text: str) -> "SmtpServer":
        """Read `smtps://user:password@host:port`, `smtp+starttls://...` or `smtp://...`. Raises `ValueError`."""
        parts = urlsplit(text)
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError("not a mail server")
        encryption, port = _SCHEMES[parts.scheme]
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, parts.port or port, encryption, user, password)


class _UrlHeader(UnstructuredHeader, BaseHeader):
    """A header that is written as it is: mail programs read no URL that is folded or encoded (RFC 2369)."""

    def fold(self, *, policy: Policy) -> str:
        """Return the header in one line."""
        return f"{self.name}: {self}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type(_UNSUBSCRIBE, _UrlHeader)
_POLICY = default.clone(header_factory=_HEADERS)


class EmailSender:
    """Sends e-mail through the SMTP server that the operator has set."""

    together = True

    def __init__(
        self,
        server: SmtpServer,
        sender: Address,
        public_address: str,
        *,
        words: Callable[[str], Words],
        now: Callable[[], float],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`words` returns the lobby's words in a language. `now` returns the time in seconds since the epoch.

        `sender` is the address that e-mail comes from. `tls` replaces the usual certificate authorities.
        """
        self._server = server
        self._sender = sender
        self._public_address = public_address
        self._words = words
        self._now = now
        self._tls = tls

    async def send(self, subscriber: Subscriber, target: str, messages: Sequence[Message]) -> Result:  # noqa: ARG002  # there is one address
        """Send all messages as one e-mail to the address `target`."""
        email = subscriber.email
        if email is None:
            return Result("gone", gone=True)
        language = subscriber.preferences.language
        server, encryption = self._server, self._server.encryption
        try:
            await aiosmtplib.send(
                self._made(email, messages, language),
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=encryption == "tls",
                start_tls=encryption == "starttls",
                tls_context=self._tls,
                timeout=SECONDS,
                sender=self._sender.addr_spec,
                recipients=[email.address],
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            code = error.recipients[0].code if error.recipients else 0
            return Result(f"status {code}", gone=code in _REFUSED_FOR_GOOD, refused=True)
        except aiosmtplib.SMTPResponseException as error:
            return Result(f"status {error.code}", refused=True)
        except (aiosmtplib.SMTPTimeoutError, TimeoutError):
            return Result("too slow")
        except (aiosmtplib.SMTPException, OSError):
            return Result("unreachable")
        return DELIVERED

    def _made(self, email: EmailTarget, messages: Sequence[Message], language: str) -> EmailMessage:
        """Return the e-mail with these messages. Its id depends only on its contents, so a repeat has the same id."""
        made, words, notices = EmailMessage(_POLICY), self._words(language), [message.notice for message in messages]
        player_id = notices[0].player
        made["From"] = self._sender
        made["To"] = Address(addr_spec=email.address)
        made["Date"] = format_datetime(_date(self._now()))
        batch = notice_id(*[notice.id for notice in notices])
        made["Message-ID"] = f"<{batch}@{self._sender.domain}>"
        made["Auto-Submitted"] = "auto-generated"
        if notices[0].kind is Kind.CONFIRMATION:
            self._confirmation(made, email, player_id, words)
            return made
        subject = messages[0].text
        if len(messages) > 1:
            subject = words.message("notification-several", {"count": len(messages)})
        made["Subject"] = in_one_line(subject)
        token = link_token(player_id, email.stop_secret)
        made[_UNSUBSCRIBE] = f"<{self._public_address}/stop-email?token={token}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        lines = [(in_one_line(message.text, _MAX_LINE), message.link) for message in messages]
        footer, stop = words.message("notification-footer", {}), f"{self._public_address}/#/stop-email/{token}"
        self._fill(made, language, [*lines], footer, stop)
        return made

    def _confirmation(self, made: EmailMessage, email: EmailTarget, player_id: PlayerId, words: Words) -> None:
        made["Subject"] = words.message("notification-confirmation", {})
        link = f"{self._public_address}/#/confirm-email/{link_token(player_id, email.confirm_secret)}"
        line = words.message("notification-confirmation-ask", {"page": self._public_address})
        self._fill(made, words.language, [(line, link)], words.message("notification-confirmation-else", {}), "")

    def _fill(
        self, made: EmailMessage, language: str, lines: Sequence[tuple[str, str]], footer: str, footer_link: str
    ) -> None:
        text = "\n\n".join(f"{line}\n{link}" if link else line for line, link in lines)
        made.set_content(f"{text}\n\n-- \n{footer}\n{footer_link}\n", cte="quoted-printable")
        items = "".join(f"<p>{_linked(line, link)}</p>\n" for line, link in lines)
        html = (
            f'<!doctype html>\n<html lang="{escape(language)}"><body>\n{items}'
            f"<hr><p><small>{_linked(footer, footer_link)}</small></p>\n</body></html>\n"
        )
        made.add_alternative(html, subtype="html", cte="quoted-printable")


def in_one_line(text: str, max_length: int = _MAX_SUBJECT) -> str:
    """Return a text on one line, without control characters; by default short enough for an e-mail header."""
    return re.sub(r"\s+", " ", "".join(letter if letter.isprintable() else " " for letter in text))[:max_length].strip()


def _linked(line: str, link: str) -> str:
    return f'{escape(line)}<br><a href="{escape(link)}">{escape(link)}</a>' if link else escape(line)


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

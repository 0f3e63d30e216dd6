"""Sends to webhooks: signed JSON in the form of Standard Webhooks, or messages in the form of Discord."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from standardwebhooks import Webhook

from galaxytables_lobby.adapters.notifications.http import HttpClient
from galaxytables_lobby.adapters.notifications.sending import Message, Result
from galaxytables_lobby.domain.subscribers import Form, Subscriber

_MAX_CONTENT = 2_000
_MARKDOWN = re.compile(r"([\\`*_~|<>\[\]()#:@-])")
_NOT_FOUND = 404
_AGENT = "GalaxyTables"


class WebhookSender:
    """Sends to webhooks, one notice at a time."""

    together = False

    def __init__(self, http: HttpClient, clock: Callable[[], float]) -> None:
        """`clock` returns seconds since the epoch."""
        self._http = http
        self._clock = clock

    async def send(self, subscriber: Subscriber, target: str, messages: Sequence[Message]) -> Result:
        """Post one message to the webhook `target`."""
        webhook, [message] = subscriber.webhooks[target], messages
        if webhook.form is Form.DISCORD:
            # Discord answers 404 once a webhook was deleted; others do so while they are being set up.
            return await self._http.post(webhook.url, _HEADERS, _for_discord(message), gone=[_NOT_FOUND])
        content = _standard(message).encode()
        now = datetime.fromtimestamp(self._clock(), UTC)
        headers = {
            **_HEADERS,
            "webhook-id": message.notice.id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(webhook.secret).sign(message.notice.id, now, content.decode()),
        }
        return await self._http.post(webhook.url, headers, content)


_HEADERS: Mapping[str, str] = {"content-type": "application/json", "user-agent": _AGENT}


def _standard(message: Message) -> str:
    notice = message.notice
    data: dict[str, object] = {"player_id": notice.player, "text": message.text}
    if notice.table:
        data |= {"table_id": notice.table, "table": message.table, "game": message.game, "url": message.link}
    if notice.tournament:
        data |= {"tournament_id": notice.tournament, "tournament": message.table, "game": message.game}
        data["url"] = message.link
    if notice.place:
        data["place"] = notice.place
    if notice.seat is not None:
        data["seat"] = notice.seat
    if notice.deadline:
        data["deadline"] = _iso(notice.deadline)
    body = {"id": notice.id, "type": f"notification.{notice.kind.name.lower()}", "timestamp": _iso(notice.made)}
    return json.dumps({**body, "data": data}, ensure_ascii=False, separators=(",", ":"))


def _for_discord(message: Message) -> bytes:
    text = _MARKDOWN.sub(r"\\\1", message.text)
    link = f"\n<{message.link}>" if message.link else ""
    content = text[: _MAX_CONTENT - len(link)] + link
    # Names must not call anybody.
    return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, ensure_ascii=False).encode()


def _iso(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

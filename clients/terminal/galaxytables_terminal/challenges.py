"""Challenges to the player: a line above every screen, with keys that accept or decline the newest one."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

from textual.binding import Binding, BindingType

from galaxytables.lobby.v1 import relations_pb2
from galaxytables_client import ClientError, Lobby
from galaxytables_terminal.announcements import AnnouncingApp
from galaxytables_terminal.titles import titles_of
from galaxytables_terminal.wording import Wording

# How often it is asked for challenges.
_EVERY_SECONDS = 5.0


class ChallengedApp(AnnouncingApp):
    """An application that shows challenges to the player above its screens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+y", "accept_challenge", show=False),
        Binding("ctrl+o", "decline_challenge", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._challenges: Sequence[relations_pb2.Invitation] = ()
        self._challenge_titles: Mapping[str, str] = {}

    def follow_challenges(self, lobby: Lobby, say: Wording) -> None:
        """Show the challenges at a lobby from now on."""
        self._challenged_at = lobby
        self._say_challenges = say
        self.run_worker(self._follow_challenges(), group="challenges", exclusive=True)

    def accept(self, join_id: str) -> None:
        """Go to the table of a challenge, and take a seat."""
        raise NotImplementedError

    def action_accept_challenge(self) -> None:
        """Accept the newest challenge."""
        if self._challenges:
            self.accept(self._challenges[0].join_id)

    def action_decline_challenge(self) -> None:
        """Decline the newest challenge."""
        if self._challenges:
            self.run_worker(self._decline(self._challenges[0].table.id), group="challenge")

    async def _decline(self, table_id: str) -> None:
        # If that fails, the line stays, so the player can decline again.
        with suppress(ClientError):
            await self._challenged_at.relations.dismiss_invitation(table_id)
            await self._look_for_challenges()

    async def _follow_challenges(self) -> None:
        while True:
            # What is shown stays until somebody answers.
            with suppress(ClientError):
                await self._look_for_challenges()
            await asyncio.sleep(_EVERY_SECONDS)

    async def _look_for_challenges(self) -> None:
        lobby, known = self._challenged_at, {each.table.id for each in self._challenges}
        challenges = await lobby.relations.invitations()
        if challenges and not self._challenge_titles:
            self._challenge_titles = titles_of((await lobby.tables.games()).games)
        self._challenges = challenges
        self.show_notice(self._challenge_text())
        for each in challenges:
            if each.table.id not in known:
                await lobby.relations.mark_invitation_seen(each.table.id)

    def _challenge_text(self) -> str:
        if not self._challenges:
            return ""
        newest = self._challenges[0]
        game = self._challenge_titles.get(newest.table.game, newest.table.game)
        return self._say_challenges("challenges-notice", who=newest.by.name, game=game)

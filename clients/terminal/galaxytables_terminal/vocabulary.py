"""Shows things by the words that the server sends for games and for the lobby."""

from collections.abc import Callable
from typing import TypeAlias

from galaxytables.lobby.v1 import archive_pb2, tables_pb2
from galaxytables.rules.v1 import rules_pb2
from galaxytables_client import ClientError, Lobby, UnavailableError
from galaxytables_client.words import Words, in_words, message_id, seat_in_braces
from galaxytables_terminal.errors import TerminalError
from galaxytables_terminal.wording import Wording

_ENGLISH = "en"

UnratedReason: TypeAlias = "tables_pb2.UnratedReason.ValueType"


class Vocabulary:
    """The words of a game and of the lobby. Names without words are shown as they are."""

    def __init__(
        self,
        language: str,
        lobby: rules_pb2.WordsResponse | None = None,
        game: rules_pb2.WordsResponse | None = None,
        seat: Callable[[int], str] = seat_in_braces,
    ) -> None:
        self.language = language
        self._lobby, self._game = lobby, game
        said = [words for words in (lobby, game) if words is not None]
        self.words = Words.of(language, said, seat)

    def of_seats(self, seat: Callable[[int], str]) -> "Vocabulary":
        """Return the same words, with each seat shown as the name that `seat` returns."""
        return Vocabulary(self.language, self._lobby, self._game, seat)

    def score(self, source: str) -> str:
        """Return the name of a source of points."""
        return self.words.message(message_id("score", source), {}) or _in_words(source)

    def setting(self, name: str) -> str:
        """Return the name of an option of the game."""
        return self.words.message(message_id("setting", name), {}) or in_words(name)

    def setting_value(self, name: str, value: str) -> str:
        """Return the name of an option's value."""
        return self.words.message(message_id("setting", name, value), {}) or in_words(value)

    def rating(self, unrated: UnratedReason, terms: "tables_pb2.RatingTerms.ValueType") -> str:
        """Return a text that says whether a game is rated and, if not, why."""
        if not unrated:
            strict = terms == tables_pb2.RATING_TERMS_STRICT
            return self.words.message("rated-strict" if strict else "rated", {})
        return self.unrated(unrated)

    def end_rating(
        self,
        unrated: UnratedReason,
        terms: "tables_pb2.RatingTerms.ValueType",
        archived: archive_pb2.FinishedGame | None = None,
    ) -> str:
        """Return a text that says whether a game that is over is rated and, if not, why.

        The table knows some of the reasons, the archive all of them; `archived` is None until the archive has the game.
        """
        if archived is None:
            return self.rating(unrated, terms) if unrated else self.words.message("rating-pending", {})
        return (
            self.rating(tables_pb2.UNRATED_REASON_UNSPECIFIED, terms)
            if archived.rated
            else self.unrated(archived.unrated)
        )

    def unrated(self, unrated: UnratedReason) -> str:
        """Return a text that says why a game is not rated, as far as the terminal knows the reason."""
        known = unrated in tables_pb2.UnratedReason.values()
        reason = tables_pb2.UnratedReason.Name(unrated).removeprefix("UNRATED_REASON_").lower() if known else ""
        return self.words.message(message_id("unrated", reason), {}) or self.words.message("unrated", {})

    @property
    def unrates(self) -> str:
        """Return the text which says that a takeback would make the game unrated."""
        return self.words.message("unrates", {})

    def notice(self, sources: rules_pb2.PackSources) -> str:
        """Return the notice about the sources of a pack's components; empty if all components have a public source."""
        if not sources.notice:
            return ""
        counts = {
            "sourced": sources.sourced,
            "partly_sourced": sources.partly_sourced,
            "named": sources.named,
            "reconstructed": sources.reconstructed,
        }
        said = self.words.message("notice-sources", {**counts, "components": sum(counts.values())})
        return said or sources.notice


class Vocabularies:
    """Loads the words of a lobby and of its games in the player's language. Each game's words are loaded once.

    Words that cannot be loaded are left out.
    """

    def __init__(self, lobby: Lobby, language: str) -> None:
        self._lobby = lobby
        self._language = language
        self._kept: dict[tuple[str, bytes], rules_pb2.WordsResponse] = {}
        self.shared = Vocabulary(language)

    @property
    def language(self) -> str:
        """Return the language in which words are requested: the player's, or English if the server lacks that."""
        return self.shared.language

    async def begin(self) -> None:
        """Load the lobby's words."""
        for language in dict.fromkeys((self._language, _ENGLISH)):
            words = await self._words("", language, b"")
            if words is not None:
                self.shared = Vocabulary(language, words)
                return

    async def of(self, table: tables_pb2.Table) -> Vocabulary:
        """Return the words of a table's game with those of the lobby."""
        return await self.of_game(table.game, table.pack_digest)

    async def of_game(self, game: str, pack: bytes = b"") -> Vocabulary:
        """Return the words of a game with those of the lobby."""
        return Vocabulary(self.language, await self._words("", self.language, b""), await self._game(game, pack))

    async def _game(self, game: str, pack: bytes) -> rules_pb2.WordsResponse | None:
        return await self._words(game, self.language, pack)

    async def _words(self, game: str, language: str, pack: bytes) -> rules_pb2.WordsResponse | None:
        key = (f"{game} {language}", pack)
        if key not in self._kept:
            try:
                self._kept[key] = await self._lobby.tables.words(game, language, pack)
            except ClientError:
                return None
        return self._kept[key]


def failure(error: TerminalError | ClientError, say: Wording, vocabulary: Vocabulary) -> str:
    """Return an error as a sentence.

    It is the terminal's own, or the server's for the error's reason, or one for the error's class.
    """
    if isinstance(error, TerminalError):
        return error.explained(say)
    said = vocabulary.words.error(error.reason, error.metadata) if error.reason else ""
    if said:
        paragraph = error.metadata.get("paragraph", "")
        return (
            say("error-with-paragraph", words=said, paragraph=paragraph) if _lacks_paragraph(paragraph, said) else said
        )
    if error.reason and error.message.strip():
        return str(error)
    if isinstance(error, UnavailableError):
        return say("error-unavailable", address=error.address)
    return say("error-unknown", code=error.reason or error.code.name)


def _lacks_paragraph(paragraph: str, words: str) -> bool:
    return bool(paragraph) and paragraph not in words


def _in_words(identifier: str) -> str:
    words = identifier.replace("_", " ").strip()
    return words[:1].upper() + words[1:]

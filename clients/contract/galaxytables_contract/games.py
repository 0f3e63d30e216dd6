"""Plays games at random. Each game is played once, and all laws check it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from google.protobuf import any_pb2

from galaxytables.rules.v1 import game_pb2, rules_pb2
from galaxytables_client.digest import CANONICAL
from galaxytables_contract.errors import CallRefusedError, LawBrokenError, hold
from galaxytables_contract.rules import RulesAt

MAX_CHOICES = 20_000
_TRIES = 30
"""How many answers are tried for a prompt with a rule before its default is played."""
_ENTROPY_BYTES = 8

Viewer = int | None


def viewer_of(seat: Viewer) -> rules_pb2.Viewer:
    """Return the message for a viewer, who is given as a seat, or as None for a spectator."""
    return rules_pb2.Viewer() if seat is None else rules_pb2.Viewer(seat=seat)


def seat_of(viewer: rules_pb2.Viewer) -> Viewer:
    """Return the seat of a viewer message; None for a spectator."""
    return viewer.seat if viewer.HasField("seat") else None


def reference(standing: rules_pb2.Standing) -> rules_pb2.PositionRef:
    """Return a reference to a game's position, with both the whole position and its digest."""
    return rules_pb2.PositionRef(digest=standing.position_digest, position=standing.position)


def views_by_viewer(views: Sequence[rules_pb2.View]) -> dict[Viewer, any_pb2.Any]:
    """Return views in a dict by viewer."""
    return {seat_of(view.viewer): view.view for view in views}


@dataclass(frozen=True)
class Setup:
    """A kind of table on which a game can begin: the number of seats and the options."""

    seats: int
    options: Mapping[str, str]

    @property
    def viewers(self) -> list[Viewer]:
        """Return every viewer of the table: the spectator (None) and each seat."""
        return [None, *range(self.seats)]

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.seats} seats, {said or 'no options'}"


@dataclass(frozen=True)
class Moment:
    """A game after `step` choices: what the service said of it, and the view of each viewer."""

    game: "Game"
    step: int
    standing: rules_pb2.Standing
    views: Mapping[Viewer, any_pb2.Any]

    @property
    def position(self) -> rules_pb2.PositionRef:
        """Return a reference to the position of this moment."""
        return reference(self.standing)

    def __str__(self) -> str:
        return f"{self.game}, after {self.step} choices"


@dataclass(frozen=True)
class Step:
    """One choice of a game: the moment before it, the prompt, the call with its response, and the moment after it."""

    before: Moment
    prompt: game_pb2.Prompt
    request: rules_pb2.ApplyRequest
    response: rules_pb2.ApplyResponse
    after: Moment


@dataclass
class Game:
    """A game that was played at random: its first request and response, and each step."""

    setup: Setup
    seed: int
    request: rules_pb2.NewGameRequest
    begun: rules_pb2.NewGameResponse
    moments: list[Moment] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    refused: list[tuple[Moment, game_pb2.Prompt, Sequence[str], CallRefusedError]] = field(default_factory=list)
    """Answers that a prompt's rule refused during the game."""

    def __str__(self) -> str:
        return f"{self.setup}, seed {self.seed}"

    @property
    def end(self) -> Moment:
        """Return the moment after the last choice."""
        return self.moments[-1]

    @property
    def choices(self) -> list[game_pb2.Choice]:
        """Return all choices of the game, in order."""
        return [step.request.choice for step in self.steps]

    def record(self, game: str) -> game_pb2.Record:
        """Return the record of this game in the form that a lobby writes; `game` is the name of the game."""
        begun, request, standing = self.begun, self.request, self.end.standing
        return game_pb2.Record(
            game=game,
            rules_version=begun.rules_version,
            pack_digest=begun.pack_digest,
            seats=request.seats,
            options=begun.options,
            seed=request.seed,
            commitment=sha256(request.seed).digest(),
            digest_algorithm=CANONICAL,
            entropy=request.entropy,
            choices=self.choices,
            events=[*begun.events, *(event for step in self.steps for event in step.response.events)],
            scores=standing.scores,
            end_reason=standing.end_reason,
        )


def opening(setup: Setup, seed: int) -> rules_pb2.NewGameRequest:
    """Return the request that begins a game on this table with this seed, and asks for the views of every viewer."""
    random = Random(f"{setup.seats} {seed}")
    return rules_pb2.NewGameRequest(
        seats=setup.seats,
        options=setup.options,
        seed=random.randbytes(32),
        entropy=[random.randbytes(_ENTROPY_BYTES) for _ in range(setup.seats)],
        viewers=map(viewer_of, setup.viewers),
    )


def random_picks(prompt: game_pb2.Prompt, random: Random) -> list[str]:
    """Return a random answer within the bounds of a prompt.

    Raises `LawBrokenError` if the bounds contradict each other or ask for more options than there are.
    """
    options = [option.id for option in prompt.options]
    hold(prompt.least <= prompt.most <= len(options), f"{prompt.kind}: its bounds and its options do not go together")
    return random.sample(options, random.randint(prompt.least, prompt.most))


def play(rules: RulesAt, setup: Setup, seed: int) -> Game:
    """Play a game at random. Each call also asks for the views of all viewers."""
    random = Random(seed)
    request = opening(setup, seed)
    begun = rules.new_game(request)
    game = Game(setup, seed, request, begun)
    game.moments.append(Moment(game, 0, begun.standing, views_by_viewer(begun.views)))
    while game.end.standing.prompts:
        hold(len(game.steps) < MAX_CHOICES, f"{game}: {MAX_CHOICES} choices at random have not ended it")
        game.steps.append(_step(rules, game, random))
        game.moments.append(game.steps[-1].after)
    return game


def _step(rules: RulesAt, game: Game, random: Random) -> Step:
    before = game.end
    prompt = random.choice(before.standing.prompts)
    for picks in [*(random_picks(prompt, random) for _ in range(_TRIES)), list(prompt.default_picks)]:
        request = answering(before, prompt, picks)
        try:
            response = rules.apply(request)
        except CallRefusedError as refusal:
            if refusal.reason != "CHOICE_REFUSED":
                raise LawBrokenError(f"{before}: {prompt.kind}, answered with {picks}: {refusal}") from None
            game.refused.append((before, prompt, picks, refusal))
        else:
            after = Moment(game, before.step + 1, response.standing, views_by_viewer(response.views))
            return Step(before, prompt, request, response, after)
    raise LawBrokenError(f"{before}: {prompt.kind}: its default is refused")


def answering(moment: Moment, prompt: game_pb2.Prompt, picks: Sequence[str]) -> rules_pb2.ApplyRequest:
    """Return the request that answers a prompt, and asks for the views of every viewer."""
    choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=picks)
    viewers = map(viewer_of, moment.game.setup.viewers)
    return rules_pb2.ApplyRequest(position=moment.position, choice=choice, viewers=viewers)


def defaults_to_the_end(rules: RulesAt, setup: Setup, seed: int) -> Iterator[rules_pb2.Standing]:
    """Play a game in which every prompt gets its default answer, and yield the game's standing after each answer.

    Raises `LawBrokenError` if it does not end.
    """
    standing = rules.new_game(opening(setup, seed)).standing
    yield standing
    for _ in range(MAX_CHOICES):
        if not standing.prompts:
            return
        prompt = standing.prompts[0]
        choice = game_pb2.Choice(seat=prompt.seat, prompt_id=prompt.id, picks=prompt.default_picks)
        try:
            standing = rules.apply(rules_pb2.ApplyRequest(position=reference(standing), choice=choice)).standing
        except CallRefusedError as refusal:
            raise LawBrokenError(f"{setup}, seed {seed}: the default of {prompt.kind} is refused: {refusal}") from None
        yield standing
    raise LawBrokenError(f"{setup}, seed {seed}: {MAX_CHOICES} defaults have not ended it")

"""Questions, options and events of the orb game in words."""

from services.kit.game import Label, Question
from services.kit.prompt import Pick, Prompt
from services.race.orb.exploring import team_strength
from services.race.orb.layout import layout_of
from services.race.orb.playing import cell_of
from services.race.orb.state import Cell, Team
from services.race.orb.table import orb_of
from services.race.orb.tokens import artifact_of, token_of
from services.race.table import RacePlay

QUESTIONS = {
    "orb.play": Question("Play an orb card, turned as you like.", "R20.22"),
    "orb.place": Question("Where does the top left cell of {subject} come to lie?", "R20.24"),
    "orb.corner": Question("Choose a corner for your team.", "R20.5"),
    "orb.action": Question("Your turn in the orb: what do you do next?", "R20.13"),
    "orb.team": Question("Which team moves next?", "R20.38"),
    "orb.boost": Question(
        "Use artifacts or powers for the move of the team at {subject}?", "R20.32", "Each artifact in one way."
    ),
    "orb.move": Question("Where does the team at {subject} go? Nowhere if you choose nothing.", "R20.14"),
    "orb.return": Question("Which of your teams go back to a hub, if any?", "R20.12", "Each team to one hub."),
    "settle.artifacts": Question("Use artifacts to win {subject}?", "R20.34", "With them it can be won."),
    "consume.artifacts": Question("Which artifacts do you consume as Alien goods, if any?", "R20.33"),
}

SENTENCES = {
    "orb_dealt": "{seat} is dealt {count} orb cards.",
    "orb_dealt.own": "You are dealt {cards}.",
    "orb_order": "Order in the orb: {order}.",
    "orb_played": "{seat} plays {card} at column {column}, row {row}, quarter turns: {turns}.",
    "orb_drew": "{seat} draws an orb card.",
    "orb_drew.own": "You draw {card}.",
    "orb_passed": "{seat} passes and moves to the front.",
    "orb_card_removed": "{seat} shows {card}, which fits nowhere and leaves the game.",
    "shows_orb_cards": "{seat} shows {cards}: none fits anywhere.",
    "placed_team": "{seat} puts a team at column {column}, row {row}.",
    "moved_team": "{seat} moves a team to column {column}, row {row}.",
    "took_artifact": "{seat} takes an artifact {series}.",
    "took_artifact.own": "You take {artifact}.",
    "used_artifact": "{seat} uses {artifact}.",
}

_ACTIONS = {
    "move": "Move your teams",
    "play": "Play an orb card",
    "draw": "Draw an orb card",
    "pass": "Pass: no action, first in the next step",
    "end": "Nothing more",
}
_TURNS = ("upright", "turned right", "upside down", "turned left")
_USES = {
    "extra_squares": "move farther",
    "cross_wall": "cross a wall or a barrier",
    "cross_barrier": "cross a barrier",
    "temporary_military": "military for this step",
}
_LANDMARKS = {
    "breeding_tube": "breeding tube",
    "jump_tube": "jump tube",
    "feeding_station": "feeding station",
    "airlock_hub": "hub",
}


def orb_label(play: RacePlay, prompt: Prompt, pick: Pick) -> Label | None:
    """Show an option of the orb game; None for an option that has nothing to do with it."""
    token = token_of(pick)
    if token is not None:
        artifact = artifact_of(play.pack, token)
        use = _USES.get(str(pick).rpartition(":")[2])
        return Label(f"{artifact.name}: {use}" if use else artifact.name, artifact.id)
    if not prompt.kind.startswith("orb.") or isinstance(pick, int):
        return None
    if prompt.kind == "orb.play" or (prompt.kind == "orb.place" and pick == prompt.subject):
        number, _, turns = pick.partition(":")
        card = play.pack.orb.cards[int(number)]
        return Label(f"{card.name}, {_TURNS[int(turns)]}", card.id)
    if pick.startswith("team:"):
        return Label(_team(play, orb_of(play).teams[int(pick.removeprefix("team:"))]))
    if prompt.kind == "orb.return":
        number, _, hub = pick.partition(":")
        team = orb_of(play).teams[int(number)]
        return Label(f"the team at {_place(play, team.cell)} to {_place(play, cell_of(hub))}")
    return Label(_ACTIONS[pick] if pick in _ACTIONS else _place(play, cell_of(pick)))


def _team(play: RacePlay, team: Team) -> str:
    """A team that may move, with what it has left of a move that it has begun."""
    left = f", {team_strength(play, team).squares} squares left" if team.moved else ""
    return f"the team at {_place(play, team.cell)}{left}"


def _place(play: RacePlay, cell: Cell) -> str:
    """A cell with what is to be seen there."""
    orb = orb_of(play)
    spot = layout_of(play.pack.orb, orb.laid).spots.get(cell)
    marks = ["artifact"] if cell in orb.tokens else []
    if spot is not None and spot.kind in _LANDMARKS:
        marks.append(_LANDMARKS[spot.kind])
    return f"column {cell[0]}, row {cell[1]}" + (f" ({', '.join(marks)})" if marks else "")

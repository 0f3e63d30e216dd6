"""The library on which rules services are built; see docs/tutorials/adding-a-game.md.

A game is declared as a `Game` (game.py). Its phases are flows (flow.py): generators that yield prompts (prompt.py) and
change a `Play` (play.py), which holds the state of the table, the chance and the events. `LiveGame` (live.py) runs the
flows, answers forced prompts, records the choices since the last checkpoint, and converts a game to a position and
back. `service.py` serves any game as `galaxytables.rules.v1.RulesService`. `playout.py` plays games at random.
`contract/` is the test suite that every game must pass.

Games import from here, and `main` from `galaxytables_kit.server`. Everything that is not listed here is private to the
kit.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

# isort: split
from galaxytables_kit.advance import Flow
from galaxytables_kit.chance import Chance
from galaxytables_kit.compiled import Compiled
from galaxytables_kit.components import Files, Loader, one_file
from galaxytables_kit.contents import END, Contents, Phase, phase, step
from galaxytables_kit.declared import (
    AnyOf,
    ComponentKind,
    EventKind,
    Form,
    Forms,
    Maybe,
    OneOf,
    PowerKind,
    PromptKind,
    ReasonKind,
)
from galaxytables_kit.dispatch import Dispatched
from galaxytables_kit.encoding import Encoding
from galaxytables_kit.errors import ChoiceRefused, ComponentError, InvalidSeats, OptionsConflict
from galaxytables_kit.event import (
    At,
    Component,
    Components,
    Facts,
    FactValue,
    Group,
    Groups,
    Numbers,
    Piece,
    Place,
    Words,
)
from galaxytables_kit.facts import fact_messages
from galaxytables_kit.faults import WHOLE, Fault
from galaxytables_kit.figures import Amount, Change, Count
from galaxytables_kit.flow import together
from galaxytables_kit.game import Game, Score
from galaxytables_kit.play import Play
from galaxytables_kit.powers import ByKind, Moments, Powers
from galaxytables_kit.printed import ComponentId, Printed, PrintedPower, facts_of, forms_of, naming_fields
from galaxytables_kit.prompt import Pick, Picks, Prompt, Rule
from galaxytables_kit.reason import AnyPick, Barred, Noted, Reason, Reasons, sift
from galaxytables_kit.rulings import rulings_by_version
from galaxytables_kit.seat import NOBODY, Seat, seated, seats_of
from galaxytables_kit.target import Action, Number, Offer, Target, Word
from galaxytables_kit.wording import ENGLISH, entries, plain_text

__all__ = [
    "END",
    "ENGLISH",
    "NOBODY",
    "WHOLE",
    "Action",
    "Amount",
    "AnyOf",
    "AnyPick",
    "At",
    "Barred",
    "ByKind",
    "Chance",
    "Change",
    "ChoiceRefused",
    "Compiled",
    "Component",
    "ComponentError",
    "ComponentId",
    "ComponentKind",
    "Components",
    "Contents",
    "Count",
    "Dispatched",
    "Encoding",
    "EventKind",
    "FactValue",
    "Facts",
    "Fault",
    "Files",
    "Flow",
    "Form",
    "Forms",
    "Game",
    "Group",
    "Groups",
    "InvalidSeats",
    "Loader",
    "Maybe",
    "Moments",
    "Noted",
    "Number",
    "Numbers",
    "Offer",
    "OneOf",
    "OptionsConflict",
    "Phase",
    "Pick",
    "Picks",
    "Piece",
    "Place",
    "Play",
    "PowerKind",
    "Powers",
    "Printed",
    "PrintedPower",
    "Prompt",
    "PromptKind",
    "Reason",
    "ReasonKind",
    "Reasons",
    "Rule",
    "Score",
    "Seat",
    "Target",
    "Word",
    "Words",
    "entries",
    "fact_messages",
    "facts_of",
    "forms_of",
    "naming_fields",
    "one_file",
    "phase",
    "plain_text",
    "rulings_by_version",
    "seated",
    "seats_of",
    "sift",
    "step",
    "together",
]

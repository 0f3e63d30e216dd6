"""What a rules service is made of; see docs/adding-a-game.md.

A game is declared as a `Game` (game.py). Its phases are flows (flow.py) that yield prompts (prompt.py) and act on a
`Play` (play.py): the state on the table, the chance, the events. `LiveGame` (live.py) runs them, answers forced
prompts, keeps the choices since the last checkpoint, and turns a game into a position and back. `service.py` serves
any game as `galaxy.rules.v1.RulesService`; `playout.py` plays at random; `contract/` is the test suite that every
game passes.

Games import from here, and `main` from `services.kit.server`; what is not listed here is the kit's own affair.
"""

from services.kit.advance import Flow
from services.kit.chance import Chance
from services.kit.compiled import Compiled
from services.kit.components import Files, Loader, one_file
from services.kit.contents import END, Contents, Phase, phase, step
from services.kit.declared import (
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
from services.kit.dispatch import Dispatched
from services.kit.errors import ChoiceRefused, ComponentError, InvalidSeats, OptionsConflict
from services.kit.event import At, Component, Components, Facts, FactValue, Group, Groups, Numbers, Piece, Place, Words
from services.kit.facts import fact_messages
from services.kit.faults import WHOLE, Fault
from services.kit.figures import Amount, Change, Count
from services.kit.flow import together
from services.kit.game import Game, Score
from services.kit.play import Play
from services.kit.powers import ByKind, Moments, Powers
from services.kit.printed import ComponentId, Printed, PrintedPower, facts_of, forms_of, naming_fields
from services.kit.prompt import Pick, Picks, Prompt, Rule
from services.kit.reason import AnyPick, Barred, Noted, Reason, Reasons, sift
from services.kit.rulings import rulings_by_version
from services.kit.seat import NOBODY, Seat, seated, seats_of
from services.kit.target import Action, Number, Offer, Target, Word
from services.kit.wording import ENGLISH, entries, plain_text

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

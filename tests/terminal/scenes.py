"""A small scripted game of Jump Drive, and other things that the tests lay on the table."""

from collections.abc import Mapping, Sequence
from copy import deepcopy

from galaxytables.jump.v1 import jump_pb2
from galaxytables.rules.v1 import game_pb2, rules_pb2
from tests.terminal.fake_lobby import Script, Step


def card(
    name: str,
    kind: str,
    *lines: str,
    words: dict[str, str] | None = None,
    provenance: rules_pb2.Provenance.ValueType = rules_pb2.PROVENANCE_SOURCED,
    inferred: Sequence[str] = (),
    vp_per: Sequence[Mapping[str, int]] = (),
    **numbers: int,
) -> rules_pb2.Component:
    facts = [game_pb2.Fact(name=name, word=value) for name, value in (words or {}).items()]
    facts += _numbers(numbers)
    if vp_per:
        groups = [game_pb2.FactGroup(facts=_numbers(each)) for each in vp_per]
        facts.append(game_pb2.Fact(name="vp_per", groups=game_pb2.FactGroups(groups=groups)))
    return rules_pb2.Component(
        id=name.lower().replace(" ", "_"),
        name=name,
        kind=kind,
        copies=2,
        facts=facts,
        lines=lines,
        provenance=provenance,
        inferred_facts=inferred,
    )


def _numbers(numbers: Mapping[str, int]) -> list[game_pb2.Fact]:
    return [game_pb2.Fact(name=name, number=value) for name, value in numbers.items()]


CARDS = (
    card(
        "Survey HQ",
        "world",
        "Cost 4 world, novelty (blue)",
        "VP 1 for each 2 explore icons",
        words={"colour": "novelty"},
        cost=4,
        vp=0,
        vp_per=[{"amount": 1, "group": 2}],
    ),
    card("Galactic Salon", "world", words={"colour": "novelty"}, cost=6, vp=3, income=2),
    card("Space Marines", "development", "Cost 2 development, 2 military", cost=2, military_icons=2),
    card("Pirate Lair", "world", words={"colour": "novelty"}, defense=5, vp=3, income=2),
    card(
        "Trade Pact",
        "development",
        "Income 2 with Trade Pact in any other empire",
        cost=1,
        provenance=rules_pb2.PROVENANCE_PARTLY_SOURCED,
        inferred=["vp"],
    ),
)
HAND = ("survey_hq", "galactic_salon", "space_marines", "pirate_lair", "trade_pact")


def jump_view(round_: int, hand: Sequence[str], built: Sequence[str] = (), *, vp: int = 0) -> jump_pb2.JumpView:
    view = jump_pb2.JumpView(
        round=round_,
        phase=jump_pb2.PHASE_CHOOSE,
        deck=90,
        discards=4,
        survey_teams=2,
        dealer=0,
        goal_vp=50,
        hand_limit=10,
    )
    for number, name in enumerate(hand):
        held = view.hand.add(id=f"h{number}", component=name, vp_gain=number, income_gain=1)
        if name == "pirate_lair":
            held.conquerable = True
        else:
            held.price = 4
    mine = view.empires.add(seat=0, hand_size=len(hand), vp=vp, vp_per_round=3, income=2, military=1)
    mine.cards.extend(jump_pb2.EmpireCard(component=name, vp=2, income=1) for name in built)
    theirs = view.empires.add(seat=1, hand_size=4, vp=5, vp_per_round=-1, income=1, military=0, survey_team="111")
    theirs.cards.add(component="space_marines", vp=0, income=0)
    theirs.targeted.add(against="rebel", strength=2)
    return view


def event(kind: str, text: str, seat: int | None = None, private: str = "") -> game_pb2.Event:
    made = game_pb2.Event(kind=kind, seat=seat, text=text)
    if private:
        made.private_parts.add(seat=0, text=private)
    return made


def hand_options(hand: Sequence[str]) -> list[game_pb2.Option]:
    names = {component.id: component.name for component in CARDS}
    return [
        game_pb2.Option(
            id=f"h{number}", label=names[name], component=name, targets=[game_pb2.Target(piece=f"h{number}")]
        )
        for number, name in enumerate(hand)
    ]


PLACE = game_pb2.Prompt(
    id="r1.place.0",
    seat=0,
    kind="place.choose",
    text="What do you place?",
    options=[
        game_pb2.Option(id="explore", label="Explore"),
        *hand_options(HAND)[:3],
    ],
    least=1,
    most=1,
    default_picks=["explore"],
    paragraph="R2.2",
)
PAY = game_pb2.Prompt(
    id="r1.pay.0",
    seat=0,
    kind="place.pay",
    text="Pay for Survey HQ.",
    options=hand_options(HAND)[1:],
    least=2,
    most=2,
    rule="Keep what you can still use.",
    paragraph="R3.1",
)
ORDER = game_pb2.Prompt(
    id="r2.order.0",
    seat=0,
    kind="place.order",
    text="In which order do the bonuses come?",
    options=[game_pb2.Option(id=word, label=f"first {word}") for word in ("draw", "score", "rest")],
    least=2,
    most=3,
    ordered=True,
)
SECOND = game_pb2.Prompt(
    id="r2.second.0",
    seat=0,
    kind="second_world.place",
    text="A second world?",
    options=hand_options(HAND)[1:2],
    least=0,
    most=1,
)


def refuse_salon(picks: Sequence[str]) -> tuple[str, str, str] | None:
    """Refuse to pay with the first card, so that a test sees the server's reason and paragraph."""
    if "h1" in picks:
        return "CHOICE_REFUSED", "The Galactic Salon is set aside and cannot be used to pay.", "R2.11"
    return None


def scores() -> list[game_pb2.SeatScore]:
    mine = game_pb2.SeatScore(seat=0, total=52, rank=1, tie_breaks=[9])
    mine.parts.add(source="cards", points=40)
    mine.parts.add(source="survey_bonus", points=12)
    theirs = game_pb2.SeatScore(seat=1, total=47, rank=2, tie_breaks=[3])
    theirs.parts.add(source="cards", points=47)
    return [mine, theirs]


def script(*, move_milliseconds: int = 0) -> Script:
    """Place Survey HQ, pay, order bonuses, decline a second world; seat 0 wins."""
    return Script(
        steps=[
            Step(
                deepcopy(PLACE),
                jump_view(1, HAND),
                [event("chosen", "{seat 0} has chosen.", 0, private="You chose Survey HQ.")],
            ),
            Step(
                deepcopy(PAY),
                jump_view(1, HAND),
                [event("paid", "{seat 0} pays 2 cards."), event("placed", "{seat 0} places Survey HQ.", 0)],
                judge=refuse_salon,
                undoable=True,
            ),
            Step(deepcopy(ORDER), jump_view(2, HAND[1:3], ["survey_hq"], vp=12), [event("bonus", "{seat 1} waits.")]),
            Step(deepcopy(SECOND), jump_view(2, HAND[1:3], ["survey_hq"], vp=12)),
        ],
        last_view=jump_view(6, (), ["survey_hq", "galactic_salon"], vp=52),
        scores=scores(),
        components=CARDS,
        move_milliseconds=move_milliseconds,
    )

"""What a person reads on a card, in words."""

from collections.abc import Mapping

from services.jump import schema
from services.jump.schema import CardEntry, Counted, Entry, Filter, Formula, Icon, Kind, Scope, Selector

_COLOURS: Mapping[str, str] = {
    "novelty": "novelty (blue)",
    "rare": "rare elements (brown)",
    "genes": "genes (green)",
    "alien": "alien technology (yellow)",
    "grey": "grey",
}


def card_lines(entry: CardEntry, names: Mapping[str, str]) -> list[str]:
    """What a person reads on the card, a line each; `names` are those of all cards by id."""
    words = _Words(names)
    lines = [_title(entry), *words.formula("VP", entry.vp), *words.formula("Income", entry.income)]
    lines += (words.power(power) for power in entry.powers)
    if entry.note:
        lines.append(f"Note: {entry.note}")
    return lines


def _title(entry: CardEntry) -> str:
    what = "development" if entry.kind is Kind.DEVELOPMENT else f"{'military ' if entry.military else ''}world"
    number = entry.defense if entry.military else entry.cost
    parts = [f"{'Defense' if entry.military else 'Cost'} {number} {what}"]
    if entry.colour is not None:
        parts.append(_COLOURS[entry.colour])
    parts += (keyword.upper() for keyword in entry.keywords)
    parts += (f"{getattr(entry.icons, icon)} {icon}" for icon in Icon if getattr(entry.icons, icon))
    return ", ".join(parts)


class _Words:
    """Formulas and powers in words."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def formula(self, what: str, formula: Formula) -> list[str]:
        lines = [f"{what} {formula.base}"] if formula.base else []
        return lines + [f"{what} {self._entry(entry)}" for entry in formula.per]

    def _entry(self, entry: Entry) -> str:
        if entry.with_ is not None:
            whose = " in any other empire" if entry.scope is Scope.ANY_RIVAL else " in your empire"
            what = self._counted(entry.with_, 1)
            article = "an " if what[0] in "aeiou" else "a "
            return f"{entry.amount} with {'' if entry.with_.card is not None else article}{what}{whose}"
        whose = " of yours, and as much for one other empire" if entry.scope is Scope.OWN_PLUS_CHOSEN_RIVAL else ""
        group = entry.group or 1
        each = self._counted(entry.each, group) if entry.each is not None else ""
        return f"{entry.amount} for each {f'{group} ' if group > 1 else ''}{each}{whose}"

    def _counted(self, selector: Selector, number: int) -> str:
        if selector.count is Counted.MILITARY_STRENGTH:
            return f"point{'s' if number > 1 else ''} of general strength"
        if selector.icon is not None:
            return f"{selector.icon} icon{'s' if number > 1 else ''}"
        return self._filter(selector, "card", number)

    def _filter(self, wanted: Filter, thing: str, number: int) -> str:
        if wanted.card is not None:
            return self._names[wanted.card]
        military = {True: "military", False: "non-military", None: None}[wanted.military]
        words = [military, wanted.keyword and wanted.keyword.upper(), wanted.colour and wanted.colour.value]
        noun = wanted.kind.value if wanted.kind is not None else thing
        return " ".join([*(word for word in words if word), noun + ("s" if number > 1 else "")])

    def power(self, power: schema.Power) -> str:  # noqa: C901, PLR0911 - one a kind
        match power:
            case schema.CostReduction(params=p):
                return f"Pay {p.amount} less for each {self._filter(p.on, 'card', 1)}."
            case schema.TargetedMilitary(params=p):
                return f"Strength +{p.amount} against each {self._filter(p.against, 'world', 1)}."
            case schema.StrengthPerIcon(params=p):
                return f"Strength +{p.amount} for each {p.icon} icon."
            case schema.NegotiateMilitaryWorld(params=p):
                but = "" if p.excluded_colour is None else f" that is not {p.excluded_colour}"
                price = f"its defense {p.cost_change:+d}" if p.cost_change else "its defense"
                return f"You may pay for a military world{but} as for a non-military one, at {price}."
            case schema.SecondPeacefulWorld(params=p):
                cost = "Give this card up to" if p.sacrifice_self else "You may"
                return f"{cost} place a second non-military world at {p.cost_change:+d}; both are non-military."
            case schema.SecondConqueredWorld():
                return "You may conquer a second military world with strength that the first left over."
            case schema.PlacementRequirement(params=p):
                return f"Place it only with {' or '.join(map(self._way, p.any_of))}."
            case schema.OnePerEmpire():
                return "One per empire."
            case schema.MovesToStrongest():
                return "Before scoring it goes to the one player with the highest general strength; not on a tie."
            case schema.TableSupply():
                return "Lies on the table; take one instead of a development from hand."

    def _way(self, way: schema.Requirement) -> str:
        if way.own_card is not None:
            return f"{self._names[way.own_card]} in your empire"
        return f"general strength {way.own_military_strength}"

"""Laws of options and seats: which tables can be opened."""

from collections.abc import Iterator, Mapping

from galaxytables.rules.v1 import rules_pb2
from galaxytables_contract.errors import CallRefusedError, hold
from galaxytables_contract.games import Setup, opening
from galaxytables_contract.inspection import Inspection, Sight, law, values_of
from galaxytables_contract.laws.refusing import accepted, refused

_MAX_SEATS = 2**32 - 1
_FORMS = 40
_LONG = "x" * 60


def _request(seats: int, options: Mapping[str, str], *, form: bool = False) -> rules_pb2.CheckOptionsRequest:
    return rules_pb2.CheckOptionsRequest(seats=seats, options=options, form=form)


@law()
def defaults_are_written_out(inspection: Inspection) -> None:
    """CheckOptions and NewGame return all options: those in the request, and the defaults of the others."""
    usual = {option.name: option.default_value for option in inspection.description.options}
    for setup in inspection.each_setup():
        chosen = {name: value for name, value in setup.options.items() if value != usual[name]}
        checked = inspection.rules.check_options(_request(setup.seats, chosen))
        hold(dict(checked.options) == {**usual, **chosen}, "CheckOptions does not write all options out")
        begun = inspection.rules.new_game(opening(Setup(setup.seats, chosen), 0))
        hold(dict(begun.options) == {**usual, **chosen}, "NewGame does not write all options out")


@law()
def what_is_no_option_is_refused(inspection: Inspection) -> None:
    """Unknown options and values are refused by CheckOptions, with and without a form, and by NewGame."""
    seats = inspection.setups[0].seats
    wrong = {"no_such_option": "on", _LONG: _LONG}
    for option in inspection.description.options:
        wrong[option.name] = _LONG if option.kind != rules_pb2.OPTION_KIND_NUMBER else str(option.most + 1)
    for name, value in wrong.items():
        words = f"option {name[:40]} as {value[:40]}"
        for form in (False, True):
            request = _request(seats, {name: value}, form=form)
            refused(inspection.rules.check_options, request, "INVALID_OPTION", values=("option", "value"), words=words)
        begin = opening(Setup(seats, {name: value}), 0)
        refused(inspection.rules.new_game, begin, "INVALID_OPTION", values=("option", "value"), words=words)


@law()
def seats_are_bounded(inspection: Inspection) -> None:
    """A table with fewer or more seats than the service allows is refused."""
    said = inspection.description
    for seats in (0, said.least_seats - 1, said.most_seats + 1, _MAX_SEATS):
        words, values = f"{seats} seats", ("seats", "least", "most")
        refused(inspection.rules.check_options, _request(seats, {}), "INVALID_SEATS", values=values, words=words)
        request = opening(Setup(said.most_seats, {}), 0)
        request.seats = seats
        del request.entropy[:]  # entropy for so many seats would be another error
        refused(inspection.rules.new_game, request, "INVALID_SEATS", values=values, words=words)


@law(Sight.OPTIONS_CONFLICT)
def forms_offer_what_can_be_chosen(inspection: Inspection) -> None:
    """Each value that a form offers is accepted. Each value that it calls a conflict is refused for the same reason."""
    for number, setup in enumerate(_tables(inspection)):
        if number == _FORMS:
            break
        inspection.where = str(setup)
        form = inspection.rules.check_options(_request(setup.seats, setup.options, form=True))
        hold(dict(form.options) == dict(setup.options), "a form does not write all options out")
        _check(inspection, setup, form.conflict if form.HasField("conflict") else None)
        names = [option.name for option in inspection.description.options]
        hold(
            [offer.name for offer in form.offers] == names,
            "a form offers other options than Describe, or in another order",
        )
        for option, offer in zip(inspection.description.options, form.offers, strict=True):
            hold(offer.value == setup.options[option.name], f"{option.name}: it stands otherwise in the form")
            _check_offer(inspection, setup, option, offer)
        if not form.HasField("conflict"):
            hold(setup.seats in form.seats, "a form does not offer the seats that there are")
        for seats in form.seats if not form.HasField("conflict") else ():
            _check(inspection, Setup(seats, setup.options), None)


def _tables(inspection: Inspection) -> Iterator[Setup]:
    """Yield the tables on which games are played, and then tables with one option changed from its default.

    Each option gets its first and its last value, with the fewest and with the most seats.
    """
    yield from inspection.setups
    usual = {option.name: option.default_value for option in inspection.description.options}
    for seats in {inspection.description.least_seats, inspection.description.most_seats}:
        for option in inspection.description.options:
            for value in {values_of(option)[0], values_of(option)[-1]} - {option.default_value}:
                yield Setup(seats, {**usual, option.name: value})


def _check_offer(
    inspection: Inspection, setup: Setup, option: rules_pb2.OptionSpec, offer: rules_pb2.OptionOffer
) -> None:
    """Check that CheckOptions accepts what the form offers for an option, and refuses the rest for the same reason.

    For a number, only the ends of each range and the first number outside all ranges are checked.
    """
    tried: dict[str, rules_pb2.OptionConflict | None] = {}
    if option.kind == rules_pb2.OPTION_KIND_NUMBER:
        good = {number for each in offer.ranges for number in range(each.least, each.most + 1)}
        others = [number for number in range(option.least, option.most + 1) if number not in good]
        tried |= {str(bound): None for each in offer.ranges for bound in (each.least, each.most)}
        hold(bool(others) == offer.HasField("beyond"), f"{option.name}: `beyond` says why the others cannot be chosen")
        tried |= {str(number): offer.beyond for number in others[:1]}
    else:
        hold([each.value for each in offer.values] == values_of(option), f"{option.name}: the form has other values")
        tried |= {each.value: each.conflict if each.HasField("conflict") else None for each in offer.values}
    for value, conflict in tried.items():
        _check(inspection, Setup(setup.seats, {**setup.options, option.name: value}), conflict)


def _check(inspection: Inspection, setup: Setup, conflict: rules_pb2.OptionConflict | None) -> None:
    """Check that CheckOptions accepts a table, or refuses it for the reason in `conflict` if that is given."""
    request = _request(setup.seats, setup.options)
    if conflict is None:
        accepted(inspection.rules.check_options, request, f"a form offers {setup}")
        return
    words = f"a form says that it does not go together: {setup}"
    refusal: CallRefusedError = refused(inspection.rules.check_options, request, conflict.reason, words=words)
    hold(conflict.text, f"{words}: it does not say why")
    if refusal.reason == "OPTIONS_CONFLICT":
        inspection.saw(Sight.OPTIONS_CONFLICT)
        said = refusal.metadata.get("options", "").split(","), refusal.metadata.get("paragraph", "")
        hold(
            said == (list(conflict.options), conflict.paragraph),
            f"{words}: the check names other options, or another paragraph",
        )
        hold(conflict.paragraph, f"{words}: it names no paragraph")

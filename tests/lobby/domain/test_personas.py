"""Who bots appear as."""

import pytest

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables_lobby.domain.personas import names, persona_of, personas, reserved
from galaxytables_lobby.domain.wording import alike, checked_player_name
from galaxytables_lobby.ids import SeatNumber, TableId
from galaxytables_lobby.subscriptions.sentences import lobby_words
from tests.lobby.house import refused

LANGUAGES = ("en", "ja")


def words(language: str) -> dict[str, str]:
    lines = lobby_words(language).messages.splitlines()
    return dict(line.split(" = ", 1) for line in lines if line.startswith(("persona-", "manner-")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_persona_has_a_name_and_a_manner_of_its_own(language):
    said = words(language)
    ids = [persona.replace("_", "-") for persona in personas()]
    assert sorted(said) == sorted([f"persona-{each}" for each in ids] + [f"manner-{each}" for each in ids])
    assert len(set(said.values())) == len(said)


def test_the_english_name_is_the_id_in_words():
    assert [words("en")[f"persona-{each.replace('_', '-')}"] for each in personas()] == [
        each.replace("_", " ").title() for each in personas()
    ]


def test_names_of_the_cast_are_good_names_and_none_looks_like_another():
    for name in names():
        assert checked_player_name(name) == name
        assert [other for other in names() if alike(name, other)] == [name]


def test_no_two_seats_of_a_table_share_a_persona_and_all_of_the_cast_come_to_play():
    seen = set()
    for number in range(100):
        at_table = [persona_of(TableId(f"table{number}"), SeatNumber(seat)) for seat in range(len(personas()))]
        assert sorted(at_table) == sorted(personas())
        seen.add(tuple(at_table[:2]))
    assert len(seen) > 50


def test_who_sits_where_follows_from_table_and_seat_for_good():
    # Tables that are in play, and games that are over, keep who they had.
    assert [persona_of(TableId("7GqkNfRz"), SeatNumber(seat)) for seat in range(4)] == [
        "nickel_fox",
        "amber_newt",
        "zinc_badger",
        "bronze_lynx",
    ]


@pytest.mark.parametrize("name", ["Tin Otter", "tin-otter", " TIN  OTTER ", "Brass 0wl", "錫のカワウソ", "Tin Otter."])
def test_a_name_that_looks_like_a_bots_is_reserved(name):
    assert reserved(name)


@pytest.mark.parametrize("name", ["Otter", "Tina Otter", "Tin Otters", "Ada", "カワウソ"])
def test_other_names_are_not(name):
    assert not reserved(name)


async def to_its_end(ada, host, table_id):
    """Start a game, and answer everything by default. Returns the personas, from the guest's seat on."""
    table = await ada.start(table_id)
    while table.waiting_for:
        seat = table.waiting_for[0]
        await (host.pick(table_id, seat=seat) if table.seats[seat].bot else ada.pick(table_id))
        table = await ada.table(table_id)
    assert table.state == tables_pb2.TABLE_STATE_FINISHED
    personas_by_seat = [seat.persona for seat in table.seats]
    own = personas_by_seat.index("")
    return own, [*personas_by_seat[own:], *personas_by_seat[:own]]


async def test_bots_keep_their_personas_at_every_rematch_where_all_move_one_seat_down(house):
    async with house.host().hosting("random") as offer:
        await offer.next()
        ada, host = await house.guest("Ada"), house.host()
        first_id = table_id = (await ada.create(3)).id
        for _ in range(2):
            await ada.add_bot(table_id, "random")
        seen = [await to_its_end(ada, host, table_id)]
        for _ in range(2):
            table_id = (await ada.rematch(table_id)).id
            seen.append(await to_its_end(ada, host, table_id))
    assert [own for own, _ in seen] == [0, 2, 1]
    (_, first), *later = seen
    assert first == ["", *(persona_of(TableId(first_id), SeatNumber(seat)) for seat in (1, 2))]
    assert [cast for _, cast in later] == [first, first]


async def test_nobody_comes_in_or_is_renamed_under_the_name_of_a_bot(house):
    guest = await house.guest("Ada")
    for name in ("Tin Otter", "Tin 0tter", "錫のカワウソ"):
        error = await refused(guest.players.CreateGuest(players_pb2.CreateGuestRequest(name=name)))
        assert error.reason == "NAME_RESERVED"
    error = await refused(guest.players.Rename(players_pb2.RenameRequest(name="tin otter"), metadata=guest.metadata))
    assert error.reason == "NAME_RESERVED"


async def test_bots_at_a_table_have_personas_that_stay_and_people_have_none(house):
    async with house.host().hosting("random") as offer:
        await offer.next()
        ada = await house.guest("Ada")
        table = await ada.create(4)
        for _ in range(3):
            await ada.add_bot(table.id, "random")
        seats = (await ada.table(table.id)).seats
        assert [seat.persona for seat in seats] == [
            "",
            *(persona_of(TableId(table.id), SeatNumber(seat)) for seat in (1, 2, 3)),
        ]
        assert len({seat.persona for seat in seats}) == 4
        away = tables_pb2.RemoveBotRequest(table_id=table.id, seat=2)
        left = await ada.tables.RemoveBot(away, metadata=ada.metadata)
        assert left.table.seats[2].persona == ""

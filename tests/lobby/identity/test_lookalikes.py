"""Names that look like other names: made to imitate, or taken at a table."""

import pytest

from galaxy.lobby.v1 import players_pb2, tables_pb2
from services.lobby.identity.lookalikes import alike, imitates
from tests.lobby.house import refused

CYRILLIC_A, GREEK_O, ARMENIAN_O, CHEROKEE_A = "\u0430", "\u03bf", "\u0585", "\u13aa"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "Ada"), ("Ada", "ADA"), ("Ada", " a d a "), ("Ada", "Ada."), ("Ada", "A_da!"), ("Ian", "lan")),
        *(("Ian", "1an"), ("IAN", "ian"), ("Bob", "B0b"), ("Mom", "Morn")),
        *(("Wanda", "VVanda"), ("coco", "\u0441\u043e\u0441\u043e"), ("Ada", "Ad" + CYRILLIC_A)),
        *(("Ada", "\uff21\uff44\uff41"), ("Ada", "\U0001d4d0\U0001d4ed\U0001d4ea"), ("Poe", "P" + GREEK_O + "e")),
        *(("lo", "l" + ARMENIAN_O), ("Ada", CHEROKEE_A + "da"), ("\u529b", "\u30ab"), ("greedy", "Greedy")),
        *(("Zo\u00eb", "ZO\u00cb"), ("\u041e\u043b\u0435\u0433", "\u043e\u043b\u0435\u0433"), ("!?", "!?")),
    ],
)
def test_names_that_a_glance_does_not_tell_apart_are_alike(one, other):
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "Adam"), ("Ada", "Bea"), ("Guest 1", "Guest 2"), ("Player 10", "Player 11"), ("Ada 1", "Ada 7")),
        *(("Zoe", "Zo\u00eb"), ("\u674e\u96f7", "\u97e9\u6885\u6885"), ("!?", "!!"), ("\U0001f989", "\U0001f438")),
        *(("\u304b\u306a", "\u30ab\u30ca"), ("\u041e\u043b\u0435\u0433", "Oleg")),
    ],
)
def test_names_that_differ_are_not(one, other):
    assert not alike(one, other)


@pytest.mark.parametrize(
    "name",
    [
        *("Ad" + CYRILLIC_A, "P" + GREEK_O + "e", "l" + ARMENIAN_O, "\u0410dam", "Sir P\u0430ul", "\u0391lice 2"),
        *(CHEROKEE_A + "da", "\u7530\u4e2d\u0430", "\u0420aul\u5c71"),
    ],
)
def test_words_that_mix_scripts_to_look_latin_are_made_to_imitate(name):
    assert imitates(name)


@pytest.mark.parametrize(
    "name",
    [
        # Japanese: kanji, kana of both kinds, long vowels, Latin letters and figures.
        *(
            "\u7530\u4e2d\u30bf\u30ed\u30a6",
            "\u5c71\u7530Taro",
            "\u306e\u3073\u592a",
            "\u30b9\u30fc\u30d1\u30fcMario64",
        ),
        *("\u4f50\u3005\u6728", "\uff80\uff9b\uff73\u3055\u3093", "\u30ab\u529b"),
        *("\uae40\ucca0\uc218Kim", "\u674e\u3105A", "\u0e19\u0e34\u0e14Nid", "\u0627\u0644\u0649Ali"),
        *(
            "\u0411\u043e\u0440\u0438\u0441 Boris",
            "\u041e\u043b\u0435\u0433",
            "\u03a3\u03c9\u03ba\u03c1\u03ac\u03c4\u03b7\u03c2",
        ),
        *("O'Neil", "Zo\u00eb", "\U0001f989 owl", "", "42"),
    ],
)
def test_scripts_that_are_written_together_or_side_by_side_are_not(name):
    assert not imitates(name)


async def test_a_guest_cannot_be_called_by_letters_that_imitate(house):
    guest = await house.guest()
    for name in ("Ad" + CYRILLIC_A, "P" + GREEK_O + "e"):
        error = await refused(guest.players.CreateGuest(players_pb2.CreateGuestRequest(name=name)))
        assert (error.reason, error.metadata) == ("INVALID_NAME", {"least": "1", "most": "40"})
    for name in ("\u5c71\u7530Taro", "\u7530\u4e2d\u30bf\u30ed\u30a6"):
        made = await guest.players.CreateGuest(players_pb2.CreateGuestRequest(name=name))
        assert made.player.name == name
    # Tables may be called in several languages.
    assert (await guest.create(2, name="Gal\u0430xy")).name == "Gal\u0430xy"


async def test_nobody_sits_down_under_a_name_that_looks_like_one_at_the_table(house):
    ada, other = await house.guest("Ada"), await house.guest("\u0410\u0501\u0430")
    table = await ada.create(3)
    error = await refused(other.join(table.id))
    assert (error.reason, error.metadata) == ("NAME_TAKEN", {"seat": "0"})
    bea = await house.guest("Bea")
    assert (await bea.join(table.id)).seat == 1
    await ada.leave(table.id)
    assert (await other.join(table.id)).seat == 0


async def test_people_and_bots_of_one_name_do_not_sit_together(house):
    async with house.host().hosting("random", "greedy") as offer:
        await offer.next()
        ada, greedy = await house.guest("Ada"), await house.guest("Greedy")
        table = await ada.create(4)
        await ada.add_bot(table.id, "greedy")
        assert (await ada.add_bot(table.id, "greedy")).seat == 2
        error = await refused(greedy.join(table.id))
        assert (error.reason, error.metadata) == ("NAME_TAKEN", {"seat": "1"})
        other = await greedy.create(3)
        error = await refused(greedy.add_bot(other.id, "greedy"))
        assert (error.reason, error.metadata) == ("NAME_TAKEN", {"seat": "0"})
        assert (await greedy.add_bot(other.id, "random")).seat == 1


async def test_a_spectator_does_not_speak_under_the_name_of_a_player(house):
    rules = tables_pb2.SpectatorRules(chat=True)
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    table = await ada.create(2, spectators=rules)
    await bea.join(table.id)
    error = await refused((await house.guest("Bea.")).say(table.id, "I resign"))
    assert (error.reason, error.metadata) == ("NAME_TAKEN", {"seat": "1"})
    assert (await (await house.guest("Cal")).say(table.id, "Hello")).number == 1
    await bea.say(table.id, "It is me")

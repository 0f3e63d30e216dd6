"""Names that look like other names: made to imitate, or taken at a table."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galaxytables.lobby.v1 import players_pb2, tables_pb2
from galaxytables_lobby.domain.wording import alike, imitates
from tests.lobby.house import refused

# What Unicode calls default-ignorable, by the categories and names of those characters: found without our data.
_UNSEEN_NAMES = ("TAG ", "LANGUAGE TAG", "COMBINING GRAPHEME JOINER", "KHMER VOWEL INHERENT")
_WITHOUT_NAMES = {"Cn", "Co", "Cs"}
_SHOWN_FORMATS = ("ARABIC ", "SYRIAC ", "KAITHI ", "EGYPTIAN ", "INTERLINEAR ")


def _is_default_ignorable(letter: str) -> bool:
    name = unicodedata.name(letter, "")
    if unicodedata.category(letter) == "Cf":
        return name == "ARABIC LETTER MARK" or not name.startswith(_SHOWN_FORMATS)
    filler = name.startswith(("HANGUL", "HALFWIDTH")) and "FILLER" in name
    return filler or "VARIATION SELECTOR" in name or name.startswith(_UNSEEN_NAMES)


# Assigned characters alone have names.
LETTERS = [letter for letter in map(chr, range(0x110000)) if unicodedata.category(letter) not in _WITHOUT_NAMES]
DEFAULT_IGNORABLE = sorted(filter(_is_default_ignorable, LETTERS))
# Planes' parts that Unicode has set aside for more of them.
SET_ASIDE = ["\u2065", *map(chr, range(0xFFF0, 0xFFF9)), *map(chr, range(0xE0000, 0xE1000))]
MARKS = [letter for letter in LETTERS if unicodedata.category(letter).startswith("M")]

CYRILLIC_A, GREEK_O, ARMENIAN_O, CHEROKEE_A = "\u0430", "\u03bf", "\u0585", "\u13aa"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ada", "Ada"), ("Ada", "ADA"), ("Ada", " a d a "), ("Ada", "Ada."), ("Ada", "A_da!"), ("Ian", "lan")),
        *(("Ian", "1an"), ("IAN", "ian"), ("Bob", "B0b"), ("Mom", "Morn")),
        *(("Wanda", "VVanda"), ("coco", "\u0441\u043e\u0441\u043e"), ("Ada", "Ad" + CYRILLIC_A)),
        *(("Ada", "\uff21\uff44\uff41"), ("Ada", "\U0001d4d0\U0001d4ed\U0001d4ea"), ("Poe", "P" + GREEK_O + "e")),
        *(("lo", "l" + ARMENIAN_O), ("Ada", CHEROKEE_A + "da"), ("\u529b", "\u30ab"), ("greedy", "Greedy")),
        *(("i\u0307an", "ian"), ("\u0130an", "ian"), ("\u1100\u1161", "\uac00"), ("Zoe\u0308", "Zo\u00eb")),
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
        # Marks that make other words: Vietnamese, Arabic, Hebrew, Thai, Devanagari; Korean syllables, voiced kana.
        *(("Ma", "M\u00e1"), ("M\u00e1", "M\u00e0"), ("M\u1ea3", "M\u00e3"), ("Mo", "M\u01a1")),
        *(("\u0645\u064e", "\u0645\u064f"), ("\u05d1\u05bc", "\u05d1"), ("\u0e01\u0e34", "\u0e01\u0e35")),
        *(("\u0e01\u0e48\u0e32", "\u0e01\u0e49\u0e32"), ("\u0915\u093f", "\u0915\u0940"), ("\u0915\u094d", "\u0915")),
        *(("\uac00", "\uac01"), ("\u304b", "\u304c")),
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


@pytest.mark.parametrize(
    "name", ["Ad\u180ba", "A\ufe00da", "Ada\ufe0f", "Ad\U000e0100a", "\u0301Ada", "Ada!\u0301", "Ada \u20dd"]
)
def test_what_cannot_be_seen_makes_no_other_name(name):
    assert alike("Ada", name)


def test_unicode_has_the_characters_that_this_is_about():
    assert len(DEFAULT_IGNORABLE) > 400
    selectors = [letter for letter in MARKS if "VARIATION SELECTOR" in unicodedata.name(letter)]
    assert len(selectors) >= 16 + 240 + 3
    assert set(selectors) <= set(DEFAULT_IGNORABLE)


@pytest.mark.parametrize("name", ["Ada", "Zoe\u0308", "\u845b", "\uae40", "\u0627\u0628", "\u0e01\u0e34"])
def test_no_default_ignorable_character_changes_a_name_wherever_it_stands(name):
    for unseen in DEFAULT_IGNORABLE:
        for place in range(len(name) + 1):
            assert alike(name, name[:place] + unseen + name[place:]), (unicodedata.name(unseen), place)
    for unseen in SET_ASIDE:
        assert alike(name, name[:1] + unseen + name[1:]), hex(ord(unseen))


@given(st.lists(st.sampled_from(DEFAULT_IGNORABLE), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_nor_do_any_number_of_them(unseen, random):
    letters = list("Ada")
    for each in unseen:
        letters.insert(random.randint(0, len(letters)), each)
    assert alike("Ada", "".join(letters))


def test_marks_on_no_character_change_no_name():
    for mark in MARKS:
        for name in (mark + "Ada", "Ada " + mark, "Ada" + "\u200b " + mark):
            assert alike("Ada", name), unicodedata.name(mark)


def test_marks_on_a_character_tell_names_apart_and_count_once():
    for mark in set(MARKS) - set(DEFAULT_IGNORABLE) - {"\U00016fe4"}:
        marked = "Ada" + mark
        assert not alike("Ada", marked), unicodedata.name(mark)
        if len(unicodedata.normalize("NFKD", mark)) == 1:
            assert alike(marked, marked + mark), unicodedata.name(mark)


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

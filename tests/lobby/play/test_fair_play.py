"""A law: nothing hidden that somebody saw at a rated table helps them twice, or the game is not rated and says so."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256

import pytest
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import archive_pb2, play_pb2, tables_pb2
from galaxytables.rules.v1 import game_pb2
from tests.lobby.adapters.archive.test_archive_service import archived, ratings, summary
from tests.lobby.house import Guest, House, refused

TWO_ROUNDS = {"rounds": "2"}
RATED = tables_pb2.UNRATED_REASON_UNSPECIFIED
TAKEN_BACK, NOT_PLAYED = tables_pb2.UNRATED_REASON_TAKEN_BACK, tables_pb2.UNRATED_REASON_NOT_PLAYED
SHORT = tables_pb2.UNRATED_REASON_SHORT
PRIVATE, CASUAL = tables_pb2.UNRATED_REASON_PRIVATE, tables_pb2.UNRATED_REASON_CASUAL


@dataclass
class Tried:
    """A table, whoever plays there, and what somebody saw that is still to be drawn or hidden at it."""

    table_id: str
    guests: list[Guest]
    seen_beforehand: bool


def cards(update: play_pb2.TableUpdate) -> list[float]:
    content = Struct()
    assert update.view.Unpack(content)
    return [value.number_value for value in content.fields["hand"].list_value.values]


def told_cards(update: play_pb2.TableUpdate) -> set[str]:
    """Cards that events tell their reader alone."""
    parts = [part for event in update.events for part in event.event.private_parts]
    return {card for part in parts for fact in part.facts for card in fact.components.ids}


async def with_bot(house: House, **fields) -> tuple[str, Guest]:
    """A running table of one person and a bot, which plays when it is told to; its host must be there."""
    guest = await house.guest("Ada")
    table = await guest.create(2, options=TWO_ROUNDS, **fields)
    await guest.add_bot(table.id)
    await guest.start(table.id)
    return table.id, guest


async def undo(house: House) -> Tried:
    """Choose in secret, look, take it back alone."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    before = cards(await guests[0].view(table_id))
    await guests[0].pick(table_id)
    after = cards(await guests[0].view(table_id))
    await guests[0].undo(table_id)
    return Tried(table_id, guests, not set(after) <= set(before))


async def undo_after_the_draw(house: House) -> Tried:
    """See what is drawn, take the choice back alone."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    for guest in guests:
        await guest.pick(table_id)
    for guest in guests:
        assert (await refused(guest.undo(table_id))).reason == "NOTHING_TO_UNDO"
    return Tried(table_id, guests, seen_beforehand=False)


async def takeback_with_bots(house: House) -> Tried:
    """See what is drawn, and have bots agree to take it back."""
    async with house.host().hosting("random") as offer:
        await offer.next()
        table_id, guest = await with_bot(house)
        before = cards(await guest.view(table_id))
        await guest.pick(table_id)
        await house.host().pick(table_id, seat=1)
        drawn = cards(await guest.view(table_id))
        assert drawn != before
        assert not (await guest.propose(table_id)).HasField("takeback")
        assert cards(await guest.view(table_id)) == before
    return Tried(table_id, [guest], seen_beforehand=True)


async def takeback_with_people(house: House, choices: int = 1) -> Tried:
    """See what is drawn, and have people agree to take it back."""
    table_id, guests = await house.started(options={"rounds": "4"})
    for _ in range(choices):
        for guest in guests:
            await guest.pick(table_id)
    proposed = (await guests[0].propose(table_id, choices)).takeback
    await guests[1].accept(table_id, proposed.id)
    return Tried(table_id, guests, seen_beforehand=True)


async def takeback_of_several(house: House) -> Tried:
    """As with people, further back."""
    return await takeback_with_people(house, choices=2)


async def hint(house: House) -> Tried:
    """Have a bot look for oneself."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    prompt = (await guests[0].view(table_id)).prompts[0].id
    request = play_pb2.HintRequest(table_id=table_id, prompt_id=prompt)
    error = await refused(guests[0].play.Hint(request, metadata=guests[0].metadata))
    assert error.reason == "HINTS_NOT_ALLOWED"
    return Tried(table_id, guests, seen_beforehand=False)


async def analysis_and_record(house: House) -> Tried:
    """Ask for what is told once a game is over."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    one, metadata = guests[0], guests[0].metadata
    for call in (
        one.play.Analyse(play_pb2.AnalyseRequest(table_id=table_id), metadata=metadata),
        one.play.VerifyRecord(play_pb2.VerifyRecordRequest(table_id=table_id), metadata=metadata),
        one.play.GetView(play_pb2.GetViewRequest(table_id=table_id, open_hands=True), metadata=metadata),
        one.archive.DownloadRecord(archive_pb2.DownloadRecordRequest(table_id=table_id), metadata=metadata),
    ):
        assert (await refused(call)).reason == "GAME_NOT_OVER"
    record = await one.record(table_id)
    others = [part for event in record.events for part in event.private_parts if part.seat != 0]
    return Tried(table_id, guests, bool(record.seed or record.choices or record.entropy or others))


async def replay(house: House) -> Tried:
    """Step through an open game."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    for guest in guests:
        await guest.pick(table_id)
    now = await guests[0].view(table_id)
    known = set(cards(await guests[0].view(table_id, at_event=1))) | set(cards(now))
    seen = {
        card for event in range(1, now.last_event + 1) for card in cards(await guests[0].view(table_id, at_event=event))
    }
    return Tried(table_id, guests, not seen <= known)


async def second_guest(house: House) -> Tried:
    """Look on at one's own table as somebody else."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    other = await house.guest("Ada too")
    update = await other.view(table_id)
    async with other.watching(table_id, views=True) as updates:
        first = await updates.update()
    return Tried(table_id, guests, bool(cards(update) or told_cards(first) or update.prompts))


async def over(house: House) -> Tried:
    table_id, guests = await house.started(options=TWO_ROUNDS)
    for _ in range(2):
        for guest in guests:
            await guest.pick(table_id)
    return Tried(table_id, guests, seen_beforehand=False)


async def rematch(house: House) -> Tried:
    """Play on with what the seed of a finished game tells."""
    tried = await over(house)
    one, two = tried.guests
    record = await one.record(tried.table_id)
    table = await one.rematch(tried.table_id)
    await two.ready(table.id)
    await one.start(table.id)
    assert sha256(record.seed).digest() != table.commitment
    dealt = [told_cards(play_pb2.TableUpdate(events=[play_pb2.TableEvent(event=each)])) for each in record.events]
    again = {str(int(card)) for card in cards(await one.view(table.id))}
    return Tried(table.id, [one, two], again == dealt[0])


async def sit_again(house: House) -> Tried:
    """See one's cards, leave the game before one chooses, and play again: the cards are others."""
    table_id, guests = await house.started(options=TWO_ROUNDS)
    one, two = guests
    first = cards(await one.view(table_id))
    await one.resign(table_id)
    table = await one.rematch(table_id)
    await two.ready(table.id)
    await one.start(table.id)
    return Tried(table.id, [two, one], cards(await one.view(table.id)) == first)


WAYS = [
    *(undo, undo_after_the_draw, takeback_with_bots, takeback_with_people, takeback_of_several, hint),
    *(analysis_and_record, replay, second_guest, rematch, sit_again),
]


async def reasons_told(house: House, tried: Tried) -> set[int]:
    """Why a table is not rated, wherever that is said: to those who play, in lists, to who looks on, on streams."""
    stranger = await house.guest("Somebody else")
    told: set[int] = set()
    for guest in (*tried.guests, stranger):
        told.add((await guest.view(tried.table_id)).unrated)
        told.add((await guest.table(tried.table_id)).unrated)
        async with guest.watching(tried.table_id) as updates:
            told.add((await updates.update()).unrated)
    listed = (await stranger.list(page_size=100)).tables
    told.update(table.unrated for table in listed if table.id == tried.table_id)
    return told


async def played_on(house: House, tried: Tried) -> None:
    """The game goes to its end by choices of all, bots too."""
    host = house.host()
    while (now := await tried.guests[0].view(tried.table_id)).state == tables_pb2.TABLE_STATE_RUNNING:
        for seat in now.waiting_for:
            table = await tried.guests[0].table(tried.table_id)
            if table.seats[seat].HasField("bot"):
                await host.pick(tried.table_id, seat=seat)
                continue
            guest = next(each for each in tried.guests if each.id == table.seats[seat].player.id)
            await guest.pick(tried.table_id)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_nothing_that_one_saw_is_used_twice_in_a_rated_game(
    house: House, way: Callable[[House], Awaitable[Tried]]
):
    async with house.host().hosting("random") as offer:
        await offer.next()
        tried = await way(house)
        (reason,) = await reasons_told(house, tried)
        assert (reason != RATED) or not tried.seen_beforehand
        await played_on(house, tried)
        assert await reasons_told(house, tried) == {reason}
    await archived(house)
    game = await summary(tried.guests[0], tried.table_id)
    assert (game.rated, game.unrated) == (reason == RATED, reason)
    assert all(seat.HasField("after") == game.rated for seat in game.seats)


async def test_a_takeback_that_unrates_is_made_by_those_alone_who_say_that_they_know(house):
    table_id, (one, two) = await house.started(options=TWO_ROUNDS)
    for guest in (one, two):
        await guest.pick(table_id)
    assert (await refused(one.propose(table_id, accept_unrated=False))).reason == "WOULD_BE_UNRATED"
    assert not (await one.view(table_id)).HasField("takeback")
    proposed = (await one.propose(table_id)).takeback
    assert proposed.unrates
    assert (await two.view(table_id)).takeback.unrates
    assert (await refused(two.accept(table_id, proposed.id, accept_unrated=False))).reason == "WOULD_BE_UNRATED"
    assert (await one.table(table_id)).unrated == RATED
    async with two.lobby_watching() as tables, two.watching(table_id) as updates:
        await updates.update()
        await tables.changed()
        await two.accept(table_id, proposed.id)
        assert (await updates.update()).unrated == TAKEN_BACK
        await tables.when(lambda listed: listed.tables[table_id].unrated == TAKEN_BACK)
    # From then on nobody has to say it again.
    for guest in (one, two):
        await guest.pick(table_id)
    again = (await one.propose(table_id, accept_unrated=False)).takeback
    assert not again.unrates
    await two.accept(table_id, again.id, accept_unrated=False)


async def test_a_takeback_against_bots_alone_is_asked_for_too(house):
    async with house.host().hosting("random") as offer:
        await offer.next()
        table_id, guest = await with_bot(house)
        await guest.pick(table_id)
        await house.host().pick(table_id, seat=1)
        seen = cards(await guest.view(table_id))
        assert (await refused(guest.propose(table_id, accept_unrated=False))).reason == "WOULD_BE_UNRATED"
        assert cards(await guest.view(table_id)) == seen
        assert (await guest.view(table_id)).unrated == RATED


async def test_a_table_that_must_stay_rated_takes_nothing_back_by_agreement(house):
    table_id, (one, two) = await house.started(options=TWO_ROUNDS, rating=tables_pb2.RATING_TERMS_STRICT)
    await one.pick(table_id)
    await one.undo(table_id)
    for guest in (one, two):
        await guest.pick(table_id)
    assert (await refused(one.propose(table_id))).reason == "MUST_STAY_RATED"
    assert (await one.table(table_id)).unrated == RATED
    await played_on(house, Tried(table_id, [one, two], seen_beforehand=False))
    table = await one.rematch(table_id)
    assert table.rating == tables_pb2.RATING_TERMS_STRICT
    table = await one.edit(table.id, rating=tables_pb2.RATING_TERMS_CASUAL)
    assert (table.rating, table.unrated) == (tables_pb2.RATING_TERMS_CASUAL, CASUAL)
    assert (await one.edit(table.id, name="Once more")).rating == tables_pb2.RATING_TERMS_CASUAL
    assert (await refused(one.edit(table.id, rating=9))).metadata["field"] == "rating"


async def test_casual_and_private_games_and_introductions_say_from_the_start_that_they_are_not_rated(house):
    guest = await house.guest("Ada")
    casual = await guest.create(2, rating=tables_pb2.RATING_TERMS_CASUAL)
    private = await guest.create(2, visibility=tables_pb2.VISIBILITY_PRIVATE)
    public = await guest.create(2)
    assert [table.unrated for table in (casual, private, public)] == [CASUAL, PRIVATE, RATED]
    assert public.rating == tables_pb2.RATING_TERMS_RATED
    assert (await refused(guest.create(2, rating=9))).metadata["field"] == "rating"


async def test_who_leaves_before_choosing_once_makes_the_game_unrated_and_all_hear_so(house):
    table_id, (one, two, three) = await house.started(3, options=TWO_ROUNDS)
    await one.pick(table_id)
    await one.resign(table_id)
    assert (await two.view(table_id)).unrated == RATED
    await two.resign(table_id)
    tried = Tried(table_id, [three, one, two], seen_beforehand=False)
    assert await reasons_told(house, tried) == {NOT_PLAYED}
    await three.play.ClaimEnd(play_pb2.ClaimEndRequest(table_id=table_id), metadata=three.metadata)
    await archived(house)
    assert (await summary(one, table_id)).unrated == NOT_PLAYED
    assert await ratings(three) == []


@pytest.mark.parametrize("chosen", [0, 1])
async def test_a_game_resigned_before_everybody_has_chosen_is_not_rated(house, chosen):
    table_id, guests = await house.started(options=TWO_ROUNDS)
    for guest in guests[:chosen]:
        await guest.pick(table_id)
    await guests[0].resign(table_id)
    assert (await guests[1].view(table_id)).end_reason == game_pb2.END_REASON_RESIGNED
    assert await reasons_told(house, Tried(table_id, guests, seen_beforehand=False)) == {NOT_PLAYED}
    await archived(house)
    game = await summary(guests[0], table_id)
    assert (game.rated, game.unrated) == (False, NOT_PLAYED)


async def test_a_choice_that_was_taken_back_counts_as_made(house):
    table_id, (one, two) = await house.started(options=TWO_ROUNDS)
    await one.pick(table_id)
    await one.undo(table_id)
    await two.pick(table_id)
    await one.resign(table_id)
    assert (await two.table(table_id)).unrated == RATED
    await archived(house)
    assert (await summary(one, table_id)).unrated == SHORT, "both have played, though not for long"

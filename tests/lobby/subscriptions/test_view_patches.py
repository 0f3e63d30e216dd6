"""Views told by what differs from the one before."""

from itertools import pairwise
from random import Random

import pytest
from google.protobuf import any_pb2
from google.protobuf.struct_pb2 import Struct

from galaxytables.lobby.v1 import play_pb2
from galaxytables_client import ServerError
from galaxytables_client.views import Views
from galaxytables_lobby.subscriptions.watcher import ViewPatches, patch_between, whole

JUMP, ROLL = "type.googleapis.com/galaxytables.jump.v1.JumpView", "type.googleapis.com/galaxytables.roll.v1.RollView"


def read(field: bytes, views: Views) -> play_pb2.TableUpdate:
    update = play_pb2.TableUpdate.FromString(field)
    views.complete(update)
    return update


@pytest.mark.parametrize(
    ("before", "after", "head", "middle", "tail"),
    [
        (b"", b"", 0, b"", 0),
        (b"", b"abc", 0, b"abc", 0),
        (b"abc", b"", 0, b"", 0),
        (b"abc", b"abc", 3, b"", 0),
        (b"abcde", b"abXde", 2, b"X", 2),
        (b"aaa", b"aaaa", 3, b"a", 0),
        (b"aaaa", b"aa", 2, b"", 0),
        (b"abab", b"ab", 2, b"", 0),
        (b"xab", b"ab", 0, b"", 2),
    ],
)
def test_a_patch_holds_what_differs(before, after, head, middle, tail):
    assert patch_between(before, after) == play_pb2.ViewPatch(head=head, middle=middle, tail=tail)


def test_whatever_views_follow_each_other_they_are_read_as_they_were_told():
    random, patches, views = Random(0), ViewPatches(), Views()
    patched, value = 0, b""
    for _ in range(2_000):
        kind = random.choice([JUMP] * 9 + [ROLL])
        start, end = sorted(random.randint(0, len(value)) for _ in range(2))
        value = value[:start] + bytes(random.choices(b"ab", k=random.choice([0, 1, 7, 40]))) + value[end:]
        view = any_pb2.Any(type_url=kind, value=value)
        field = patches.field(view)
        patched += play_pb2.TableUpdate.FromString(field).HasField("view_patch")
        assert read(field, views) == play_pb2.TableUpdate(view=view)
    assert 100 < patched < 1_900


@pytest.mark.parametrize("patch", [play_pb2.ViewPatch(), play_pb2.ViewPatch(head=2, tail=2)])
def test_a_patch_that_fits_no_view_is_the_servers_mistake(patch):
    views = Views()
    if patch.head:
        read(whole(any_pb2.Any(type_url=JUMP, value=b"abc")), views)
    with pytest.raises(ServerError, match="had not sent"):
        views.complete(play_pb2.TableUpdate(view_patch=patch))


def tables(updates) -> list[Struct]:
    contents = [Struct() for _ in updates]
    assert all(update.view.Unpack(content) for update, content in zip(updates, contents, strict=True))
    return contents


@pytest.mark.parametrize("language", ["", "ja"])
async def test_a_watch_with_patches_shows_what_one_without_shows(house, language):
    table_id, (one, two) = await house.started(options={"rounds": "3"})
    asked = {"views": True, "language": language}
    async with one.watching(table_id, **asked) as plain, one.watching(table_id, view_patches=True, **asked) as patched:
        told = [await patched.update()]
        for player in (two, one) * 3:
            await player.pick(table_id)
            # One by one: a busy lobby tells several changes at once, by a whole view.
            told.append(await patched.update())
        expected = [message.update for message in await plain.rest()]
        told += [message.update for message in await patched.rest()]
    views = Views()
    assert told[0].HasField("view")
    assert any(update.HasField("view_patch") for update in told)
    for update in told:
        views.complete(update)
    assert any(before != after for before, after in pairwise(tables(told)))
    # A busy lobby tells one of them several changes at once, and the other one by one.
    plain_at, patched_at = ({update.version: update for update in updates} for updates in (expected, told))
    both = sorted(plain_at.keys() & patched_at.keys())
    assert len(both) > 1
    assert both[-1] == max(plain_at) == max(patched_at)
    assert tables([patched_at[version] for version in both]) == tables([plain_at[version] for version in both])
    assert all(patched_at[version].prompts == plain_at[version].prompts for version in both)
    assert [event for update in told for event in update.events] == [
        event for update in expected for event in update.events
    ]


async def test_views_without_patches_stay_whole(house):
    table_id, (one, two) = await house.started()
    async with one.watching(table_id, views=True) as updates:
        await updates.update()
        await two.pick(table_id)
        update = await updates.update()
        assert (update.HasField("view"), update.HasField("view_patch")) == (True, False)

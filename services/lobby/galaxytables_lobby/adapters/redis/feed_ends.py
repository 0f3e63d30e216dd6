"""Where the feeds end, as far as this process wrote the last entry itself.

Entries have a time and a number within it, and a feed takes none that is not behind all others. So a process that asks
for the number behind its own last entry gets it if nobody else has written since, and knows then what stood before
it; else its entry gets a number from the server, which is asked what stands last.
"""


class FeedEnds:
    """The last entry of each shard's feed: written, or on its way."""

    def __init__(self) -> None:
        """Begin without knowing any."""
        self._ends: dict[int, tuple[int, int]] = {}

    def next(self, shard: int) -> tuple[bytes, str]:
        """The last entry of a shard, and the one that may come behind it; both empty where that is not known.

        Whoever asks is expected to have it written.
        """
        end = self._ends.get(shard)
        if end is None:
            return b"", ""
        time, number = end
        self._ends[shard] = time, number + 1
        return b"%d-%d" % (time, number), f"{time}-{number + 1}"

    def written(self, shard: int, entry: bytes) -> None:
        """This is an entry of this process."""
        time, _, number = entry.partition(b"-")
        own = int(time), int(number)
        if own > self._ends.get(shard, (0, 0)):
            self._ends[shard] = own

    def forget(self, shard: int) -> None:
        """What was expected to be written was not."""
        self._ends.pop(shard, None)

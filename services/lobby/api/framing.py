"""Messages whose parts are serialized already: what many watchers of a table see alike is serialized once.

In the encoding of Protocol Buffers a message as a field is its tag, its length, and its own serialization.
"""

from galaxy.lobby.v1 import play_pb2

_LENGTH_DELIMITED = 2
# Set in a byte that others follow.
_MORE = 0x80
_UPDATE_FIELD = play_pb2.WatchTableResponse.DESCRIPTOR.fields_by_name["update"].number
_UPDATE_TAG = bytes([_UPDATE_FIELD << 3 | _LENGTH_DELIMITED])
# Updates remembered: about as many as one step of a table leads to, for a few tables.
_REMEMBERED = 64


class WatchTableResponses:
    """Serialized `WatchTableResponse`s. The watchers who see a table alike hold the same update object."""

    def __init__(self) -> None:
        # By identity, each with its update, which keeps the identity from being used again.
        self._known: dict[int, tuple[play_pb2.TableUpdate, bytes]] = {}

    def of(self, update: play_pb2.TableUpdate) -> bytes:
        """The response that carries an update; the update must not be changed afterwards."""
        known = self._known.get(id(update))
        if known is not None:
            return known[1]
        content = update.SerializeToString()
        response = b"".join((_UPDATE_TAG, _varint(len(content)), content))
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[id(update)] = update, response
        return response


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set."""
    encoded = bytearray()
    while number >= _MORE:
        encoded.append(number % _MORE | _MORE)
        number //= _MORE
    encoded.append(number)
    return bytes(encoded)

"""Says after how long a silent connection counts as dead."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keepalive:
    """How long a connection may be silent, in seconds.

    - `interval`: a connection on which nothing arrives for so long is pinged. Servers disconnect clients that ping more
      often than every ten seconds.
    - `timeout`: a connection whose ping is not answered for so long is closed, and opened again by the next call.
    - `silence`: a stream on which nothing arrives for so long is opened again. Servers send a heartbeat after twenty
      seconds by default, and after at most thirty.

    With the defaults, the client notices after thirty seconds that nothing arrives. If only the client's data is lost,
    the server notices after thirty-five.
    """

    interval: float = 20.0
    timeout: float = 10.0
    silence: float = 35.0


DEFAULT = Keepalive()

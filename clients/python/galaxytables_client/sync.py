"""The client without `async`: the same calls, streams and errors, for programs that have no event loop.

    with Lobby("127.0.0.1:5100", Guest("Ada")) as lobby:
        table = lobby.tables.create("jump", seats=2)
        ...
        seat = lobby.play.seat(table.id)
        for prompt in seat.prompts():
            seat.answer(prompt, prompt.default_picks)

`Lobby` and `Rules` have the attributes and methods of the classes of these names in `galaxytables_client`. Those run on
an event loop in a thread, one per process. Calls block until they are answered. Streams are generators: leaving one, by
`break` or `close()`, ends its stream. Ctrl-C cancels the call that the program waits for. Callbacks such as `on_lost`
run in that thread. Play streams need an event loop and are not here.
"""

from galaxytables_client.faces import Lobby, Rules

__all__ = ["Lobby", "Rules"]

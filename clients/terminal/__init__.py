"""The terminal client: one client for all games, on the public API of the lobby.

Layers, from what knows nothing of the others to what knows them all:

- `galaxy_client`: the API, with typed errors and watches that mend themselves.
- `table_state`, `answer`, `clock`, `people`, `digits`: what is known and what is shown, in plain classes that are
  fed with messages of the API; no widget, no network, and the time is given to them.
- `catalogue`, `drawing`, `page`, `question`, `summary`, `past`: the same as text. `drawing` holds a small module for
  each game; see there how to add one. A game without one is drawn field by field and can be played at once.
- `widgets`, `question_panel`, `screens`, `app`: Textual.
- `session`, `supervise`, `settings`: from the player's wishes to a seat, starting a platform if none runs.

The client knows no rules: it answers prompts by the options that they list.
"""

"""The terminal client: one client for all games, on the public API of the lobby.

Its parts:

- `galaxytables_client`: the API, with typed errors and watches that mend themselves.
- `wording`, `words`, `vocabulary`: what the terminal says itself, in the player's language, and what games and the
  lobby call things, by the words that they send. No sentence stands in code.
- `known_table`, `answer`, `marks`, `clock`, `people`, `digits`, `replay`: what is known and what is shown, in plain
  classes that are fed with messages of the API; no widget, no network, and the time is given to them.
- `catalogue`, `drawing`, `page`, `question`, `why_not`, `summary`, `past`: the same as text, measured in `cells`.
  `drawing` holds a small module for each game; see there how to add one. A game without one is drawn field by field
  and can be played at once.
- `widgets`, `question_panel`, `screens`, `app`: Textual.
- `visit`, `supervise`, `settings`: from the player's wishes to a seat, starting a platform if none runs.

The client knows no rules: it answers prompts by the options that they list.
"""

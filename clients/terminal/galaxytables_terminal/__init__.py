"""The terminal client, which plays all games over the lobby's public API.

Its parts:

- `galaxytables_client`: the API, with typed errors and watches that reconnect by themselves.
- `wording`, `words`, `vocabulary`: the terminal's own texts in the player's language, and the words of games and
  lobby, which the server sends. Code contains no sentences.
- `known_table`, `answer`, `marks`, `clock`, `people`, `digits`, `replay`: the state of what is shown, in plain
  classes that take messages of the API and the time as arguments. They use no widget and no network.
- `catalogue`, `drawing`, `page`, `question`, `why_not`, `summary`, `past`: turn this into text, measured in `cells`.
  `drawing` has a small module for each game, and says how to add one. A game without one is drawn field by field
  and can be played at once.
- `widgets`, `question_panel`, `screens`, `app`: the user interface, with Textual.
- `visit`, `supervise`, `settings`: read the settings and get the player a seat; start a platform if none runs.

The client knows no rules: it answers prompts by the options that they list.
"""

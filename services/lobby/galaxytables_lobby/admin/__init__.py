"""An operator's hand: `AdminService`, a process of its own, and the command that calls it.

    python -m galaxytables_lobby.admin serve           # needs GALAXYTABLES_ADMIN_KEYS
    python -m galaxytables_lobby.admin tables …        # needs GALAXYTABLES_ADMIN_SECRET

`calls.py` has a row for each call; `acts.py` is what the row of an act is, which is logged before it is done.
`hand.py` acts at tables, `people.py` upon players, `looking.py` finds and tells. Changes of tables are told to lobbies
by the store's feed, as those of the clock are; sanctions every lobby looks for (`galaxytables_lobby.people.sanctions`).
"""

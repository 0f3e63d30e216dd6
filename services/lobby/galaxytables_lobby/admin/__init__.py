"""The admin service, which runs as a separate process, and the command by which operators call it.

    python -m galaxytables_lobby.admin serve           # needs GALAXYTABLES_ADMIN_KEYS
    python -m galaxytables_lobby.admin tables …        # needs GALAXYTABLES_ADMIN_SECRET

`calls.py` has an entry for each call. `roles.py` refuses operators whose role does not suffice, and `sessions.py`
keeps the sessions of those who use the console. `acts.py` runs the calls that change something, and logs each before it
runs. `table_admin.py` changes tables, `people.py` exports the data
of players and erases players, `inspector.py` finds and describes tables and players. Lobbies learn of changed tables
from the store's feed, and poll the sanctions (`galaxytables_lobby.people.sanctions`).
"""

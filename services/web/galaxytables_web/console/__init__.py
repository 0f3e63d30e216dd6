"""The operators' console: a page over `AdminService`, on a port of its own.

`app.py` serves the page and passes its calls on. `sessions.py` signs operators in: `AdminService` gives each session a
token, which stays in a cookie that no script can read. The console has no state and no rights of its own.
"""

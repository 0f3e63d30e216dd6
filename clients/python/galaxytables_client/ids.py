"""Ids of tables and players, each with a type of its own for whoever keeps one: `TableId(table.id)`.

Calls take ids as messages and people have them, as text; for a table often its invitation, too.
"""

from typing import NewType

TableId = NewType("TableId", str)
PlayerId = NewType("PlayerId", str)

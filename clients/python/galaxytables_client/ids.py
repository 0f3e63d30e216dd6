"""Types for ids of tables and players, for code that stores them: `TableId(table.id)`.

Calls take ids as text, since messages have them as text; for a table they often take its invitation code too.
"""

from typing import NewType

TableId = NewType("TableId", str)
PlayerId = NewType("PlayerId", str)

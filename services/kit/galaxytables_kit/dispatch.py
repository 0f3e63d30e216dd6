"""The type of arguments by whose class a function is looked up in a table."""

from typing import Any, TypeAlias

Dispatched: TypeAlias = Any  # types cannot express that a function in a table takes the class that is its key
"""The argument by whose class a function is looked up."""

"""The type of an argument whose class decides which function handles it. The functions are kept in a table by class."""

from typing import Any, TypeAlias

Dispatched: TypeAlias = Any  # types cannot express that a function in a table takes the class that is its key
"""The argument by whose class a function is looked up."""

"""Functions that stand in tables by the class of what they take."""

from typing import Any, TypeAlias

Dispatched: TypeAlias = Any  # types cannot say that a function of a table takes what its key names
"""The argument by whose class a function is looked up."""

"""Converts observations to NumPy arrays, for the adapters."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from galaxytables_kit.environment.encoder import Encoder, Observation

Arrays: TypeAlias = dict[str, NDArray[np.float32] | NDArray[np.int8]]
"""`observation`: table, prompt and options one after another; `action_mask`: 1 for each action that may be done."""

Said: TypeAlias = dict[str, Any]  # what environments and learners tell each other besides, in any form


def size_of(encoder: Encoder) -> int:
    """Return the number of values in an observation."""
    options = encoder.encoding.slots * len(encoder.option_names)
    return len(encoder.table_names) + len(encoder.prompt_names) + options


def vector_of(observation: Observation) -> NDArray[np.float32]:
    """Return all values of an observation as one vector."""
    parts = (observation["table"], observation["prompt"], observation["options"])
    return np.concatenate([np.frombuffer(part, dtype=np.float32) for part in parts])


def arrays_of(observation: Observation) -> Arrays:
    """Return an observation, as one vector, and its action mask."""
    return {
        "observation": vector_of(observation),
        "action_mask": np.frombuffer(observation["action_mask"], dtype=np.int8).copy(),
    }

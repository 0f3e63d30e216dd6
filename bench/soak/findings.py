"""The findings of a soak."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Findings:
    """Counts of what happened, and every fault in words."""

    tables: Counter[str] = field(default_factory=Counter)
    """Verified tables by game."""
    acknowledged: int = 0
    """Choices that the platform had accepted; each was looked up."""
    deadlines: int = 0
    """Choices that the clock made for people who never answered; each was looked up."""
    kills: Counter[str] = field(default_factory=Counter)
    restarts: int = 0
    """Of Redis, asked to end in good order."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """All counts in one line."""
        tables = ", ".join(f"{game} {count}" for game, count in sorted(self.tables.items()))
        kills = ", ".join(f"{name} {count}" for name, count in sorted(self.kills.items()))
        return (
            f"{self.tables.total()} tables verified ({tables or 'none yet'}); {self.acknowledged} acknowledged choices "
            f"and {self.deadlines} deadlines found; {len(self.faults)} faults; killed: {kills or 'nothing'}; "
            f"Redis restarted: {self.restarts}"
        )

"""What a run of chaos comes to: figures, and every fault in words."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.soak.findings import Findings

# A master is dead, its replica promoted, and lobbies have found it, in less than this.
MAX_FAILOVER_SECONDS = 15.0
# A pod that is new gets its share of the calls in less than this, whatever else is broken meanwhile.
MAX_ADDING_SECONDS = 30.0


@dataclass
class Verdict:
    """What was found at tables and done to the platform."""

    findings: Findings = field(default_factory=Findings)
    done: Counter[str] = field(default_factory=Counter)
    """How often each thing was done."""
    wanted: frozenset[str] = frozenset()
    """What must have been done at least once."""
    failovers: list[float] = field(default_factory=list)
    added: list[float] = field(default_factory=list)
    """Seconds until a pod that came anew had answered a call."""
    refused: int = 0
    """Calls of floods that were refused as too much."""
    let_in: int = 0
    """Calls of floods that were not."""
    silent_left: int = 0
    """Connections that said nothing and stayed."""
    standing_still: list[str] = field(default_factory=list)
    """Tables that neither ended nor went on."""
    memory: list[str] = field(default_factory=list)

    def faults(self) -> list[str]:
        """All that was not as it should be; none if the run is good."""
        faults = [*self.findings.faults, *self.memory]
        faults += [f"table {table} neither ended nor goes on" for table in self.standing_still]
        faults += [f"{name} was never done" for name in sorted(self.wanted - self.done.keys())]
        faults += [f"a failover took {took:.1f} s" for took in self.failovers if took > MAX_FAILOVER_SECONDS]
        faults += [f"a new pod was not called for {took:.1f} s" for took in self.added if took > MAX_ADDING_SECONDS]
        if not self.findings.tables:
            faults.append("no table was played to its end")
        if self.done["flood"] and not self.refused:
            faults.append(f"no call of a flood was refused, {self.let_in} were let in")
        if self.silent_left:
            faults.append(f"{self.silent_left} connections that said nothing stayed")
        return faults

    def lines(self) -> list[str]:
        """The figures."""
        took = ", ".join(f"{seconds:.1f}" for seconds in self.failovers) or "none"
        found = self.findings
        return [
            f"{found.tables.total()} tables verified ({_counts(found.tables)})",
            f"{found.acknowledged} acknowledged choices and {found.deadlines} deadlines found in their records",
            f"done: {_counts(self.done)}",
            f"seconds until a replica was promoted: {took}",
            f"seconds until a new pod was called: {', '.join(f'{each:.1f}' for each in self.added) or 'none'}",
            f"floods: {self.refused} calls refused, {self.let_in} let in; silent connections left: {self.silent_left}",
            f"tables that neither ended nor go on: {len(self.standing_still)}",
        ]


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "nothing"

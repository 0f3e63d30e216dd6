"""Where the rules and a transcript part."""

from tests.oracle.transcript import Key


class Difference(Exception):
    """The first place where the rules and the transcript part."""

    def __init__(self, key: Key, field: str, ours: object, theirs: object) -> None:
        round_, phase = key
        super().__init__(f"round {round_}, {phase or 'set-up'}, {field}: ours {ours}, theirs {theirs}")

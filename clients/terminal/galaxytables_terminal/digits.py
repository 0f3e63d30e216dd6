"""Option numbers typed digit by digit, without waiting for time to pass."""


class Digits:
    """Collects the digits of a number from 1 to a greatest one.

    A number is complete as soon as no further digit could follow: among 9 options every digit is, among 12 a `2`
    is and a `1` is not. Until then it can be completed by another digit, or used as it stands.
    """

    def __init__(self) -> None:
        self._typed = ""

    @property
    def typed(self) -> str:
        """The digits of an unfinished number."""
        return self._typed

    def press(self, digit: str, greatest: int) -> tuple[int | None, bool]:
        """Add a digit; return the number so far (None if there is no such number) and whether it is complete."""
        typed = self._typed + digit
        if not 1 <= int(typed) <= greatest:
            typed = digit
        number = int(typed)
        if not 1 <= number <= greatest:
            self._typed = ""
            return None, False
        complete = number * 10 > greatest
        self._typed = "" if complete else typed
        return number, complete

    def clear(self) -> None:
        """Forget an unfinished number."""
        self._typed = ""

"""Reads option numbers that are typed digit by digit, without a time limit."""


class Digits:
    """Collects the typed digits of an option's number.

    A number is complete as soon as no further digit can follow: with 9 options, every digit is complete; with 12, `2`
    is complete and `1` is not. An incomplete number can be continued, or used as it is.
    """

    def __init__(self) -> None:
        self._typed = ""

    @property
    def typed(self) -> str:
        """Return the digits of an incomplete number."""
        return self._typed

    def press(self, digit: str, greatest: int) -> tuple[int | None, bool]:
        """Add a digit to a number from 1 to `greatest`.

        Returns the number so far (None if it is out of range), and whether it is complete.
        """
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
        """Forget the digits typed so far."""
        self._typed = ""

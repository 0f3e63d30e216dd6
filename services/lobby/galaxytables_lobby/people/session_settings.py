"""What an operator sets of sessions."""

from dataclasses import dataclass

from galaxytables_serving.settings import Kind, seconds, variable

DAY = 24 * 3600


def _days(least: float, most: float) -> Kind[float]:
    given = seconds(least, most)
    return Kind(given.parse, f"days from {least:.15g} to {most:.15g}")


@dataclass(frozen=True)
class SessionSettings:
    """How long players' tokens are good."""

    access: float = variable(
        "GALAXYTABLES_ACCESS_SECONDS",
        seconds(30, DAY),
        "how long a token is good that came with a refresh token; a stolen one is for no longer",
        default="900",
    )
    refresh_days: float = variable(
        "GALAXYTABLES_REFRESH_DAYS",
        _days(0.01, 3_650),
        "how long a refresh token waits for its use: a guest who stays away for longer is lost",
        default="90",
    )
    grace: float = variable(
        "GALAXYTABLES_REFRESH_GRACE_SECONDS",
        seconds(0, 600),
        "for how long after its use a refresh token is answered once more under another request id, since tabs of a "
        "browser may get into each other's way; after that it counts as stolen",
        default="30",
    )
    unrefreshed_days: float = variable(
        "GALAXYTABLES_LONG_TOKEN_DAYS",
        _days(0, 3_650),
        "how long a token is good for clients that ask for no refresh token, as older ones do; 0: for no longer "
        "than others are",
        default="90",
    )

"""Prints a new key for Web Push: `python -m galaxytables_lobby.vapid`."""

from galaxytables_lobby.adapters.notifications.push import VapidKey
from galaxytables_serving.command_line import command_line

if __name__ == "__main__":
    command_line(
        "galaxytables_lobby.vapid", "Prints a key that browsers and push services know this host by."
    ).parse_args()
    print(f"GALAXYTABLES_VAPID_KEY={VapidKey.generate()}")  # noqa: T201  # what it is for

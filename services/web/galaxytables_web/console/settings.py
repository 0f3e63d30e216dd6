"""Settings of the console."""

from dataclasses import dataclass
from pathlib import Path

from galaxytables_serving.settings import Kind, path, text, variable
from galaxytables_serving.tls import CallTls

_PACKED, _BUILT = Path(__file__).parents[1] / "built_console", "clients/web/dist-console"


def _address(given: str) -> str:
    scheme, separator, host = given.rstrip("/").partition("://")
    if given and (scheme not in {"https", "http"} or not separator or not host or "/" in host):
        raise ValueError
    return given.rstrip("/")


@dataclass(frozen=True)
class ConsoleSettings(CallTls):
    """Settings of the console: whose calls it passes on, its page, and where operators open it."""

    admin: str = variable("GALAXYTABLES_ADMIN", text, "where `AdminService` listens", default="127.0.0.1:5150")
    page: Path = variable(
        "GALAXYTABLES_CONSOLE_PAGE",
        path,
        "folder of the console's built page",
        default=str(_PACKED) if _PACKED.is_dir() else _BUILT,
    )
    address: str = variable(
        "GALAXYTABLES_CONSOLE_ADDRESS",
        Kind(_address, "an address such as https://console.example"),
        "where operators open the console, for example `https://console.example`, as `AdminService` has it too; unset: "
        "at 127.0.0.1 alone",
    )

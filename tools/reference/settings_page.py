"""Makes the page of settings: every environment variable of every process."""

import json
from collections.abc import Mapping, Sequence
from functools import cache

from galaxytables_bots.__main__ import BotSettings
from galaxytables_bots.token import TokenSettings as BotTokenSettings
from galaxytables_kit.server import RulesSettings
from galaxytables_lobby.adapters.oidc import SignInSettings
from galaxytables_lobby.admin.console_settings import ConsoleSettings as AdminConsoleSettings
from galaxytables_lobby.admin.settings import AdminSettings, OperatorSettings
from galaxytables_lobby.broker_settings import BrokerSettings
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_lobby.people.sessions import SessionSettings
from galaxytables_lobby.people.tokens import TokenSettings
from galaxytables_lobby.settings import HomeSettings
from galaxytables_lobby.settings import Settings as LobbySettings
from galaxytables_platform.demo.settings import DemoSettings
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.caller_keys import RulesKeys
from galaxytables_serving.limits import Limits
from galaxytables_serving.logs import LogSettings
from galaxytables_serving.process import MetricsSettings
from galaxytables_serving.server import GrpcSettings, ServerSettings
from galaxytables_serving.settings import Variable, variables_of
from galaxytables_serving.tls import CallTls, PortTls
from galaxytables_serving.tracing import TraceSettings
from galaxytables_web.console.settings import ConsoleSettings as WebConsoleSettings
from galaxytables_web.settings import WebSettings
from tools.reference.markdown import code, page, section, table

_SETTINGS: Sequence[tuple[str, Sequence[type]]] = (
    ("All processes", (LogSettings, MetricsSettings, TraceSettings)),
    ("Servers: lobby, rules services, web and console", (ServerSettings, PortTls, Limits)),
    ("Lobby and rules services", (GrpcSettings,)),
    ("Processes that call: lobby, clock, bots, web, console and the commands of operators", (CallTls,)),
    ("Lobby, clock and rules services", (RulesKeys,)),
    ("Lobby and clock", (LobbySettings,)),
    ("Lobby", (HomeSettings, TokenSettings, SessionSettings, SignInSettings)),
    ("Lobby: limits", (LimitSettings,)),
    ("Clock", (BrokerSettings,)),
    ("`AdminService` and its command", (AdminSettings, AdminConsoleSettings, OperatorSettings)),
    ("Rules services", (RulesSettings,)),
    ("Bots", (BotSettings, BotTokenSettings)),
    ("Web", (WebSettings,)),
    ("Console", (WebConsoleSettings,)),
    ("`make run`", (RunSettings,)),
    ("`make demo`", (DemoSettings,)),
)


@cache
def every_variable() -> Mapping[str, Sequence[Variable[object]]]:
    """Return the declarations of each environment variable, by the name of the variable."""
    found: dict[str, list[Variable[object]]] = {}
    for _, declared in _SETTINGS:
        for settings in declared:
            for variable in variables_of(settings):
                found.setdefault(variable.name, []).append(variable)
    return found


def known_settings() -> str:
    """Return the text of the file that tells an installed platform all settings, and which of them may be shown."""
    kinds = {name: _kind(declared) for name, declared in sorted(every_variable().items())}
    return json.dumps(kinds, indent=1) + "\n"


def _kind(declared: Sequence[Variable[object]]) -> str:
    if any(variable.kind.secret for variable in declared):
        return "secret"
    return "plain" if all(variable.kind.plain for variable in declared) else "text"


# Told once, whoever else reads them.
_APART = (CallTls, RulesKeys)


def settings_page() -> str:
    """Return the page of settings, by the processes that read them."""
    return page(
        "Settings",
        "What is read from the environment, and what holds where it is unset or empty.",
        *(section(who, _table(declared)) for who, declared in _SETTINGS),
    )


def _table(declared: Sequence[type]) -> str:
    apart = {each for shared in _APART if shared not in declared for each in variables_of(shared)}
    variables = [variable for settings in declared for variable in variables_of(settings) if variable not in apart]
    return table(
        ["variable", "meaning", "must be", "default"],
        (
            (
                code(variable.name),
                variable.meaning,
                variable.kind.expected,
                "must be set" if variable.default is None else code(variable.default) if variable.default else "",
            )
            for variable in variables
        ),
    )

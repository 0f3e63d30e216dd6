"""Parses the command lines of processes; `--help` lists the environment variables that a process reads."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from textwrap import wrap

from galaxytables_serving.limits import Limits
from galaxytables_serving.logs import LogSettings
from galaxytables_serving.process import MetricsSettings
from galaxytables_serving.server import GrpcSettings, ServerSettings
from galaxytables_serving.settings import Variable, variables_of
from galaxytables_serving.tls import PortTls
from galaxytables_serving.tracing import TraceSettings

PROCESS_SETTINGS = (MetricsSettings, LogSettings, TraceSettings)
"""Settings of every process."""
SERVER_SETTINGS = (ServerSettings, PortTls, Limits, *PROCESS_SETTINGS)
"""Settings of every process that serves."""
GRPC_SETTINGS = (*SERVER_SETTINGS, GrpcSettings)
"""Settings of every process that serves gRPC."""

_WIDTH = 100
_MARGIN = 28


def command_line(program: str, description: str, *settings: type) -> ArgumentParser:
    """Return a parser whose `--help` lists the variables of these settings classes, with meaning and default."""
    parts = ["\n".join([(each.__doc__ or "").splitlines()[0], *variable_lines(each)]) for each in settings]
    return ArgumentParser(
        prog=f"python -m {program}",
        description=description,
        epilog="\n\n".join(["Environment variables", *parts]),
        formatter_class=RawDescriptionHelpFormatter,
    )


def variable_lines(settings: type) -> Iterator[str]:
    """Yield the lines of `--help` about the variables of a settings class, wrapped to the terminal's width."""
    for variable in variables_of(settings):
        named = f"  {variable.name}"
        if len(named) >= _MARGIN:
            yield named
            named = ""
        for line in wrap(_described(variable), _WIDTH - _MARGIN):
            yield f"{named:{_MARGIN}}{line}"
            named = ""


def _described(variable: Variable[object]) -> str:
    if variable.default is None:
        return f"{variable.meaning} (must be set)"
    return f"{variable.meaning} (default: {variable.default})" if variable.default else variable.meaning

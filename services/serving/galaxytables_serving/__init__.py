"""Code that every process of the platform shares, independent of any game.

`run_process` runs a process (event loop, logs, metrics, signals), `serve` runs its gRPC services,
`GalaxyError` is the base of the errors that they raise, `read_error` reads such an error in a client, and
`open_channel` opens a channel from one service to another. A complete service:

    async def main(process: Process) -> None:
        async with open_things() as servicer:
            service = Service(pb2.DESCRIPTOR.services_by_name["XService"],
                              partial(pb2_grpc.add_XServiceServicer_to_server, servicer))
            await serve(process, [service], domain="galaxytables.x", default_listen="127.0.0.1:5101")

    raise SystemExit(run_process("x", main))
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

# isort: split
from galaxytables_serving.channels import channel_options, open_channel
from galaxytables_serving.errors import GalaxyError, RemoteError, read_error
from galaxytables_serving.limits import Limits
from galaxytables_serving.process import Process, run_process
from galaxytables_serving.server import Server, Service, serve
from galaxytables_serving.settings import Address, PortInUseError, SettingError, StartError

__all__ = [
    "Address",
    "GalaxyError",
    "Limits",
    "PortInUseError",
    "Process",
    "RemoteError",
    "Server",
    "Service",
    "SettingError",
    "StartError",
    "channel_options",
    "open_channel",
    "read_error",
    "run_process",
    "serve",
]

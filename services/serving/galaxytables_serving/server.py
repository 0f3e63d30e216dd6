"""Runs gRPC servers with bounds, health, reflection, errors, metrics, and a graceful end."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2_grpc
from grpc_reflection.v1alpha.reflection import SERVICE_NAME as REFLECTION_NAME
from grpc_reflection.v1alpha.reflection import aio as reflection_aio

from galaxytables.tunnel.v1.tunnel_pb2 import CarryRequest
from galaxytables_serving import metrics
from galaxytables_serving.bounds import MIN_RECEIVED_SIZE, received_size
from galaxytables_serving.caller_keys import CallerKeys
from galaxytables_serving.calls import CallInterceptor, Context
from galaxytables_serving.connections import ConnectionWatch
from galaxytables_serving.limits import Limits
from galaxytables_serving.process import Process
from galaxytables_serving.settings import (
    Address,
    PortInUseError,
    StartError,
    flag,
    optional_address,
    read_settings,
    variable,
)
from galaxytables_serving.sources import Sources
from galaxytables_serving.tls import Credentials, PortTls
from galaxytables_serving.tunnel import SERVICE as TUNNELS
from galaxytables_serving.tunnel import Handler, Tunnels

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

# How many calls beyond the bounds are refused with a reason at a time, plus health calls; gRPC refuses further
# ones without a reason.
_REFUSALS = 3_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Service:
    """A gRPC service to serve: its descriptor, and the generated `add_...Servicer_to_server` with the servicer bound.

    Service(rules_pb2.DESCRIPTOR.services_by_name["RulesService"],
            partial(rules_pb2_grpc.add_RulesServiceServicer_to_server, servicer))
    """

    descriptor: ServiceDescriptor
    register: Callable[[grpc.aio.Server], None]

    @property
    def name(self) -> str:
        """Return the full name, for example `galaxytables.rules.v1.RulesService`."""
        return self.descriptor.full_name


@dataclass(frozen=True)
class ServerSettings:
    """The setting that says where a server listens."""

    listen: Address | None = variable(
        "GALAXYTABLES_LISTEN", optional_address, "`host:port` of the server; each has a port of its own if unset"
    )


@dataclass(frozen=True)
class GrpcSettings:
    """Settings of gRPC servers."""

    reflection: bool = variable(
        "GALAXYTABLES_REFLECTION",
        flag,
        "`on` lets anybody read the contract by server reflection, for tools like grpcurl",
        default="off",
    )
    health: Address | None = variable(
        "GALAXYTABLES_HEALTH_LISTEN",
        optional_address,
        "`host:port` that answers `grpc.health.v1` in clear text and nothing else, for probes that speak no TLS",
    )


class _Handlers:
    """Collects the handlers that servicers register."""

    def __init__(self) -> None:
        self.by_path: dict[str, Handler] = {}

    def add_generic_rpc_handlers(self, _: object) -> None:
        """As in gRPC; handlers are also registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """As in gRPC."""
        self.by_path |= {f"/{service}/{name}": handler for name, handler in handlers.items()}


class _Health(health.aio.HealthServicer):
    """gRPC's health service, with the `List` call that its asynchronous servicer lacks."""

    async def List(self, request: Message, context: Context) -> Message:  # named by the contract
        """Return the health of each service."""
        del request, context
        kept: Any = self  # the type stubs know neither what is kept nor the list
        messages: Any = health_pb2  # as above
        statuses_by_name = kept._server_status.items()  # noqa: SLF001  # of gRPC's class, which gives it in no other way
        statuses = {name: messages.HealthCheckResponse(status=status) for name, status in statuses_by_name}
        listed: Message = messages.HealthListResponse(statuses=statuses)
        return listed


class Server:
    """A gRPC server for several services, with TLS if it gets credentials.

    `grpc.health.v1` answers for the process (empty name) and for each service, which may be NOT_SERVING while
    something that it needs is away. Reflection, if it is on, lists all services.
    Create and use it on one event loop: `start`, then `stop`.
    """

    def __init__(
        self,
        services: Sequence[Service],
        *,
        domain: str,
        limits: Limits | None = None,
        reflection: bool = False,
        tls: Credentials | None = None,
        keys: CallerKeys | None = None,
        tunnels: bool = False,
    ) -> None:
        """Create a server of these services, whose errors have this `domain` (for example `galaxytables.lobby`).

        With `keys`, callers must send one of them. `tunnels` also accepts calls through tunnels.
        """
        self._domain = domain
        self._limits = limits if limits is not None else Limits()
        self._interceptor = CallInterceptor(domain, self._limits, keys=keys)
        self._services = tuple(services)
        self._health = _Health()
        called = _Handlers()
        self._tunnels = Tunnels(
            lambda path: self._interceptor.in_tunnel(path, called.by_path.get(path)),
            domain=domain,
            max_calls=self._limits.concurrent_streams,
            patience=self._limits.request_patience,
        )
        # gRPC reloads certificates as long as its credentials object exists.
        self._credentials = None if tls is None else tls.of_grpc_server()
        self._server = grpc.aio.server(
            interceptors=[self._interceptor],
            options=self._limits.channel_arguments(receive_bytes=self._largest_request(tunnels=tunnels)),
            maximum_concurrent_rpcs=self._limits.calls + _REFUSALS,
        )
        for service in self._services:
            service.register(self._server)
            service.register(called)  # type: ignore[arg-type] # in place of a server
        if tunnels:
            self._server.add_generic_rpc_handlers((self._tunnels.handlers,))
            self._server.add_registered_method_handlers(TUNNELS, {"Carry": self._tunnels.carry})
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if reflection:
            names = (*(service.name for service in self._services), health.SERVICE_NAME, REFLECTION_NAME)
            shown = reflection_aio.ReflectionServicer(names)
            reflection_pb2_grpc.add_ServerReflectionServicer_to_server(shown, self._server)  # type: ignore[no-untyped-call]  # no types
        self._probed: grpc.aio.Server | None = None
        self._watches: list[asyncio.Task[None]] = []

    async def start(
        self,
        address: Address,
        *,
        ready: bool = True,
        variable: str = "GALAXYTABLES_LISTEN",
        besides: Address | None = None,
        local: Sequence[Address] = (),
    ) -> int:
        """Listen and serve, also at an address `besides`; return the port, which the system chooses for port 0.

        At the `local` addresses, which nobody beyond this machine can reach, it serves in clear text.
        Services that are not `ready` yet become so through `follow`.
        Raises `PortInUseError` or `StartError`, naming the variable that an operator would change.
        """
        port = self._listen(self._server, address, variable, self._credentials)
        ports = [port]
        if besides is not None:
            ports.append(self._listen(self._server, besides, "GALAXYTABLES_HOME_LISTEN", self._credentials))
        ports += [self._listen(self._server, each, "GALAXYTABLES_LOCAL_LISTEN", None) for each in local]
        await self._server.start()
        self._watch(ports)
        for service in self._services:
            await self.set_serving(service.name, ready)
        metrics.SERVING.set(ready)
        return port

    async def answer_probes(self, address: Address) -> int:
        """Serve `grpc.health.v1` at another address too, in clear text. Returns the port. Raises as `start` does."""
        self._probed = grpc.aio.server(
            interceptors=[CallInterceptor(self._domain, self._limits)],
            options=self._limits.channel_arguments(receive_bytes=MIN_RECEIVED_SIZE),
            maximum_concurrent_rpcs=_REFUSALS,
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._probed)
        port = self._listen(self._probed, address, "GALAXYTABLES_HEALTH_LISTEN", None)
        await self._probed.start()
        self._watch([port])
        return port

    async def set_serving(self, name: str, serving: bool) -> None:
        """Set the health of a service: whether it can work now."""
        await self._health.set(name, SERVING if serving else NOT_SERVING)

    def _watch(self, ports: Collection[int]) -> None:
        """Close connections of addresses that have too many at these ports."""
        sources = Sources(self._limits.proxies, self._limits.exempt)
        watch = ConnectionWatch(ports, sources, max_of_address=self._limits.address_connections)
        self._watches.append(asyncio.create_task(watch.watch_forever(), name="connections"))

    def _largest_request(self, *, tunnels: bool) -> int:
        """The bytes of the largest request that any call accepts. gRPC cuts off larger ones."""
        kinds = [method.input_type for service in self._services for method in service.descriptor.methods]
        if tunnels:
            kinds.append(CarryRequest.DESCRIPTOR)
        return max(MIN_RECEIVED_SIZE, min(received_size(kinds), self._limits.receive_bytes))

    async def follow(self, readiness: AsyncIterator[bool]) -> None:
        """Set the health of all services from a stream of values until it ends."""
        before: bool | None = None
        async for ready in readiness:
            if ready != before:
                if ready:
                    _log.info("services_ready")
                else:
                    _log.warning("services_not_ready")
                before = ready
                metrics.SERVING.set(ready)
                for service in self._services:
                    await self.set_serving(service.name, ready)

    async def stop(self) -> None:
        """Drain: report NOT_SERVING, refuse new calls, let open calls finish, end streams.

        Streams of requests end as if the client had closed them, so that open requests are still answered;
        streams that go on are ended as DRAINING (UNAVAILABLE). What remains after `Limits.drain` is cancelled.
        """
        metrics.SERVING.set(0)
        await self._health.enter_graceful_shutdown()
        if self._limits.drain_delay:
            await asyncio.sleep(self._limits.drain_delay)
        stopping = asyncio.create_task(self._server.stop(self._limits.drain))
        try:
            self._tunnels.leave()
            self._interceptor.end_requests()
            await asyncio.wait([stopping], timeout=min(self._limits.stream_linger, self._limits.drain))
            self._interceptor.end_streams()
            await stopping
        finally:
            for watch in self._watches:
                watch.cancel()
            await asyncio.gather(*self._watches, return_exceptions=True)
            if not stopping.done():
                await self._server.stop(None)
            if self._probed is not None:
                await self._probed.stop(None)

    def _listen(
        self, server: grpc.aio.Server, address: Address, variable: str, tls: grpc.ServerCredentials | None
    ) -> int:
        # gRPC only says that binding failed, and noisily; the system's own error says why.
        _check_free(address, variable, shared=self._limits.reuse_port)
        try:
            if tls is not None:
                return server.add_secure_port(str(address), tls)
            return server.add_insecure_port(str(address))
        except RuntimeError as error:
            raise PortInUseError(f"Cannot listen on {address}; set {variable} to a free address.") from error


async def serve(
    process: Process,
    services: Sequence[Service],
    *,
    domain: str,
    default_listen: str,
    limits: Limits | None = None,
    readiness: AsyncIterator[bool] | None = None,
    keys: CallerKeys | None = None,
    tunnels: bool = False,
    besides: Address | None = None,
    local: Sequence[Address] = (),
) -> None:
    """Serve on GALAXYTABLES_LISTEN (or the default), `besides` and `local` until asked to stop, then drain.

    Limits left out are read from the environment; `readiness` yields whether the services can work.
    Raises `StartError`.
    """
    address = read_settings(ServerSettings, process.variables).listen or Address.parse(default_listen)
    settings = read_settings(GrpcSettings, process.variables)
    server = Server(
        services,
        domain=domain,
        limits=limits if limits is not None else read_settings(Limits, process.variables),
        reflection=settings.reflection,
        tls=read_settings(PortTls, process.variables).at_port,
        keys=keys,
        tunnels=tunnels,
    )
    port = await server.start(address, ready=readiness is None, besides=besides, local=local)
    if settings.health is not None:
        await server.answer_probes(settings.health)
    _log.info("serving", address=str(Address(address.host, port)), services=[service.name for service in services])
    following = None if readiness is None else asyncio.create_task(server.follow(readiness), name="readiness")
    try:
        await process.stop.wait()
    finally:
        if following is not None:
            following.cancel()
            await asyncio.wait([following])
        await server.stop()
    _log.info("drained")


def _check_free(address: Address, variable: str, *, shared: bool) -> None:
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            address.host,
            address.port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            probe.bind(where)
            if not shared:
                probe.listen(1)  # SO_REUSEADDR lets two bind, but never two listen
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(
                f"Port {address.port} of {address.host} is in use; set {variable} to a free one.",
            ) from error
        raise StartError(f"Cannot listen on {address} ({variable}): {error.strerror}.") from error

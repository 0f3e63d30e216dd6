"""Lobbies, rules and the gateway over TLS, with certificates of an authority that nobody else has."""

import asyncio
import json
import ssl
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from galaxytables_client import Guest, Lobby
from galaxytables_lobby.app import services_of
from galaxytables_serving import Address, Limits, Server
from galaxytables_serving.tls import PortTls
from tests.lobby.counting import CountingService
from tests.lobby.house import House
from tests.serving.authority import NAME, Authority
from tests.web.gateway import open_gateway


@pytest.fixture
def authority(tmp_path, monkeypatch):
    monkeypatch.setattr("galaxytables_serving.tls.LOOK_SECONDS", 0.0)
    return Authority(tmp_path)


def calls(authority, file):
    files = authority.certify(file)
    return {
        "call_authorities": authority.roots,
        "call_certificate": files.certificate,
        "call_key": files.key,
        "call_name": NAME,
    }


def port(authority, file, **more):
    files = authority.certify(file)
    return PortTls(files.certificate, files.key, **more).at_port


async def test_lobby_rules_and_gateway_talk_over_tls_and_to_nobody_without_a_certificate(redis_server, authority):
    rules = CountingService(tls=port(authority, "rules", tls_authorities=authority.roots))
    await rules.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(rules.stop)
        house = House(redis_server.url, rules, stack)
        inside = calls(authority, "lobby")
        house.settings = replace(house.settings, **inside)
        lobby = await house.open_lobby()
        # A choice is made by the rules.
        table_id, guests = await house.started()
        for seat, guest in enumerate(guests):
            await guest.submit(table_id, f"r1s{seat}", "c0")
        # What holds for everybody else: nobody is asked for a certificate, all see one.
        door = Server(
            services_of(lobby), domain="galaxytables.lobby", limits=Limits(), tls=port(authority, "door"), tunnels=True
        )
        at = await door.start(Address("127.0.0.1", 0))
        stack.push_async_callback(door.stop)
        roots = authority.roots.read_bytes()
        async with Lobby(f"https://127.0.0.1:{at}", Guest("Ada"), roots=roots) as ada:
            assert (await ada.players.me()).name == "Ada"
        page = port(authority, "page")
        async with open_gateway(f"127.0.0.1:{at}", tls=page, **calls(authority, "gateway")) as gateway:
            trusting = ssl.create_default_context(cafile=authority.roots)
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", gateway.port, ssl=trusting, server_hostname=NAME
            )
            body = json.dumps({"name": "Bo"})
            path = "/galaxytables.lobby.v1.PlayerService/CreateGuest"
            head = f"POST {path} HTTP/1.1\r\nHost: {NAME}\r\nContent-Type: application/json\r\nConnection: close\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 200 OK")
            assert b'"Bo"' in answer
            writer.close()
            with pytest.raises(ssl.SSLCertVerificationError):
                await asyncio.open_connection("127.0.0.1", gateway.port, ssl=ssl.create_default_context())

"""Targets: every address of a name is a pod, several targets stand beside each other."""

import socket

import pytest

from galaxytables_lobby.adapters.rules.addresses import Addresses, targets_of


def test_targets_stand_beside_each_other():
    assert targets_of("dns:///race-3:5100|dns:///race-2:5100") == ("dns:///race-3:5100", "dns:///race-2:5100")
    with pytest.raises(ValueError, match="names no target"):
        targets_of(" | ")


async def test_every_address_of_a_name_is_a_pod(monkeypatch):
    there = ["10.0.0.1", "10.0.0.2"]

    def look_up(host, port, *_):
        assert host == "race-rules"
        if not there:
            raise socket.gaierror(socket.EAI_AGAIN, "as if the name service were away")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in [*there, there[0]]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    addresses = Addresses("dns:///race-rules:5100")
    assert await addresses.look_up() == {"10.0.0.1:5100", "10.0.0.2:5100"}
    there[:] = ["fd00::3"]
    assert await addresses.look_up() == {"[fd00::3]:5100"}
    there.clear()
    assert await addresses.look_up() == {"[fd00::3]:5100"}


@pytest.mark.parametrize("target", ["dns:///10.0.0.1:5100", "dns:10.0.0.1:5100", "10.0.0.1:5100"])
async def test_an_address_is_not_looked_up(target, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", None)
    assert await Addresses(target).look_up() == {"10.0.0.1:5100"}


@pytest.mark.parametrize("target", ["unix:/run/race.sock", "ipv4:10.0.0.1:1,10.0.0.2:1", "dns://10.0.0.53/race:5100"])
async def test_what_grpc_alone_understands_is_one_pod(target):
    assert await Addresses(target).look_up() == {target}

"""Whose address counts: a header that anybody can write is believed only from proxies that are trusted."""

import pytest

from galaxytables_lobby.domain.limits import Rate, Scope
from galaxytables_lobby.people.limit_settings import LimitSettings
from galaxytables_serving import SettingError
from galaxytables_serving.settings import read_settings
from galaxytables_serving.sources import Source, Sources


def settings(**given):
    return read_settings(LimitSettings, {f"GALAXYTABLES_{name.upper()}": value for name, value in given.items()})


def sources(proxies="10.0.0.0/8,fd00::/8", exempt="192.0.2.0/24"):
    read = settings(trusted_proxies=proxies, unlimited=exempt)
    return Sources(read.proxies, read.exempt)


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("ipv4:198.51.100.7:4711", "", "198.51.100.7"),
        # Whoever is no proxy may write what they like.
        ("ipv4:198.51.100.7:4711", "203.0.113.9", "198.51.100.7"),
        ("ipv4:10.0.0.5:4711", "203.0.113.9", "203.0.113.9"),
        # Gateway and ingress; what stands before is the caller's own invention.
        ("ipv4:10.0.0.5:4711", "192.0.2.1, 203.0.113.9, 10.2.0.1", "203.0.113.9"),
        # What is no address ends what can be believed.
        ("ipv4:10.0.0.5:4711", "203.0.113.9, unknown, 10.2.0.1", "10.2.0.1"),
        ("ipv4:10.0.0.5:4711", "", "10.0.0.5"),
        ("ipv4:10.0.0.5:4711", "203.0.113.9," + "10.0.0.6," * 99, "10.0.0.6"),
        # The whole network of an IPv6 caller is theirs.
        ("ipv6:%5B2001:db8:1:2:3::4%5D:4711", "", "2001:db8:1:2::/64"),
        ("ipv6:[fd00::1]:4711", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("ipv6:[::ffff:198.51.100.7]:4711", "", "198.51.100.7"),
        ("unix:/run/galaxytables.sock", "203.0.113.9", "unix:/run/galaxytables.sock"),
    ],
)
def test_addresses_are_believed_from_trusted_proxies_only(peer, forwarded, address):
    assert sources().of(peer, forwarded.rstrip(",")) == Source(address)


@pytest.mark.parametrize(
    ("peer", "forwarded", "is_proxy"),
    [
        ("ipv4:10.0.0.5:4711", "", True),
        ("ipv4:10.0.0.5:4711", "10.2.0.1", True),
        ("ipv6:[fd00::1]:4711", "", True),
        ("ipv4:10.0.0.5:4711", "203.0.113.9", False),
        ("ipv4:10.0.0.5:4711", "10.2.0.1, 203.0.113.9", False),
        ("ipv4:198.51.100.7:4711", "", False),
        ("ipv4:198.51.100.7:4711", "10.0.0.5", False),
        ("unix:/run/galaxytables.sock", "", False),
    ],
)
def test_a_proxy_is_one_that_calls_for_itself(peer, forwarded, is_proxy):
    assert sources().is_proxy(peer, forwarded) == is_proxy


def test_only_whoever_really_calls_from_the_operators_networks_is_exempt():
    assert sources().of("ipv4:192.0.2.7:1", "").exempt
    assert sources().of("ipv4:10.0.0.5:1", "192.0.2.7").exempt
    assert not sources().of("ipv4:198.51.100.7:1", "192.0.2.7").exempt
    assert not sources(exempt="").of("ipv4:127.0.0.1:1", "").exempt


def test_limits_are_written_by_scope():
    read = settings(limit_guests="address=30/600, all=3000/60", limit_streams="off")
    assert read.guests == {Scope.ADDRESS: Rate(30, 600), Scope.ALL: Rate(3000, 60)}
    assert read.streams == {}
    for wrong in ("30/600", "player=30", "town=3/5", "all=1/2,all=3/4", "all=0/5", "all=5/0", "all=-1/5"):
        with pytest.raises(SettingError, match="GALAXYTABLES_LIMIT_GUESTS"):
            settings(limit_guests=wrong)
    with pytest.raises(SettingError, match="GALAXYTABLES_TRUSTED_PROXIES"):
        settings(trusted_proxies="10.0.0.1/8")

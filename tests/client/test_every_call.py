"""What a player does with their account has a method in the Python client, with `async` and without."""

import inspect

import pytest
from google.protobuf.descriptor import ServiceDescriptor

from galaxytables.lobby.v1 import (
    accounts_pb2,
    notifications_pb2,
    passkeys_pb2,
    personal_tokens_pb2,
    platform_pb2,
    reports_pb2,
    tournaments_pb2,
)
from galaxytables_client import faces
from galaxytables_client.accounts import Accounts
from galaxytables_client.notifications import Notifications
from galaxytables_client.passkeys import Passkeys
from galaxytables_client.personal_tokens import PersonalTokens
from galaxytables_client.platform import Platform
from galaxytables_client.reports import Reports
from galaxytables_client.tournaments import Tournaments
from tools import sync_types

SERVICES = [
    (accounts_pb2.DESCRIPTOR.services_by_name["AccountService"], Accounts),
    (passkeys_pb2.DESCRIPTOR.services_by_name["PasskeyService"], Passkeys),
    (personal_tokens_pb2.DESCRIPTOR.services_by_name["PersonalTokenService"], PersonalTokens),
    (platform_pb2.DESCRIPTOR.services_by_name["PlatformService"], Platform),
    (reports_pb2.DESCRIPTOR.services_by_name["ReportService"], Reports),
    (tournaments_pb2.DESCRIPTOR.services_by_name["TournamentService"], Tournaments),
    (notifications_pb2.DESCRIPTOR.services_by_name["NotificationService"], Notifications),
]


@pytest.mark.parametrize(("service", "client"), SERVICES, ids=lambda each: getattr(each, "name", ""))
def test_every_call_has_a_method(service: ServiceDescriptor, client: type) -> None:
    source = inspect.getsource(client)
    assert [method.name for method in service.methods if f"self.stub.{method.name}," not in source] == []


def test_the_types_without_async_have_each_part_of_the_client() -> None:
    stub = sync_types.STUB.read_text(encoding="utf-8")
    assert [each.__name__ for each in faces._FACES if f"class {each.__name__}:" not in stub] == []

"""Rows of calls: each method has one, and each runs what takes its request."""

import inspect
import typing

import pytest

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby.admin import calls as admin_calls
from galaxytables_lobby.api.calls import Command, Row, Stream, method_of, service
from galaxytables_lobby.app import SERVICES

_ALL = [*SERVICES, (admin_pb2, "AdminService", admin_calls.CALLS)]
_ROWS: list[Row] = [row for _, _, calls in _ALL for row in calls]


class Nothing:
    """What calls that are never made work with."""

    access = None


@pytest.mark.parametrize(("module", "name", "calls"), _ALL)
def test_a_service_without_one_of_its_calls_is_not_served(module, name, calls):
    descriptor = module.DESCRIPTOR.services_by_name[name]
    assert service(descriptor, Nothing(), calls).name == descriptor.full_name
    for forgotten in calls:
        with pytest.raises(TypeError, match=method_of(forgotten.request).name):
            service(descriptor, Nothing(), [row for row in calls if row is not forgotten])


@pytest.mark.parametrize("row", _ROWS, ids=lambda row: method_of(row.request).full_name)
def test_a_row_runs_what_takes_its_request(row: Row):
    """The type checker sees that too, but not of those that work upon what an operator asks."""
    work = getattr(row, "work", None) or row.run
    hints = typing.get_type_hints(inspect.unwrap(work)).values()
    taken = {request for hint in hints for request in (hint, *typing.get_args(hint))}
    generic = "_at_table" in getattr(work, "__qualname__", "")
    assert generic or row.request in taken


def test_commands_carry_request_ids_and_streams_stream():
    for row in _ROWS:
        method = method_of(row.request)
        assert isinstance(row, Stream) == method.server_streaming, method.name
        if isinstance(row, Command):
            assert "request_id" in method.input_type.fields_by_name, method.name

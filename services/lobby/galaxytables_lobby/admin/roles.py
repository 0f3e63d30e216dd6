"""What operators may do: `admin.proto` declares the role that each call needs, and each field that needs a greater one.

`guarded` checks that before a call does anything. A call that declares no role needs that of an operator.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from google.protobuf.descriptor_pb2 import FieldOptions, MethodOptions
from google.protobuf.message import Message

from galaxytables.admin.v1 import admin_pb2
from galaxytables_lobby import errors
from galaxytables_lobby.api.access import Context
from galaxytables_lobby.api.calls import Permission, Row, method_of
from galaxytables_lobby.domain.scopes import CallScope


class Role(IntEnum):
    """The roles of operators, the least first; the numbers are those of `OperatorRole` in `admin.proto`."""

    READER = 1
    MODERATOR = 2
    OPERATOR = 3


@dataclass(frozen=True)
class Operator:
    """An operator who calls: the name in the log, the role, and the session if they use the console."""

    name: str
    role: Role
    # The token of the session, and when it ends, in milliseconds since the epoch; empty and 0 for a secret.
    token: str = ""
    expires: int = 0

    def require(self, role: Role) -> None:
        """Raise ROLE_NEEDED unless the operator has this role, or a greater one."""
        if self.role < role:
            raise errors.role_needed(role.name.lower(), self.role.name.lower())


def guarded(call: Row) -> Row:
    """Return an entry of `AdminService` that raises ROLE_NEEDED if the caller's role does not suffice.

    The roles that a call and its fields need are in its proto.
    """
    method = method_of(call.request)
    options: MethodOptions = method.GetOptions()
    needed = _role(options.Extensions[admin_pb2.role])
    fields = {
        field.name: _role(of_field.Extensions[admin_pb2.role_if_set])
        for field in method.input_type.fields
        if (of_field := _options(field)).HasExtension(admin_pb2.role_if_set)
    }

    def who(access: object, context: Context) -> Operator:
        operator: Operator = call.who(access, context)
        operator.require(needed)
        return operator

    async def run(desk: object, operator: Operator, request: Message) -> Message:
        for name, role in fields.items():
            if getattr(request, name):
                operator.require(role)
        answer: Message = await call.run(desk, operator, request)
        return answer

    return _Guarded(call.request, who, call.scope, run)


@dataclass(frozen=True)
class _Guarded:
    """An entry of a service, as `Row` describes it."""

    request: type[Message]
    who: Permission[Operator]
    scope: CallScope
    run: Callable[..., Any]  # as in `Row`


def _options(field: Any) -> FieldOptions:  # noqa: ANN401  # the stubs know two classes of descriptors
    options: FieldOptions = field.GetOptions()
    return options


def _role(declared: int) -> Role:
    return Role(declared) if declared else Role.OPERATOR

"""The console's own errors.

GalaxyError
├── ForeignRequestError     the request comes from another page than the console's own
└── SecretNotTakenError     a secret opens the console on this machine only
"""

import grpc

from galaxytables_serving import GalaxyError


class ForeignRequestError(GalaxyError):
    """The request does not come from the console's own page."""

    reason = "FOREIGN_REQUEST"
    code = grpc.StatusCode.PERMISSION_DENIED

    def __init__(self) -> None:
        super().__init__("Only the console's own page may do this.")


class SecretNotTakenError(GalaxyError):
    """The console listens to other machines, so an operator's secret does not open it."""

    reason = "SECRET_NOT_TAKEN"
    code = grpc.StatusCode.PERMISSION_DENIED

    def __init__(self) -> None:
        super().__init__("A secret opens the console on its own machine only: set GALAXYTABLES_CONSOLE_PROVIDER.")

"""How Python runs in the services: compiled modules stand in for their sources (`native`), and gRPC is set up.

Each service imports this package before anything else, so that gRPC has not read its settings yet.
"""

from galaxytables_runtime.grpc_core import set_up_grpc
from galaxytables_runtime.native import use_build

use_build()
set_up_grpc()

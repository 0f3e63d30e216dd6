"""Prepares Python for the services: lets compiled modules replace their sources (`native`), and configures gRPC.

Each service imports this package first, before gRPC reads its settings.
"""

from galaxytables_runtime.grpc_core import set_up_grpc
from galaxytables_runtime.native import use_build

use_build()
set_up_grpc()

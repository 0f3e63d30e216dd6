"""The services. Modules that `make native` compiled stand in for their sources; see `services.native`.

gRPC is set up before any of them imports it; see `services.grpc_core`.
"""

from services.grpc_core import set_up_grpc
from services.native import use_build

use_build()
set_up_grpc()

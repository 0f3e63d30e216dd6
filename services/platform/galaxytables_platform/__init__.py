"""A whole platform on one machine: what `make run` and `make demo` start.

`settings.py` reads what an operator may choose, `blueprint.py` says which processes that makes, `supervisor.py`
starts them in order, keeps them alive and stops them; `demo/` hosts tables of bots on such a platform through the
public API. Nothing here is needed where something else runs the processes, such as Kubernetes.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

"""Runs a whole platform on one machine, for `make run` and `make demo`.

`settings.py` reads the operator's settings, `blueprint.py` lists the processes that follow from them, `supervisor.py`
starts them in order, keeps them alive and stops them. `demo/` hosts tables of bots on such a platform through the
public API. If something else runs the processes, such as Kubernetes, nothing here is needed.
"""

import galaxytables_runtime  # noqa: F401  # before all else: compiled modules, gRPC

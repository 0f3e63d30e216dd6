"""A machine that boots systemd in namespaces of its own, to run our units as their operator would."""

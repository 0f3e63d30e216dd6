"""Starts what runs pods, in namespaces of its own, where the machine lets it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[3]
OVERLAYS = TOP / "deploy" / "k8s" / "overlays"
OWN_NAMESPACES = [
    "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private",
]  # fmt: skip
SECONDS = 540


def why_not() -> str:
    """Why pods cannot be run on this machine; empty if they can."""
    if missing := [name for name in ("kubectl", "unshare", "ip", "nsenter", "setpriv") if shutil.which(name) is None]:
        return f"needs {', '.join(missing)}"
    if os.geteuid() != 0:
        return "namespaces for pods of several users need root"
    allowed = subprocess.run(
        [*OWN_NAMESPACES, "ip", "link", "add", "name", "probe", "type", "bridge"], capture_output=True, check=False
    )
    return "" if allowed.returncode == 0 else "this machine allows no namespaces with a bridge"


needs_a_node = pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")


def played(module: str, overlay: Path, folder: Path) -> Any:
    """Run a module with the manifests of an overlay in namespaces of its own; give what it says."""
    manifests = folder / "manifests.yaml"
    kustomize = ["kubectl", "kustomize", str(overlay)]
    manifests.write_bytes(subprocess.run(kustomize, check=True, capture_output=True).stdout)
    command = [*OWN_NAMESPACES, sys.executable, "-m", f"tests.deploy.cluster.{module}", str(manifests), str(folder)]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert ran.returncode == 0, ran.stderr[-8000:]
    return json.loads(ran.stdout.splitlines()[-1])

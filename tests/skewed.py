"""Runs a module in a process whose wall clock is wrong: `python -m tests.skewed SECONDS MODULE ARGUMENT ...`.

Everything that Python tells of the wall clock is ahead by so many seconds; monotonic clocks are as they are.
"""

import datetime as dt
import runpy
import sys
import time
from types import SimpleNamespace
from typing import Any, TypeAlias

import grpc.aio

_RealDateTime: TypeAlias = dt.datetime
_real_time, _real_time_ns = time.time, time.time_ns


class _Meta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _RealDateTime)


def skew(seconds: float) -> None:
    """Set this process's wall clock so many seconds ahead."""
    ahead = dt.timedelta(seconds=seconds)

    class SkewedDateTime(_RealDateTime, metaclass=_Meta):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return _RealDateTime.now(tz) + ahead

        @classmethod
        def utcnow(cls) -> Any:
            return _RealDateTime.now(dt.UTC).replace(tzinfo=None) + ahead

    # gRPC hands absolute times to its core, whose wall clock Python cannot set.
    as_it_is = SimpleNamespace(**vars(time))
    for name, module in tuple(sys.modules.items()):
        if name.startswith(grpc.__name__) and getattr(module, "time", None) is time:
            module.time = as_it_is  # type: ignore[attr-defined]
    time.time = lambda: _real_time() + seconds
    time.time_ns = lambda: _real_time_ns() + int(seconds * 1e9)
    dt.datetime = SkewedDateTime  # type: ignore[misc]


if __name__ == "__main__":
    skew(float(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)

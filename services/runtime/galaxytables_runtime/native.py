"""Compiled modules in the place of their sources, where `make native` has built any.

A build lies in `.native` beside `services`: the compiled modules, and `build.json` (`Build`). All of it is imported or
nothing: compiled modules call each other without looking. Where a source that the build was made from has changed
since, or the interpreter is another one, the sources run instead, and a warning says so. `GALAXYTABLES_NATIVE=off`
leaves a build alone, `GALAXYTABLES_NATIVE=only` refuses to run without one that fits.
"""

import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from inspect import isgeneratorfunction
from pathlib import Path
from types import ModuleType

TOP = Path(__file__).parents[3]
FOLDER = TOP / ".native"
ABI = EXTENSION_SUFFIXES[0]
"""What file names of compiled modules end in: other interpreters have another one."""

_DESCRIPTION = "build.json"


@dataclass(frozen=True)
class Build:
    """What a build was made from, and what is in it.

    `sources` are digests by path, `modules` compiled modules by name. What a compiled function does not tell is told
    here, by `module:function`: which are generators, and what docstrings they have; and what functions are called that
    stand inside of others, by the class that mypyc makes of each.
    """

    abi: str
    sources: Mapping[str, str]
    modules: Mapping[str, str]
    generators: Sequence[str]
    docstrings: Mapping[str, str]
    inner: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> "Build | None":
        """Read the description of a build; None where there is no build, or one of another form."""
        try:
            return cls(**json.loads((folder / _DESCRIPTION).read_bytes()))
        except (OSError, TypeError, ValueError):
            return None

    def write(self, folder: Path) -> None:
        """Lay the description beside the modules."""
        (folder / _DESCRIPTION).write_text(json.dumps(asdict(self), indent=1))


def digest(source: Path) -> str:
    """SHA-256 of a source file; empty where it is gone."""
    return sha256(source.read_bytes()).hexdigest() if source.exists() else ""


class NativeFinder(MetaPathFinder):
    """Finds the modules of a build, as long as its sources under `top` are what it was made from."""

    def __init__(self, build: Build, folder: Path, top: Path) -> None:
        self.build = build
        self._folder = folder
        self._top = top
        self._fits: bool | None = None

    @property
    def fits(self) -> bool:
        """Whether the build may be run; found out when the first of its modules is imported."""
        if self._fits is None:
            why_not = self._why_not()
            self._fits = not why_not
            if why_not:
                _do_without(f"{self._folder} is not used: {why_not}")
        return self._fits

    def _why_not(self) -> str:
        if self.build.abi != ABI:
            return f"it was built for {self.build.abi}, not {ABI}"
        changed = [path for path, was in self.build.sources.items() if digest(self._top / path) != was]
        return f"{changed[0]} has changed since it was built" if changed else ""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a compiled module."""
        del path, target
        file = self.build.modules.get(fullname)
        return spec_from_file_location(fullname, self._folder / file) if file is not None and self.fits else None


def use_build() -> None:
    """Let the modules of the build be imported, if there is one. Raises `ImportError` if there must be."""
    if _wanted() == "off":
        return
    build = Build.read(FOLDER)
    if build is not None:
        sys.meta_path.insert(0, NativeFinder(build, FOLDER, TOP))
    elif _wanted() == "only":
        _do_without(f"there is no build in {FOLDER}")


def _wanted() -> str:
    return os.environ.get("GALAXYTABLES_NATIVE", "")


def _do_without(why: str) -> None:
    message = f"{why}; `make native` builds anew"
    if _wanted() == "only":
        raise ImportError(message)
    warnings.warn(message, RuntimeWarning, stacklevel=3)


def in_use() -> bool:
    """Whether compiled modules run here."""
    return bool(_builds())


def is_generator_function(function: Callable[..., object]) -> bool:
    """Whether a function is a generator, compiled or not."""
    return isgeneratorfunction(function) or any(_name(function) in build.generators for build in _builds())


def docstring(function: Callable[..., object]) -> str:
    """The docstring of a function, compiled or not; empty where it has none."""
    for build in _builds():
        if _name(function) in build.docstrings:
            return build.docstrings[_name(function)]
    return function.__doc__ or ""


def name_of(function: Callable[..., object]) -> str:
    """The name of a function, compiled or not."""
    kind = type(function)
    for build in _builds():
        if (name := build.inner.get(f"{kind.__module__}:{kind.__name__}")) is not None:
            return name
    return function.__name__


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__}:{function.__name__}"


def _builds() -> list[Build]:
    """The build that is in use."""
    return [finder.build for finder in sys.meta_path if isinstance(finder, NativeFinder) and finder.fits]

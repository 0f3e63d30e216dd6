"""Imports compiled modules instead of their sources, if `make native` has built any.

A build lies in `.native` beside `services`: the compiled modules, and `build.json` (`Build`). Either the whole build is
imported or nothing of it, since compiled modules call each other directly. If a source has changed since the build, or
the interpreter is another one, the sources run instead, with a warning. `GALAXYTABLES_NATIVE=off` ignores a build;
`GALAXYTABLES_NATIVE=only` refuses to run without one that fits.
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
"""The suffix of compiled modules, which differs between interpreters."""

_DESCRIPTION = "build.json"


@dataclass(frozen=True)
class Build:
    """The description of a build: what it was made from, and what is in it.

    `sources` are digests by path, `modules` compiled modules by name. Compiled functions lack some information, which
    is listed here by `module:function`: `generators` are generator functions, `docstrings` their docstrings. `inner`
    are the names of nested functions; mypyc makes a class of each, and the key is the name of this class.
    """

    abi: str
    sources: Mapping[str, str]
    modules: Mapping[str, str]
    generators: Sequence[str]
    docstrings: Mapping[str, str]
    inner: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> "Build | None":
        """Return the description of a build; None if there is no build, or one of another form."""
        try:
            return cls(**json.loads((folder / _DESCRIPTION).read_bytes()))
        except (OSError, TypeError, ValueError):
            return None

    def write(self, folder: Path) -> None:
        """Write the description into the folder of the compiled modules."""
        (folder / _DESCRIPTION).write_text(json.dumps(asdict(self), indent=1))


def digest(source: Path) -> str:
    """Return the SHA-256 of a source file; empty if it does not exist."""
    return sha256(source.read_bytes()).hexdigest() if source.exists() else ""


class NativeFinder(MetaPathFinder):
    """An import finder for the modules of a build, as long as its sources under `top` are unchanged."""

    def __init__(self, build: Build, folder: Path, top: Path) -> None:
        self.build = build
        self._folder = folder
        self._top = top
        self._fits: bool | None = None

    @property
    def fits(self) -> bool:
        """Return whether the build was made from the present sources and for this interpreter.

        This is computed when the build's first module is imported.
        """
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
        """Return the spec of a compiled module; None if there is none."""
        del path, target
        file = self.build.modules.get(fullname)
        return spec_from_file_location(fullname, self._folder / file) if file is not None and self.fits else None


def use_build() -> None:
    """Make the compiled modules importable, if there is a build. Raises `ImportError` if a build is required."""
    if _mode() == "off":
        return
    build = Build.read(FOLDER)
    if build is not None:
        sys.meta_path.insert(0, NativeFinder(build, FOLDER, TOP))
    elif _mode() == "only":
        _do_without(f"there is no build in {FOLDER}")


def _mode() -> str:
    return os.environ.get("GALAXYTABLES_NATIVE", "")


def _do_without(why: str) -> None:
    message = f"{why}; `make native` builds anew"
    if _mode() == "only":
        raise ImportError(message)
    warnings.warn(message, RuntimeWarning, stacklevel=3)


def in_use() -> bool:
    """Return whether this process has imported compiled modules."""
    return bool(_builds())


def is_generator_function(function: Callable[..., object]) -> bool:
    """Return whether a function is a generator function, compiled or not."""
    return isgeneratorfunction(function) or any(_name(function) in build.generators for build in _builds())


def docstring(function: Callable[..., object]) -> str:
    """Return the docstring of a function, compiled or not; empty if it has none."""
    for build in _builds():
        if _name(function) in build.docstrings:
            return build.docstrings[_name(function)]
    return function.__doc__ or ""


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a function, compiled or not, as it is in the source."""
    kind = type(function)
    for build in _builds():
        if (name := build.inner.get(f"{kind.__module__}:{kind.__name__}")) is not None:
            return name
    return function.__name__


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__}:{function.__name__}"


def _builds() -> list[Build]:
    """Return the build that is in use."""
    return [finder.build for finder in sys.meta_path if isinstance(finder, NativeFinder) and finder.fits]

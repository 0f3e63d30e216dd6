"""`make native` compiles kit and games with mypyc into `.native`, where `galaxytables_runtime.native` finds them.

Modules that run while a game is played are compiled, if all their classes are marked `@final` or are bases of such
classes. States, cards and messages are not compiled, since msgspec reads their annotations.
"""

import ast
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from galaxytables_runtime.native import ABI, FOLDER, TOP, Build, digest
from tools.workspace import import_packages

WORKSHOP = TOP / ".tools" / "native"
_NAME = "galaxytables_native"
_KIT = "galaxytables_kit"

_ONCE = {
    "authoring",
    "components",
    "conflicts",
    "contract",
    "declared",
    "environment",
    "ids",
    "installed",
    "loading",
    "setup",
}
_SELDOM = {"belief", "facts", "form", "offers", "options", "record", "view", "wire", "wording"}
_COLD = _ONCE | _SELDOM
"""Modules and folders that a playout enters once or never: compiling them takes minutes and saves nothing."""


def sources(games: Iterable[str]) -> list[Path]:
    """Return the paths of all modules of the kit and of these games, relative to the repository."""
    packages = import_packages(TOP)
    found = [file for package in [_KIT, *games] for file in sorted(packages[package].rglob("*.py"))]
    return [file.relative_to(TOP) for file in found]


def is_compiled(source: Path) -> bool:
    """Return whether a module is compiled."""
    if source.name.startswith("__") or not _COLD.isdisjoint(source.with_suffix("").parts):
        return False
    body = ast.parse((TOP / source).read_text()).body
    classes = [each for each in body if isinstance(each, ast.ClassDef)]
    closed = {name for each in classes if _is_final(each) for name in (each.name, *map(_name_of, each.bases))}
    return closed.issuperset(each.name for each in classes) and (bool(classes) or any(_functions(body)))


def _is_final(defined: ast.ClassDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "final" for mark in defined.decorator_list)


def _name_of(base: ast.expr) -> str:
    return ast.unparse(base).partition("[")[0]


def _functions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    return (each for each in body if isinstance(each, ast.FunctionDef))


def functions(source: Path) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module, by `module:function`."""
    return {f"{module_of(source)}:{each.name}": each for each in _functions(ast.parse((TOP / source).read_text()).body)}


def inner_functions(source: Path) -> dict[str, str]:
    """Return the names of nested functions, by the names of the classes that mypyc makes from them."""
    return {
        f"{module_of(source)}:{inner.name}_{outer.name}_obj": inner.name
        for outer in functions(source).values()
        for inner in _functions(outer.body)
    }


def is_generator(function: ast.FunctionDef) -> bool:
    """Return whether a function is a generator function."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in _own_parts(function))


def _own_parts(function: ast.AST) -> Iterator[ast.AST]:
    """What a function is made of, without the functions inside of it."""
    for part in ast.iter_child_nodes(function):
        yield part
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            yield from _own_parts(part)


def module_of(source: Path) -> str:
    """Return the dotted name of a module, given the path in its distribution, such as `services/kit`."""
    return ".".join(source.with_suffix("").parts[2:])


def compile_into(folder: Path, compiled: Iterable[Path]) -> None:
    """Compile these modules into a folder."""
    options = ["--config-file", "pyproject.toml", "--cache-dir", str(WORKSHOP / "mypy")]
    names = list(map(str, compiled))
    extensions = mypycify(
        [*options, *names], target_dir=str(WORKSHOP / "c"), group_name=_NAME, opt_level="2", debug_level="0"
    )
    command = build_ext(Distribution({"name": _NAME, "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), str(WORKSHOP / "objects")
    command.ensure_finalized()
    command.run()


def main() -> None:
    """Compile everything, unless the existing build is up to date.

    A new build replaces the old one only once it is complete. If there is no kit, as in the image of the lobby, nothing
    is compiled.
    """
    packages = import_packages(TOP)
    if _KIT not in packages:
        return
    made_from = sources(sys.argv[1:] or [name for name, folder in packages.items() if (folder / "rules.py").is_file()])
    digests = {str(source): digest(TOP / source) for source in made_from}
    there = Build.read(FOLDER)
    if there is not None and (there.abi, there.sources) == (ABI, digests):
        return
    shutil.rmtree(WORKSHOP / "lib", ignore_errors=True)
    compiled = list(filter(is_compiled, made_from))
    compile_into(WORKSHOP / "lib", compiled)
    by_name = {name: function for source in compiled for name, function in functions(source).items()}
    names = [*map(module_of, compiled), f"{_NAME}__mypyc"]
    Build(
        abi=ABI,
        sources=digests,
        modules={name: f"{name.replace('.', '/')}{ABI}" for name in names},
        generators=[name for name, function in by_name.items() if is_generator(function)],
        docstrings={name: text for name, function in by_name.items() if (text := ast.get_docstring(function))},
        inner={name: inner for source in compiled for name, inner in inner_functions(source).items()},
    ).write(WORKSHOP / "lib")
    shutil.rmtree(FOLDER, ignore_errors=True)
    (WORKSHOP / "lib").rename(FOLDER)


if __name__ == "__main__":
    main()

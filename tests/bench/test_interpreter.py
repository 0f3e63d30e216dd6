"""Figures name the interpreter that made them, and an optimised one is found, for them and for `make setup`."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tools.interpreter import Build, build_of, choose, for_setup, how_optimised

PLAIN = Build(Path("/ours/python"), "3.11.7", "cpython-311", "")
FAST = Build(Path("/usr/bin/python3.11"), "3.11.2", "cpython-311", "PGO and LTO, by Debian")


@pytest.mark.parametrize(
    ("flags", "schemes", "found"),
    [
        ({"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"}, ("posix_prefix",), "PGO and LTO"),
        ({"CONFIG_ARGS": "", "PY_CORE_CFLAGS": "-O3 -fprofile-use -fprofile-correction"}, ("posix_prefix",), "PGO"),
        ({"CONFIG_ARGS": "'--enable-shared'", "PY_CORE_CFLAGS": "-O3"}, ("posix_prefix",), ""),
        ({"CONFIG_ARGS": "'--enable-shared'"}, ("deb_system", "posix_prefix"), "PGO and LTO, by Debian"),
    ],
)
def test_a_build_says_how_it_was_optimised(flags, schemes, found):
    assert how_optimised(flags, schemes) == found


def test_this_interpreter_tells_its_version():
    build = build_of(sys.executable)
    assert build is not None
    assert build.version == ".".join(map(str, sys.version_info[:3]))
    assert build.version in str(build)


def test_what_does_not_run_is_no_interpreter(tmp_path):
    assert build_of(tmp_path / "python") is None


def test_an_optimised_interpreter_that_our_libraries_fit_is_taken():
    other = Build(Path("/usr/bin/python3.12"), "3.12.1", "cpython-312", "PGO")
    assert choose(PLAIN, [other, PLAIN, FAST]) is FAST


def test_ours_stays_where_it_is_optimised_or_no_other_is():
    assert choose(FAST, [PLAIN]) is FAST
    assert choose(PLAIN, [PLAIN]) is PLAIN
    assert "not optimised" in str(PLAIN)


def test_what_is_set_up_must_make_environments_and_compile_if_the_first_one_does():
    assert for_setup(PLAIN, [replace(FAST, makes_environments=False)]) is PLAIN
    assert for_setup(PLAIN, [replace(FAST, compiles=False)]) is PLAIN
    assert for_setup(replace(PLAIN, compiles=False), [replace(FAST, compiles=False)]).optimised
    assert for_setup(PLAIN, [replace(FAST, compiles=False), FAST]) is FAST


def test_setup_is_told_an_interpreter_that_runs():
    printed = subprocess.run(
        [sys.executable, "-I", "-S", "tools/interpreter.py"], capture_output=True, check=True, text=True
    ).stdout.splitlines()
    assert len(printed) == 1
    build = build_of(printed[0])
    assert build is not None
    assert build.makes_environments

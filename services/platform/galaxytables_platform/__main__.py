"""The commands of `galaxytables`, which `python -m galaxytables_platform` runs too."""

import sys

from galaxytables_platform.commands import COMMANDS, help_lines, unknown_command, version_line
from galaxytables_serving import StartError

EXIT_START_FAILED = 2


def main(arguments: list[str]) -> int:
    """Run a command and return the exit code: 2, with one line on stderr, if it could not start."""
    name, *rest = arguments or ["--help"]
    if name in {"-h", "--help", "help"}:
        sys.stdout.writelines(f"{line}\n" for line in help_lines())
        return 0
    if name in {"-V", "--version", "version"}:
        sys.stdout.write(f"{version_line()}\n")
        return 0
    try:
        if name not in COMMANDS:
            raise unknown_command(name)
        return COMMANDS[name].run(rest)
    except StartError as error:
        print(error, file=sys.stderr)  # noqa: T201  # the one line that says what to change
        return EXIT_START_FAILED


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

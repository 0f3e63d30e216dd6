from dataclasses import dataclass

from galaxytables_serving.command_line import command_line, variable_lines
from galaxytables_serving.settings import integer, text, variable


@dataclass(frozen=True)
class Garden:
    """Settings of a garden."""

    trees: int = variable("TREES", integer(0, 9), "how many trees there are", default="3")
    fence: str = variable(
        "GALAXYTABLES_A_VARIABLE_WITH_A_LONG_NAME", text, "what is around it, in " + "many " * 20 + "words"
    )
    gate: str = variable("GATE", text, "who opens it", default=None)


def test_each_variable_is_told_with_meaning_and_default():
    assert list(variable_lines(Garden)) == [
        "  TREES                     how many trees there are (default: 3)",
        "  GALAXYTABLES_A_VARIABLE_WITH_A_LONG_NAME",
        "                            what is around it, in many many many many many many many many many many",
        "                            many many many many many many many many many many words",
        "  GATE                      who opens it (must be set)",
    ]


def test_help_lists_the_variables():
    said = command_line("garden", "A garden.", Garden).format_help()
    assert "python -m garden" in said
    assert "\n  TREES " in said

"""Component files are held to bounds before anything is made of them."""

from pathlib import Path

import pytest

from galaxytables_kit import component_json
from galaxytables_kit.component_json import beyond_bounds


def wrong(tmp_path: Path, content: str | bytes) -> list[tuple[str, str, str, str]]:
    file = tmp_path / "pack.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [(fault.file, fault.entry, fault.field, fault.message) for fault in beyond_bounds(file)]


def test_what_keeps_the_bounds_has_no_faults(tmp_path: Path) -> None:
    assert wrong(tmp_path, '{"game": "roll", "cards": [{"id": "a", "cost": -9999, "text": "é"}], "half": 0.5}') == []


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_thousand_nested_brackets_are_one_fault(tmp_path: Path, opening: str) -> None:
    ((file, entry, field, message),) = wrong(tmp_path, '{"deep": ' + opening * 100_000)
    assert (file, entry, field, message) == ("pack.json", "pack", "json", "nested deeper than 32")


def test_what_is_nested_a_little_too_deep_is_found_with_its_place(tmp_path: Path) -> None:
    ((_, entry, field, message),) = wrong(tmp_path, '{"deep": ' + "[" * 40 + "]" * 40 + "}")
    assert (entry, message) == ("deep" + "[0]" * 31, "nested no deeper than 32") or field.startswith("deep[0]")


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    ((_, _, field, message),) = wrong(tmp_path, '{"cards": [{"id": "a", "cost": 1, "cost": 2}]}')
    assert (field, message) == ("json", "the key 'cost' stands twice in one object, 'a'")


@pytest.mark.parametrize("number", ["3000000000", "-10000", "1" + "0" * 23, "1e999"])
def test_a_number_beyond_reason_is_found_with_its_entry(tmp_path: Path, number: str) -> None:
    found = wrong(tmp_path, '{"cards": [{"id": "a", "vp": ' + number + "}]}")
    assert found == [("pack.json", "a", "vp", "-9999 to 9999")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "' + "x" * 4_001 + '"}', "at most 4000 characters"),
        ('{"list": [' + "1," * 2_000 + "1]}", "at most 2000 items"),
        ('{"list": {"' + "k" * 201 + '": 1}}', "keys of at most 200 characters"),
        ('{"n": NaN}', "NaN is not JSON"),
        ('{"n": ' + "1" * 5_000 + "}", "Exceeds the limit"),
        (b'{"n": "\xff"}', "can't decode byte"),
        ("{", "line 1 column 2"),
    ],
)
def test_what_is_too_long_or_no_json_is_said_in_words(tmp_path: Path, content: str | bytes, message: str) -> None:
    ((_, _, _, said),) = wrong(tmp_path, content)
    assert message in said


def test_a_large_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component_json, "MAX_FILE_BYTES", 10)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    (tmp_path / "pack.json").write_text("[1, 2, 3, 4, 5]")
    assert [fault.message for fault in beyond_bounds(tmp_path / "pack.json")] == ["at most 10 bytes"]

"""`/openapi.json`: it describes every call, and what is said in a game is as it describes."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf import any_pb2, json_format
from jsonschema import Draft202012Validator, ValidationError
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from galaxytables.lobby.v1 import play_pb2
from galaxytables_kit.environment import make
from galaxytables_serving.bounds import field_bounds
from galaxytables_web.calls import public_calls
from galaxytables_web.events import STREAMS
from galaxytables_web.openapi import FILE
from tests.web.gateway import RunningGateway
from tools.openapi import document

JSON = {"content-type": "application/json", "galaxytables-strict": "1"}
CALLS = {path: call for path, call in public_calls().items() if not call.streaming}


def open_document() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read


DOCUMENT = open_document()


def schemas_within(part: Any) -> Iterator[dict[str, Any]]:
    """Every JSON object within a part of the document."""
    if isinstance(part, dict):
        yield part
        for each in part.values():
            yield from schemas_within(each)
    elif isinstance(part, list):
        for each in part:
            yield from schemas_within(each)


@pytest.fixture(scope="module")
def closed() -> Registry[Any]:
    """The document, in which messages have no fields but those that it describes: so a missing one is found."""
    strict = copy.deepcopy(DOCUMENT)
    for name, schema in strict["components"]["schemas"].items():
        if schema["type"] == "object" and not name.startswith("google.protobuf."):
            schema["additionalProperties"] = False
    registry: Registry[Any] = Registry()
    described: Registry[Any] = registry.with_resource("urn:calls", Resource.from_contents(strict, DRAFT202012))
    return described


def check(closed: Registry[Any], schema: dict[str, Any], instance: Any) -> None:
    validator = Draft202012Validator(
        {"$ref": f"urn:calls{schema['$ref']}"},
        registry=closed,
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    validator.validate(instance)


def request_and_answer(path: str) -> tuple[dict[str, Any], dict[str, Any]]:
    operation = DOCUMENT["paths"][path]["post"]
    request = operation["requestBody"]["content"]["application/json"]["schema"]
    return request, operation["responses"]["200"]["content"]["application/json"]["schema"]


def test_it_is_current_and_valid() -> None:
    assert FILE.read_text(encoding="utf-8") == document.text(), "make reference"
    OpenAPIV31SpecValidator(DOCUMENT).validate()


def test_every_call_and_field_of_the_descriptors_is_in_it_and_nothing_else() -> None:
    assert DOCUMENT["paths"].keys() == CALLS.keys() | {f"/events/{name}" for name in STREAMS}
    schemas = DOCUMENT["components"]["schemas"]
    for path, call in CALLS.items():
        for kind, schema in zip((call.kind, call.answer), request_and_answer(path), strict=True):
            assert schema == {"$ref": f"#/components/schemas/{kind.full_name}"}
            assert schemas[kind.full_name]["properties"].keys() == {field.json_name for field in kind.fields}
        assert DOCUMENT["paths"][path]["post"]["description"]
    for name, schema in schemas.items():
        assert schema.get("description") or not name.startswith("galaxytables."), name
    references = {each["$ref"] for each in schemas_within(DOCUMENT) if "$ref" in each}
    assert {f"#/components/schemas/{name}" for name in schemas} <= references


def test_requests_have_the_bounds_of_the_protos() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    request = play_pb2.SubmitChoiceRequest.DESCRIPTOR
    told = schemas[request.full_name]["properties"]
    for field in request.fields:
        bounds = field_bounds(field)
        value = told[field.json_name]
        assert value.get("maxItems") == bounds.items, field.name
        assert value.get("items", value).get("maxLength") == bounds.length, field.name
    entropy = schemas["galaxytables.lobby.v1.CreateTableRequest"]["properties"]["entropy"]
    assert (entropy["contentEncoding"], entropy["maxLength"]) == ("base64", 1368)


async def test_a_game_that_is_played_says_what_it_describes(gateway: RunningGateway, closed: Registry[Any]) -> None:
    """With a request and an answer of each call of a game, and an error of lobby and gateway."""
    said: set[str] = set()
    tokens: dict[str, str] = {}

    async def ask(player: str, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        path = f"/galaxytables.lobby.v1.{name}"
        request, answer = request_and_answer(path)
        check(closed, request, fields)
        headers = JSON | ({"authorization": f"Bearer {tokens[player]}"} if player in tokens else {})
        given = await gateway.ask("POST", path, headers, json.dumps(fields).encode())
        read: dict[str, Any] = given.json
        if given.status == 200:
            check(closed, answer, read)
            said.add(name)
        else:
            check(closed, {"$ref": "#/components/schemas/connect.Error"}, read)
            said.add(read["details"][0]["debug"]["reason"])
        return read

    for name in ("Ada", "Bob"):
        made = await ask(name, "PlayerService/CreateGuest", {"name": name, "refreshable": True})
        tokens[name] = made["token"]
    game = (await ask("", "TableService/ListGames", {}))["games"][0]["description"]["game"]
    await ask("Ada", "TableService/CreateTable", {"game": "chess", "seats": 2})
    await ask("Ada", "PlayService/GetView", {"tableId": "none"})
    opened = await ask(
        "Ada",
        "TableService/CreateTable",
        {
            "game": game,
            "seats": 2,
            "visibility": "VISIBILITY_PUBLIC",
            "timeControl": {"perMove": "3600s"},
            "requestId": "one-of-its-own",
            "entropy": "AAEC",
        },
    )
    table = {"tableId": opened["table"]["id"]}
    await ask("Bob", "TableService/JoinTable", table)
    await ask("Bob", "TableService/SetReady", {**table, "ready": True})
    await ask("Ada", "TableService/StartTable", table)
    await ask("Ada", "TableService/ListTables", {})
    update: dict[str, Any] = {}
    while update.get("state") != "TABLE_STATE_FINISHED":
        for player in tokens:
            update = (await ask(player, "PlayService/GetView", table))["update"]
            for prompt in update.get("prompts", ()):
                picks = prompt.get("defaultPicks", [])
                choice = {**table, "promptId": prompt["id"], "picks": picks, "requestId": f"answers-{prompt['id']}"}
                await ask(player, "PlayService/SubmitChoice", choice)
    await ask("Ada", "PlayService/SendMessage", {**table, "text": "well played", "requestId": "a-message-of-hers"})
    await ask("Ada", "PlayService/ListMessages", table)
    await ask("Ada", "PlayService/GetRecord", table)
    await ask("Ada", "TableService/GetTable", table)
    await ask("Bob", "TableService/ListMyTables", {})
    assert {"CreateTable", "SubmitChoice", "GetRecord"} <= {name.rpartition("/")[2] for name in said}
    assert {"UNKNOWN_GAME", "TABLE_NOT_FOUND"} <= said


@pytest.mark.parametrize("game", ["beyond", "jump", "race", "roll"])
def test_views_of_our_games_are_as_it_describes(closed: Registry[Any], game: str) -> None:
    kind = {"$ref": "#/components/schemas/google.protobuf.Any"}
    table = make(game, seats=2, seed=1)
    table.reset(seed=1)
    for _ in range(10):
        packed = any_pb2.Any()
        packed.Pack(table.view(table.seat))
        told = json_format.MessageToDict(packed)
        assert (
            f"`{told['@type'].rpartition('/')[2]}`"
            in DOCUMENT["components"]["schemas"]["google.protobuf.Any"]["description"]
        )
        check(closed, kind, told)
        table.step(next(iter(table.options())))
    with pytest.raises(ValidationError):
        check(closed, kind, {**told, "hidden": 1})
    check(closed, kind, {"@type": "type.googleapis.com/google.protobuf.Struct", "value": {"hidden": 1}})


async def test_it_is_served_to_tools_on_any_site_and_kept_by_them(gateway: RunningGateway) -> None:
    answer = await gateway.ask("GET", "/openapi.json", {"origin": "https://elsewhere.example"})
    assert (answer.status, answer.json) == (200, DOCUMENT)
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["access-control-allow-origin"] == "*"
    again = await gateway.ask("GET", "/openapi.json", {"if-none-match": answer.headers["etag"]})
    assert again.status == 304
    assert (await gateway.ask("POST", "/openapi.json")).status == 405

"""JSON for strangers: views of every game, errors that can be read, and typing errors that are noticed."""

import json
import subprocess
import sys

import pytest

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_serving.errors import MalformedRequestError
from galaxytables_web.calls import public_calls
from galaxytables_web.errors import UnknownValueError
from galaxytables_web.json_fields import check_fields
from galaxytables_web.metrics import REFUSED
from galaxytables_web.transcoding import from_json
from tests.lobby.house import House
from tests.web.gateway import RunningGateway

TABLES, PLAY = "/galaxytables.lobby.v1.TableService", "/galaxytables.lobby.v1.PlayService"
JSON = {"content-type": "application/json"}

# In a process of its own: whatever else a test imports is known to JSON too.
EVERY_WELL_KNOWN_TYPE = """
from google.protobuf import any_pb2, json_format
from galaxytables_web.calls import generated
from galaxytables_web.transcoding import json_format as _
list(generated())
for name in "Any Duration Empty FieldMask ListValue Struct Timestamp Value BoolValue BytesValue StringValue".split():
    print(json_format.MessageToJson(any_pb2.Any(type_url=f"type.googleapis.com/google.protobuf.{name}"), indent=None))
"""


def test_json_knows_every_well_known_type():
    done = subprocess.run([sys.executable, "-c", EVERY_WELL_KNOWN_TYPE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 11


async def test_a_struct_view_has_a_json_form(house: House, gateway: RunningGateway):
    table, (ada, _) = await house.started()
    asked = JSON | {"authorization": f"Bearer {ada.token}"}
    answer = await gateway.ask("POST", f"{PLAY}/GetView", asked, json.dumps({"tableId": table}).encode())
    assert answer.status == 200, answer.body
    view = answer.json["update"]["view"]
    assert view["@type"] == "type.googleapis.com/google.protobuf.Struct"
    assert isinstance(view["value"], dict)


async def test_errors_of_lobby_and_gateway_can_be_read_without_protobuf(house: House, gateway: RunningGateway):
    guest = await house.guest()
    asked = JSON | {"authorization": f"Bearer {guest.token}"}
    of_lobby = await gateway.ask("POST", f"{TABLES}/CreateTable", asked, b'{"game": "chess", "seats": 2}')
    of_gateway = await gateway.ask("POST", f"{TABLES}/ListGames", JSON, b"[]")
    of_no_call = await gateway.ask("POST", f"{TABLES}/Nonsense", JSON, b"{}")
    told = [
        (answer.json["message"], answer.json["details"][0]["debug"]) for answer in (of_lobby, of_gateway, of_no_call)
    ]
    assert told[0][0].startswith("No game 'chess' here")
    assert told[0][1] == {"reason": "UNKNOWN_GAME", "domain": "galaxytables.lobby", "metadata": {"game": "chess"}}
    assert told[1][1]["reason"] == "MALFORMED_REQUEST"
    assert told[2][1]["reason"] == "UNKNOWN_CALL"
    assert all(message for message, _ in told)


async def test_unknown_fields_are_named_and_refused_where_that_is_asked_for(house: House, gateway: RunningGateway):
    guest = await house.guest()
    asked = JSON | {"authorization": f"Bearer {guest.token}"}
    typo = b'{"gaem": "counting", "timeControl": {"perMoove": "60s"}}'
    lenient = await gateway.ask("POST", f"{TABLES}/CreateTable", asked, typo)
    assert lenient.headers["galaxytables-unknown-fields"] == "gaem, timeControl.perMoove"
    strict = await gateway.ask("POST", f"{TABLES}/CreateTable", asked | {"galaxytables-strict": "1"}, typo)
    assert strict.status == 400
    told = strict.json["details"][0]["debug"]
    assert (told["reason"], told["domain"]) == ("UNKNOWN_FIELDS", "galaxytables.web")
    assert told["metadata"]["fields"] == "gaem, timeControl.perMoove"
    right = await gateway.ask("POST", f"{TABLES}/ListGames", asked | {"galaxytables-strict": "1"}, b"{}")
    assert (right.status, "galaxytables-unknown-fields" in right.headers) == (200, False)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"game": "jump", "options": {"any": "word"}, "seats": 2}, ()),
        ({"name_": 1}, ("name_",)),
        ({"rematch_of": "", "rematchOf": ""}, ("rematch_of", "rematchOf")),
        ({"timeControl": {"perMove": "60s", "per_move": "60s"}}, ()),
        ({"timeControl": {"perMove": {"seconds": 60}}}, ()),
        ({"a\r\nset-cookie: x": 1}, ("a%0D%0Aset-cookie%3A%20x",)),
        ({"é" * 100: 1}, ("%C3%A9" * 64,)),
        ({f"x{number}": 1 for number in range(100)}, tuple(f"x{number}" for number in range(8))),
    ],
)
def test_what_is_unknown(fields, named):
    assert check_fields(fields, tables_pb2.CreateTableRequest) == named


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({"visibility": "PRIVATE"}, "visibility"),
        ({"rating": "STRICT"}, "rating"),
    ],
)
async def test_a_word_that_an_enum_does_not_have_is_refused(house: House, gateway: RunningGateway, said, path):
    guest = await house.guest()
    asked = JSON | {"authorization": f"Bearer {guest.token}"}
    request = json.dumps({"game": "counting", "seats": 2, **said}).encode()
    before = REFUSED.labels("UNKNOWN_VALUE")._value.get()
    answer = await gateway.ask("POST", f"{TABLES}/CreateTable", asked, request)
    told = answer.json["details"][0]["debug"]
    assert (answer.status, told["reason"], told["metadata"]["field"]) == (400, "UNKNOWN_VALUE", path)
    assert REFUSED.labels("UNKNOWN_VALUE")._value.get() == before + 1


def test_a_word_that_an_enum_does_not_have_is_found_in_lists():
    with pytest.raises(UnknownValueError, match=r"^states has no value FINISHED here\.$"):
        check_fields({"states": ["TABLE_STATE_OPEN", "FINISHED"]}, tables_pb2.ListTablesRequest)


@pytest.mark.parametrize("said", ["@@@", "deadbeef!!deadbeef!!", "abc$def", "a", "abcde", "=", "ab=c"])
async def test_bytes_that_are_no_base64_are_refused(house: House, gateway: RunningGateway, said):
    guest = await house.guest()
    asked = JSON | {"authorization": f"Bearer {guest.token}"}
    request = json.dumps({"game": "counting", "seats": 2, "entropy": said}).encode()
    answer = await gateway.ask("POST", f"{TABLES}/CreateTable", asked, request)
    assert (answer.status, answer.json["details"][0]["debug"]["reason"]) == (400, "MALFORMED_REQUEST")


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"game": "jump", "seats": "x"}, "seats"),
        ({"timeControl": {"bank": "60s", "perMove": "soon"}}, "timeControl.perMove"),
        ({"sandbox": {"seed": "@@@"}}, "sandbox.seed"),
        ({"options": {"a": 3}}, "options"),
        ({"requestId": None, "name": 4}, "name"),
        ({"seats": 2, "sandbox": [1]}, "sandbox"),
        ({"timeControl": {"perMove": "60s", "budget": {}}}, "timeControl"),
        ([], ""),
    ],
)
async def test_a_value_that_cannot_be_read_is_named(said, field):
    call = public_calls()[f"{TABLES}/CreateTable"]
    with pytest.raises(MalformedRequestError) as refused:
        await from_json(call, json.dumps(said).encode())
    assert refused.value.metadata == {"call": call.path} | ({"field": field} if field else {})


@pytest.mark.parametrize("said", ["", "YWI=", "YWI", "YQ==", "-_-_", "+/+/"])
def test_bytes_in_any_base64_are_taken(said):
    check_fields({"entropy": said, "visibility": "VISIBILITY_PRIVATE", "rating": 1}, tables_pb2.CreateTableRequest)

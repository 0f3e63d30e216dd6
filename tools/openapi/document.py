"""Makes the OpenAPI document."""

import json
import re
from functools import cache
from typing import cast

from connectrpc.code import Code
from google.protobuf.descriptor import Descriptor

from galaxytables_serving.bounds import bounds_of
from galaxytables_web import events, openapi
from galaxytables_web.calls import Call, public_calls
from galaxytables_web.passing import STRICT, UNKNOWN_FIELDS
from tools.openapi.comments import comments
from tools.openapi.schemas import Schema, reference, schemas
from tools.reference.calls import every_service
from tools.reference.games import games

FILE = openapi.FILE

_ABOUT = """Everything that a player can do, as Connect's JSON over HTTP.

- A call is a POST of a JSON object. Zeros, `false` and empty lists are left out: a prompt of seat 0 has no `seat`. A \
field whose description begins with "Optional" is there even if it is 0.
- Calls that change something take a `requestId`, a fresh UUID. If an answer is lost, send the same request again.
- Clients must expect new fields and new words of enums: the contract only grows.
- `WatchTable`, `WatchMyTables` and `WatchTables` are described as server-sent events (`/events/`). The other calls \
that stream are left out, since OpenAPI cannot describe Connect's streams."""

_EVENTS = """Comments are heartbeats. The event `end` says how the stream ended: its `data` is `{}`, or has an \
`error`. Close it then."""
_CODES = [code.value for code in Code]
_SENTENCE_ENDS = re.compile(r"(?<=[.])\s")
_ERROR: Schema = {
    "type": "object",
    "description": "An error, as Connect says it. Act on the `reason` in `details`, or on the `code`.",
    "properties": {
        "code": {"type": "string", "enum": _CODES},
        "message": {"type": "string", "description": "In English, for developers."},
        "details": {"type": "array", "items": {"$ref": "#/components/schemas/connect.Detail"}},
    },
    "required": ["code"],
}
_DETAIL: Schema = {
    "type": "object",
    "description": "A `google.rpc.ErrorInfo` has reason, domain and values; a `google.rpc.RetryInfo` says after how "
    "long the same request may succeed.",
    "properties": {
        "type": {"type": "string", "examples": ["google.rpc.ErrorInfo"]},
        "value": {"type": "string", "contentEncoding": "base64", "description": "The detail in binary."},
        "debug": {
            "type": "object",
            "description": "The same in JSON.",
            "properties": {
                "reason": {"type": "string", "examples": ["UNKNOWN_GAME"]},
                "domain": {"type": "string", "examples": ["galaxytables.lobby"]},
                "metadata": {"type": "object", "additionalProperties": {"type": "string"}},
                "retryDelay": {"type": "string", "examples": ["1s"]},
            },
        },
    },
    "required": ["type", "value"],
}


@cache
def document() -> Schema:
    """Return the OpenAPI document."""
    calls = [call for call in public_calls().values() if not call.streaming]
    without_token = {
        f"/{service.package}.{service.name}/{call.name}"
        for service in every_service()
        for call in service.calls
        if not call.token
    }
    streams = [call for call in public_calls().values() if call.name in events.STREAMS]
    tags = sorted({call.service for call in calls})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Galaxy Tables",
            "version": "v1",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": _short(name), "description": comments()[name]} for name in tags],
        "security": [{"token": []}],
        "paths": {
            **{call.path: {"post": _operation(call, open_to_all=call.path in without_token)} for call in calls},
            **{f"{events.PREFIX}{call.name}": {"get": _stream(call)} for call in streams},
        },
        "components": {
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The `token` that `PlayerService/CreateGuest` or `Refresh` answers with.",
                }
            },
            "parameters": {
                "strict": {
                    "name": STRICT,
                    "in": "header",
                    "description": "Refuses a request with fields that the call does not know, instead of ignoring "
                    "them.",
                    "schema": {"enum": ["1"]},
                },
                "position": {
                    "name": "last-event-id",
                    "in": "header",
                    "description": "The id of the last event of an earlier stream: this one goes on after it.",
                    "schema": {"type": "string", "pattern": "^[0-9]{1,18}-[0-9]{1,18}$"},
                },
                "timeout": {
                    "name": "connect-timeout-ms",
                    "in": "header",
                    "description": "How long the call may take, in milliseconds.",
                    "schema": {"type": "integer", "minimum": 0, "maximum": 9_999_999_999},
                },
            },
            "headers": {
                "unknownFields": {
                    "description": "Fields of the request that the call does not know, which were ignored.",
                    "schema": {"type": "string"},
                }
            },
            "responses": {
                "error": {
                    "description": "The call was refused or failed.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/connect.Error"}}},
                }
            },
            "schemas": {
                "connect.Detail": _DETAIL,
                "connect.Error": _ERROR,
                **schemas(
                    [call.kind for call in calls],
                    [call.answer for call in (*calls, *streams)],
                    [cast("Descriptor", game.view_type.DESCRIPTOR) for game in games()],  # stubs name another class too
                ),
            },
        },
    }


def text() -> str:
    """Return the OpenAPI document as the text that is written to `FILE`."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def _operation(call: Call, *, open_to_all: bool) -> Schema:
    comment = comments()[f"{call.service}.{call.name}"]
    operation: Schema = {
        "operationId": f"{_short(call.service)}_{call.name}",
        "tags": [_short(call.service)],
        "summary": _SENTENCE_ENDS.split(comment, maxsplit=1)[0],
        "description": f"{comment}\n\nA request has at most {bounds_of(call.kind).max_json_size:,} bytes.",
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in ("strict", "timeout")],
        "requestBody": {"required": True, "content": {"application/json": {"schema": reference(call.kind)}}},
        "responses": {
            "200": {
                "description": "The answer.",
                "headers": {UNKNOWN_FIELDS: {"$ref": "#/components/headers/unknownFields"}},
                "content": {"application/json": {"schema": reference(call.answer)}},
            },
            "default": {"$ref": "#/components/responses/error"},
        },
    }
    return {**operation, "security": [{}]} if open_to_all else operation


def _stream(call: Call) -> Schema:
    comment = comments()[f"{call.service}.{call.name}"]
    fields = schemas([call.kind], [])[call.kind.full_name]["properties"]
    parameters: list[Schema] = [
        {
            "name": name,
            "in": "query",
            "description": schema.get("description", ""),
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in fields.items()
    ]
    if call.name == "WatchTable":
        parameters.append({"$ref": "#/components/parameters/position"})
    return {
        "operationId": f"events_{call.name}",
        "tags": [_short(call.service)],
        "summary": f"{_SENTENCE_ENDS.split(comment, maxsplit=1)[0]} As server-sent events.",
        "description": f"{comment}\n\n{_EVENTS}",
        "parameters": [*parameters, {"$ref": "#/components/parameters/strict"}],
        "responses": {
            "200": {
                "description": "The events. The `data` of each is an answer in JSON.",
                "headers": {UNKNOWN_FIELDS: {"$ref": "#/components/headers/unknownFields"}},
                "content": {
                    "text/event-stream": {
                        "schema": {
                            "type": "string",
                            "contentMediaType": "application/json",
                            "contentSchema": reference(call.answer),
                        }
                    }
                },
            },
            "default": {"$ref": "#/components/responses/error"},
        },
    }


def _short(service: str) -> str:
    return service.rpartition(".")[2]

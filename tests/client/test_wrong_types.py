"""Every public method that takes an id says which value has the wrong type."""

import inspect

import pytest

from galaxytables.lobby.v1 import tables_pb2
from galaxytables_client.archive import Archive
from galaxytables_client.bots import Bots
from galaxytables_client.play import Play
from galaxytables_client.tables import Tables

IDS = [
    pytest.param(service, name, parameter.name, id=f"{service}.{name} {parameter.name}")
    for service, kind in (("play", Play), ("tables", Tables), ("archive", Archive), ("bots", Bots))
    for name, method in inspect.getmembers(kind, inspect.isfunction)
    if not name.startswith("_") and name != "seat"
    for parameter in inspect.signature(method).parameters.values()
    if parameter.name.endswith("_id")
]
# What else has to be given for a method to come as far as its request.
SENSIBLE = {int: 1, str: "x", bool: True}


@pytest.mark.parametrize(("service", "name", "wrong"), IDS)
async def test_a_message_in_place_of_an_id_is_a_type_error_that_names_it(fake, lobby, service, name, wrong):
    method = getattr(getattr(lobby, service), name)
    given: dict[str, object] = {}
    for parameter in inspect.signature(method, eval_str=False).parameters.values():
        if parameter.name == wrong:
            given[wrong] = tables_pb2.Table(id="t1")
        elif parameter.default is parameter.empty:
            given[parameter.name] = ["a"] if parameter.name == "picks" else SENSIBLE.get(parameter.annotation)

    async def call():
        called = method(**given)
        await (anext(called) if inspect.isasyncgen(called) else called)

    with pytest.raises(TypeError, match=f"^{wrong}: Table .* has the wrong type"):
        await call()
    assert not fake.requests

"""What a host sets, as docs/how-to/sign-in.md says it, and what is refused at the start."""

import json
import re

import pytest

from galaxytables_lobby.adapters.oidc import SignInSettings, allowed_redirects, open_providers
from galaxytables_lobby.people.passkeys import _domain_of
from galaxytables_serving import SettingError
from galaxytables_serving.settings import read_settings
from tests.house.files import ROOT

GOOD = {"name": "one", "issuer": "https://id.example", "client_id": "tables", "client_secret": "do not tell"}


def read(*providers: object, address: str = "") -> SignInSettings:
    variables = {"GALAXYTABLES_SIGN_IN_PROVIDERS": json.dumps(providers), "GALAXYTABLES_PUBLIC_ADDRESS": address}
    return read_settings(SignInSettings, variables)


async def test_the_example_of_the_page_is_taken_from_a_file(tmp_path):
    page = (ROOT / "docs/how-to/sign-in.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    file = tmp_path / "providers.json"
    file.write_text(example, encoding="utf-8")
    settings = read_settings(SignInSettings, {"GALAXYTABLES_SIGN_IN_PROVIDERS": str(file)})
    providers = open_providers(settings)
    assert providers.labels == {"example": "Example"}
    await providers.close()


def test_without_providers_there_are_none():
    assert open_providers(read_settings(SignInSettings, {})).labels == {}


def test_a_secret_is_shown_nowhere():
    settings = read(GOOD)
    assert "do not tell" not in repr(settings)
    with pytest.raises(SettingError) as caught:
        read({**GOOD, "nmae": "typo"})
    assert "do not tell" not in str(caught.value)


def test_a_page_of_this_machine_has_all_ways_in_by_its_name():
    address = "http://localhost:5180"
    allowed = allowed_redirects(read(GOOD, address=address).public_address)
    assert allowed(f"{address}/sign-in")
    assert not allowed("http://localhost:5181/sign-in")
    assert _domain_of(address) == "localhost"


@pytest.mark.parametrize(
    "providers",
    [
        [{**GOOD, "issuer": "http://localhost:5180"}],
        [{**GOOD, "issuer": "http://id.example"}],
        [{**GOOD, "issuer": "https://id.example?x=1"}],
        [{**GOOD, "name": "One Two"}],
        [{**GOOD, "client_secret": ""}],
        [{**GOOD, "more": 1}],
        [{name: value for name, value in GOOD.items() if name != "client_id"}],
        [GOOD, GOOD],
        [GOOD, {**GOOD, "name": "two"}],
    ],
)
def test_wrong_providers_are_refused_at_the_start(providers):
    with pytest.raises(SettingError):
        read(*providers)


@pytest.mark.parametrize(
    "address",
    [
        "tables.example",
        "http://tables.example",
        "http://localhost.example",
        "https://tables.example/app",
        "https://tåbles.example",
        "https://",
    ],
)
def test_a_wrong_address_is_refused_at_the_start(address):
    with pytest.raises(SettingError):
        read(GOOD, address=address)

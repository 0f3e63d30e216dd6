"""The line about ways in and ways of being notified says what the lobby does with the same settings."""

import pytest

from galaxytables_lobby.domain.subscribers import Way
from galaxytables_lobby.people.passkeys import _domain_of
from galaxytables_lobby.settings import DeliverySettings
from galaxytables_platform.blueprint import stages
from galaxytables_platform.layout import usual_layout
from galaxytables_platform.settings import RunSettings
from galaxytables_serving.settings import read_settings

PAGE = {"GALAXYTABLES_PUBLIC_ADDRESS": "https://tables.example"}
SMTP = {"GALAXYTABLES_SMTP_URL": "smtps://u:password@mail.example:465"}
MAIL = {"GALAXYTABLES_MAIL_FROM": "Galaxy Tables <tables@mail.example>", **SMTP}
PUSH = {"GALAXYTABLES_VAPID_KEY": "Ro3yRTEnvCB5wuZXZ7Uxb8HhYjRWPQTJ4ESWuT5Hgkw"}
KEYS = "k:s"
PROVIDERS = {"GALAXYTABLES_SIGN_IN_PROVIDERS": "/etc/galaxytables/providers.json"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "players come in as guests or by passkey at localhost, and are notified by webhook"),
        (PAGE | MAIL | PUSH | PROVIDERS,
         "players come in as guests, by passkey or at OpenID providers, and are notified by webhook, push and e-mail"),
        ({"GALAXYTABLES_PUBLIC_ADDRESS": "http://127.0.0.1:5180"},
         "players come in as guests or by passkey at localhost, and are notified by webhook"),
        (PUSH | {"GALAXYTABLES_WEBHOOKS": "off"},
         "players come in as guests or by passkey at localhost, and are notified by push"),
        ({"GALAXYTABLES_WEBHOOKS": "off", "GALAXYTABLES_PUBLIC_ADDRESS": "https://10.0.0.1"},
         "players come in as guests, and are notified by the open page alone"),
    ],
)  # fmt: skip
def test_the_line_names_the_ways_that_are_on(given, sentence):
    assert usual_layout(read_settings(RunSettings, given)).ways.sentence == sentence


@pytest.mark.parametrize("way_off", [*PAGE, *MAIL, *PUSH, ""])
@pytest.mark.parametrize("webhooks", ["public", "private", "off"])
def test_a_way_is_on_where_the_lobby_has_it_by_the_same_settings(way_off, webhooks):
    given = {**PAGE, **MAIL, **PUSH, "GALAXYTABLES_WEBHOOKS": webhooks}
    given.pop(way_off, None)
    names = {Way.WEBHOOK: "webhook", Way.PUSH: "push", Way.EMAIL: "e-mail"}
    notified = usual_layout(read_settings(RunSettings, given)).ways.notified
    assert {*notified} == {names[way] for way in read_settings(DeliverySettings, given).ways}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://tables.example",
        "http://127.0.0.1:5180",
        "http://[::1]",
        "http://localhost:5180",
        "https://10.0.0.1",
        "https://[2001:db8::1]",
    ],
)
def test_there_are_passkeys_where_the_lobby_has_a_domain_for_them(address):
    ways = usual_layout(read_settings(RunSettings, {"GALAXYTABLES_PUBLIC_ADDRESS": address})).ways
    assert any("passkey" in way for way in ways.ways_in) == (_domain_of(address) is not None)


def test_secrets_of_notifications_are_for_lobbies_and_the_clock_alone(tmp_path):
    layout = usual_layout(read_settings(RunSettings, PAGE | MAIL | PUSH | {"GALAXYTABLES_DATA": str(tmp_path)}))
    plans = [plan for stage in stages(layout, token_keys=KEYS) for plan in stage]
    for name, value in {**SMTP, **PUSH}.items():
        told = {plan.name for plan in plans if plan.environment.get(name) == value}
        assert told == {"lobby", "clock"}
        # Others do not inherit it either.
        assert all(plan.environment[name] == "" for plan in plans if plan.name not in {*told, "redis"})

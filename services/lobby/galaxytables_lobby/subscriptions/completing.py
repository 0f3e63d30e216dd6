"""Words that a language lacks, made good by English: a game is played by people of every language of the platform."""

import re

from galaxytables.rules.v1 import rules_pb2

ENGLISH = "en"
# The begin of a message of Project Fluent, or of an attribute of the message before it.
_BEGINS = re.compile(r"^(?:(?P<message>[A-Za-z][\w-]*)|[ \t]+\.(?P<attribute>[A-Za-z][\w-]*))[ \t]*=", re.MULTILINE)
# Attributes that a language has only where it says a message otherwise for a fact.
_WITH = "with-"


def completed(said: rules_pb2.WordsResponse, english: rules_pb2.WordsResponse) -> rules_pb2.WordsResponse:
    """The words of a game with those of English for what they lack."""
    whole = rules_pb2.WordsResponse()
    whole.CopyFrom(said)
    if message_ids(english.messages) - message_ids(said.messages):
        whole.english = english.messages
    for component, name in english.names.items():
        if not whole.names.get(component):
            whole.names[component] = name
    return whole


def message_ids(messages: str) -> frozenset[str]:
    """The ids of a catalogue's messages, and of their attributes as `message.attribute`."""
    found, message = set(), ""
    for begin in _BEGINS.finditer(messages):
        if begin["message"]:
            message = begin["message"]
            found.add(message)
        elif not begin["attribute"].startswith(_WITH):
            found.add(f"{message}.{begin['attribute']}")
    return frozenset(found)

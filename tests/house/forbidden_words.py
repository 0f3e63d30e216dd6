"""Words that pages do not use, each with what to say instead."""

import re

INSTEAD = {
    r"who(?:m)?ever": "say who: a player, the caller, an operator; or `anybody who`",
    r"of before": "`earlier`, or name the version",
    r"of which none": "two sentences",
    r"beside others": "`compared with others`",
    r"(?:is|are|was|were) told of": "`learns of`, `is notified of`",
    r"hears? of": "`learns of`, `is notified of`",
    r"tells? of": "`shows`, `names`, `reports`",
    r"(?:most|least)_(?!defeats|goals|kinds|seconds|values)[a-z]\w*": "`max_`, `min_`; names on the wire stay",
}
DIALECT = re.compile(r"\b(?:who(?:m)?ever|told|of before|as \w+ has it)\b", re.IGNORECASE)
"""Further words that docstrings and comments of `test_words.PLAIN` do not use: they leave open who does what."""
NAME = re.compile(r"_?told(?:_\w+)?|(?:most|least)_\w+")
"""Names that the Python code of `test_words.PLAIN` does not use: `limit`, `max_` and `min_` say what a bound is, and
`error`, `event` or `sent` what somebody was told."""
KEPT_NAMES = {
    "least_seats": "a field of `DescribeResponse`",
    "most_seats": "a field of `DescribeResponse`, and of Race's component pack",
    "most_defeats": "a field of Race's view, and of its component pack",
    "most_goals": "a field of Race's state, which is stored; the rulebook calls these goals so",
    "most_values": "a field of Race's state, which is stored",
    "most_goals_without_holder": "an option of Race",
    "most_common": "a method of `collections.Counter`",
}
FORBIDDEN = re.compile("|".join(rf"\b(?:{pattern})\b" for pattern in INSTEAD), re.IGNORECASE)
IN_JAPANESE = {"ほか": "他", "対局": "ゲーム", "終局": "ゲーム終了", "長考戦": "ターン制"}
"""Words of Japanese texts, each with the one that all texts use for the same thing."""

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
FORBIDDEN = re.compile("|".join(rf"\b(?:{pattern})\b" for pattern in INSTEAD), re.IGNORECASE)
IN_JAPANESE = {"ほか": "他", "対局": "ゲーム", "終局": "ゲーム終了", "長考戦": "ターン制"}
"""Words of Japanese texts, each with the one that all texts use for the same thing."""

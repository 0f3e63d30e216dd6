"""Names that look like other names.

Two names are alike if they differ in nothing that a glance tells: capitals, spaces and punctuation, what cannot be seen
(`invisible`), letters of other scripts that are drawn the same. Which letters those are is Unicode's data, in
`lookalikes.json` beside this. The packages that bring the whole of it were last released years ago, and none of the
letters that they know more of gets past the rule on mixing; so the few hundred that matter are kept here, and scripts
are read off the names of characters.
"""

import json
import re
import unicodedata
from functools import lru_cache
from importlib import resources

from galaxytables_lobby.domain.invisible import is_mark, visible_part

_DATA = json.loads(resources.files(__package__).joinpath("lookalikes.json").read_text("utf-8"))
# Each letter with the one it is drawn like, before and after capitals are dropped; some of ASCII are alike too.
_DRAWN = {letter: like for like, letters in _DATA["alike"].items() for letter in letters}
_ALIKE = {ord(letter): like for letter, like in {**_DRAWN, "0": "O", "1": "l", "I": "l", "|": "l"}.items()}
_IMITATES_LATIN = frozenset(letter for letter, like in _DRAWN.items() if like.isascii())
_WORD = re.compile(r"\w+")
_MERGED = {"CJK": "HAN", "IDEOGRAPHIC": "HAN", "KATAKANA-HIRAGANA": "KATAKANA"}
# Scripts that are written together within a word, besides Latin.
_TOGETHER = (frozenset({"HAN", "HIRAGANA", "KATAKANA"}), frozenset({"HAN", "HANGUL"}), frozenset({"HAN", "BOPOMOFO"}))


def alike(one: str, other: str) -> bool:
    """Whether two names can be taken for each other."""
    return not _skeletons(one).isdisjoint(_skeletons(other))


def imitates(name: str) -> bool:
    """Whether a word of a name mixes scripts with letters that are drawn like Latin ones."""
    return any(_is_mixed(word) for word in _WORD.findall(visible_part(name)))


def _is_mixed(word: str) -> bool:
    scripts = {_script(letter) for letter in word if unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")}
    if len(scripts) <= 1 or any(scripts <= each | {"LATIN"} for each in _TOGETHER):
        return False
    return any(letter in _IMITATES_LATIN and _script(letter) != "LATIN" for letter in word)


def _script(letter: str) -> str:
    """The script of a letter: its name begins with it."""
    first = unicodedata.name(letter, "?").split(" ", 1)[0]
    return _MERGED.get(first, first)


@lru_cache(4_096)
def _skeletons(name: str) -> frozenset[str]:
    """What a name comes down to, read with its capitals and without."""
    plain = visible_part(name)
    kept = _without_punctuation(plain) or plain
    drawn, folded = kept.translate(_ALIKE).casefold(), kept.casefold().translate(_ALIKE).casefold()
    # Dropping capitals makes an `i` with a second dot.
    return frozenset(visible_part(each).replace("rn", "m").replace("vv", "w") for each in (drawn, folded))


def _without_punctuation(name: str) -> str:
    """A name without spaces, punctuation and the marks on those."""
    kept, counts = [], False
    for letter in name:
        counts = counts if is_mark(letter) else unicodedata.category(letter)[0] not in "ZPC"
        if counts:
            kept.append(letter)
    return "".join(kept)

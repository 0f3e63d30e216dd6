"""What of the code is text for people, a declaration or a guard, so that a change there is no change of a rule.

Decided by the shape of the code alone, never by name of a file or a line:

- a string with a blank in it or with a capital first is prose; a string without is a name, and names are changed;
- what a `raise`, an `assert`, an f-string or a call of a logger holds is a message, and `strict` of `zip` a guard like
  `assert`;
- a module all of whose public functions return words puts into words;
- annotations, decorators, headers of classes, type aliases, `cast` and imports declare.
"""

import libcst as cst
import libcst.matchers as m

_WORDS = frozenset({"str", "None", "Iterator", "Iterable", "Sequence", "list", "tuple"})
_MESSAGES = (cst.Raise, cst.Assert, cst.FormattedString, cst.ConcatenatedString)
_DECLARATIONS = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)
_TELLING = m.Call(
    func=m.Name("cast") | m.Attribute(value=m.Name("log") | m.Attribute(attr=m.Name("log"))) | m.Name("TypeVar")
)


def holds_only_words(module: cst.Module) -> bool:
    """Whether all public functions of this module return words, so that the module is text for people."""
    functions = [found for found in m.findall(module, m.FunctionDef()) if isinstance(found, cst.FunctionDef)]
    judged = [_returns(found) for found in functions if not found.name.value.startswith("_")]
    return bool(judged) and all(names and names <= _WORDS and names - {"None"} for names in judged)


def is_no_rule(node: cst.CSTNode) -> bool:
    """Whether this and everything below it is text, a declaration or a guard."""
    if isinstance(node, (*_MESSAGES, *_DECLARATIONS)):
        return True
    if isinstance(node, cst.Arg):
        return _is_guard(node)
    if isinstance(node, cst.Assign):
        return all(_is_type_or_dunder(target.target) for target in node.targets)
    if isinstance(node, cst.AnnAssign):
        return _is_type_or_dunder(node.target)
    return isinstance(node, cst.Call) and m.matches(node, _TELLING)


def is_prose(node: cst.CSTNode) -> bool:
    """Whether this expression is text for people: a blank in it, or a capital first."""
    if isinstance(node, cst.SimpleString):
        text = node.raw_value
        return " " in text or text[:1].isupper()
    return isinstance(node, (cst.FormattedString, cst.ConcatenatedString))


def changes_no_rule(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    """Whether nothing but text for people or a guard is other in the changed node."""
    if isinstance(node, cst.BaseString):
        return is_prose(node)
    if isinstance(node, cst.Assign | cst.AnnAssign):
        return node.value is not None and is_prose(node.value)
    if isinstance(node, cst.Call) and isinstance(changed, cst.Call):
        kept = {id(argument) for argument in changed.args}
        lost = [argument for argument in node.args if id(argument) not in kept]
        return all(is_prose(argument.value) or _is_guard(argument) for argument in lost)
    return False


def _is_guard(argument: cst.Arg) -> bool:
    return argument.keyword is not None and argument.keyword.value == "strict"


def _returns(function: cst.FunctionDef) -> set[str]:
    """The names in the annotation of what a function returns."""
    if function.returns is None:
        return set()
    found = m.findall(function.returns, m.Name())
    return {name.value for name in found if isinstance(name, cst.Name)}


def _is_type_or_dunder(target: cst.BaseExpression) -> bool:
    """Whether a name is that of a type (`CapWords`) or of the language (`__all__`)."""
    if not isinstance(target, cst.Name):
        return False
    name = target.value.lstrip("_")
    return target.value.startswith("__") or (name[:1].isupper() and (not name.isupper() or len(name) == 1))

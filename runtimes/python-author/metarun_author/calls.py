"""Finds what a script does with its reporter, from the script's text."""

import ast
import difflib
from typing import NamedTuple, Optional

from .coroutines import coroutine_functions

_KINDS = {"set_phase": "phase", "step": "step", "run_task": "task"}
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# Values that differ in each run, so that no record can be found by them.
_VARYING = ("time", "datetime", "random", "uuid", "secrets")

Members = dict[str, dict[str, Optional[str]]]


class Calls(NamedTuple):
    """Members that the reporter lacks; calls: `{kind, parts, varies, loop, line, column}`; coroutines that are thrown away."""

    unknown: list[dict]
    calls: list[dict]
    floating: list[dict]


def read_calls(tree: ast.Module, members: Members) -> Calls:
    reader = _Reader(members, coroutine_functions(tree))
    reader.visit(tree)
    return Calls(reader.unknown, reader.calls, reader.floating)


class _Reader(ast.NodeVisitor):
    def __init__(self, members: Members, coroutines: frozenset[str]) -> None:
        self._members = members
        self._coroutines = coroutines
        self._reporters: frozenset[str] = frozenset()
        self._loops = 0
        self._top = True
        self.unknown: list[dict] = []
        self.calls: list[dict] = []
        self.floating: list[dict] = []

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _FUNCTIONS):
            self._visit_function(node)
        elif isinstance(node, _LOOPS):
            self._loops += 1
            self.generic_visit(node)
            self._loops -= 1
        else:
            if isinstance(node, ast.Attribute):
                self._read_member(node)
            elif isinstance(node, ast.Call):
                self._read_call(node)
            elif isinstance(node, ast.Expr):
                self._read_ignored(node.value)
            self.generic_visit(node)

    def _visit_function(self, node) -> None:
        outer = self._reporters, self._loops, self._top
        args = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        is_run = self._top and getattr(node, "name", None) == "run"
        own = {arg.arg for index, arg in enumerate(args) if _is_reporter(arg, is_run and index == 1)}
        self._reporters = (self._reporters - {arg.arg for arg in args}) | own
        # A function that a loop defines is called later. A lambda counts as called at once, as by map.
        self._loops = self._loops if isinstance(node, ast.Lambda) else 0
        self._top = False
        self.generic_visit(node)
        self._reporters, self._loops, self._top = outer

    def _read_member(self, node: ast.Attribute) -> None:
        owner, name = self._find_class(node.value), node.attr
        if owner is None or not isinstance(node.ctx, ast.Load) or name.startswith("__"):
            return
        known = self._members.get(owner, {})
        if name in known:
            return
        near = difflib.get_close_matches(name, known, 1)
        hint = f'did you mean "{near[0]}"?' if near else "it has " + ", ".join(sorted(known))
        path = ast.unparse(node.value)
        location = {"line": node.end_lineno, "column": (node.end_col_offset or 0) - len(name.encode()) + 1}
        self.unknown.append({"message": f'{path} has no "{name}": {hint}', **location})

    def _find_class(self, node: ast.AST) -> Optional[str]:
        """Returns the class of the stub that an expression's value has."""
        if isinstance(node, ast.Name):
            return "Reporter" if node.id in self._reporters else None
        if isinstance(node, ast.Attribute):
            owner = self._find_class(node.value)
            return None if owner is None else self._members.get(owner, {}).get(node.attr)
        return None

    def _read_call(self, node: ast.Call) -> None:
        method = node.func
        if not isinstance(method, ast.Attribute) or self._find_class(method.value) != "Reporter":
            return
        if method.attr == "run_tasks":
            for item in getattr(node.args[0], "elts", []) if node.args else []:
                if isinstance(item, ast.Tuple) and item.elts:
                    self._add("task", item.elts[0])
        kind = _KINDS.get(method.attr)
        if kind is None:
            return
        named = {keyword.arg: keyword.value for keyword in node.keywords}
        first = node.args[0] if node.args else named.get({"phase": "text", "step": "name"}.get(kind, "identifier"))
        if first is not None:
            self._add(kind, first)

    def _read_ignored(self, value: ast.expr) -> None:
        """Reads the value of a statement, which nothing takes."""
        call = value.elt if isinstance(value, ast.ListComp) else value
        if not isinstance(call, ast.Call) or not self._makes_coroutine(call):
            return
        name = ast.unparse(call.func)
        message = (
            f"the coroutine of {name} is not awaited, so that it does nothing: write `await {name}(…)`, "
            "or `asyncio.run(…)` in a function that is not async"
        )
        self.floating.append({"message": message, **_location(call)})

    def _makes_coroutine(self, call: ast.Call) -> bool:
        func = call.func
        if self._is_coroutine_function(func):
            return True
        owner = self._find_class(func.value) if isinstance(func, ast.Attribute) else None
        if owner == "Reporter" and getattr(func, "attr", "") == "step":
            work = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "fn")]
            return any(self._is_coroutine_function(node) for node in work)
        return owner == "AsyncWaits"

    def _is_coroutine_function(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            return getattr(node.value, "id", None) == "self" and f".{node.attr}" in self._coroutines
        return isinstance(node, ast.Name) and node.id in self._coroutines

    def _add(self, kind: str, text: ast.expr) -> None:
        call = {"kind": kind, "parts": _parts(text), "varies": _varies(text), "loop": self._loops > 0}
        self.calls.append({**call, **_location(text)})


def _is_reporter(arg: ast.arg, is_second_of_run: bool) -> bool:
    if is_second_of_run or (arg.annotation is None and arg.arg == "reporter"):
        return True
    named = arg.annotation
    if isinstance(named, ast.Constant):
        return named.value in ("Reporter", "metarun.Reporter")
    return getattr(named, "id", getattr(named, "attr", None)) == "Reporter"


def _parts(node: ast.expr) -> Optional[list[str]]:
    """Returns the literal texts between placeholders; None if all of it is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        parts = [""]
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts[-1] += str(value.value)
            else:
                parts.append("")
        return parts if any(parts) else None
    return None


def _varies(node: ast.expr) -> Optional[str]:
    """Returns the call in an expression whose value differs in each run."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            path = ast.unparse(part.func)
            if path.split(".")[0] in _VARYING:
                return f"{path}()"
    return None


def _location(node) -> dict:
    # Columns count characters from 1; the tree counts bytes, which differ in few lines.
    return {"line": node.lineno, "column": node.col_offset + 1}

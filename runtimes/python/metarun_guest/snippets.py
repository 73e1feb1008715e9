"""Snippets: texts without a `run`, which run unchanged, like the main module of a program."""

import ast
import linecache
import sys
from types import CodeType

from .script_files import join_file

_FILE = "snippet.py"


def build_script(source: str) -> str:
    """Returns the script that runs a snippet."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n")
    return join_file("from metarun_guest.snippets import run", _FILE, lines)


def defines_run(tree: ast.Module) -> bool:
    """Returns whether a text defines the function that runs a script. An imported name `run` does not count."""
    return any(map(_is_run, tree.body))


def _is_run(node: ast.stmt) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return node.name == "run"
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Lambda):
        return False
    return any(getattr(to, "id", None) == "run" for to in node.targets)


def run(params, reporter) -> None:
    """Runs the snippet, which has `params` and `reporter` as globals."""
    scope = sys.modules["__main__"].__dict__
    del scope["run"]
    scope.update(__name__="__main__", __file__=_FILE, params=params, reporter=reporter)
    try:
        exec(_compiled(), scope)
    except SystemExit as end:
        if end.code:
            raise


def _compiled() -> CodeType:
    """Returns the code of the snippet, which prints its last expression like interactive Python, unless it is None."""
    # The line cache contains the further files of each script.
    tree = ast.parse("".join(linecache.getlines(_FILE)), _FILE)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        show = ast.parse('__import__("sys").displayhook', mode="eval").body
        shown = ast.copy_location(ast.Call(show, [last.value], []), last.value)
        tree.body[-1] = ast.copy_location(ast.Expr(shown), last)
        for node in ast.walk(show):
            ast.copy_location(node, last.value)
    return compile(tree, _FILE, "exec", dont_inherit=True)

"""Finds problems that prevent a script from running, without running it."""

import ast
import json
import os
import socket
import symtable
import warnings
from collections.abc import Sequence
from typing import NamedTuple, Optional

from .channel import LineReader, read_line
from .confine import CHANNEL_FD
from .imports import failing_imports
from .metadata import BadMetadata, Dependency, read_metadata
from .params.infer import infer_params_schema
from .places import SCRIPT_FILE
from .script_files import BadFiles, Script, split_script
from .snippets import build_script, defines_run
from .strict_json import clean, encode

_HOW = "write `def run(params, reporter):`"


class Checked(NamedTuple):
    """The errors that prevent a script from running. If there are none: the schema of its params or None, and its
    dependencies.
    """

    diagnostics: list[dict]
    params_schema: Optional[dict] = None
    dependencies: Sequence[Dependency] = ()
    # Diagnostics of imports that fail if the run reaches them.
    doubts: Sequence[dict] = ()
    # The script that a snippet was turned into; None if the text itself is run.
    code: Optional[str] = None


def answer_check(received: bytes) -> None:
    """Reads `{"source", "on_image", "is_snippet"}` from the channel and answers with a `Checked`."""
    sock = socket.socket(fileno=CHANNEL_FD)
    request = json.loads(read_line(sock, LineReader(received)))
    checked = check(request["source"], request["on_image"], request["is_snippet"])
    answer = {
        "diagnostics": checked.diagnostics,
        "params_schema": checked.params_schema,
        "dependencies": [one._asdict() for one in checked.dependencies],
        "code": checked.code,
    }
    sock.sendall(encode(answer).encode("utf-8") + b"\n")
    os._exit(0)


def check(text: str, on_image: bool = False, is_snippet: bool = False) -> Checked:
    """Checks a script.

    With `on_image`, an image provides the packages, which are unknown here. With `is_snippet`, a text that defines no
    `run` is run unchanged.
    """
    warnings.simplefilter("ignore")
    try:
        script = split_script(text)
    except BadFiles as error:
        return _refused(str(error), error.line, 1)
    for path, (source, first) in script.files.items():
        refused = _check_file(path, source, first)
        if refused is not None:
            return refused
    return _check_script(script, on_image, is_snippet and not script.files)


def _check_file(path: str, source: str, first: int) -> Optional[Checked]:
    """Returns the error that prevents a further file from being compiled."""
    try:
        compile(source, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        return _refused(f"{path}: {type(error).__name__}: {error.msg}", first + (error.lineno or 1), error.offset)
    except (RecursionError, MemoryError):
        return _refused(f"{path}: its expressions are nested too deeply.", first, 1)
    except ValueError as error:
        return _refused(f"{path} cannot be compiled: {error}.", first, 1)
    return None


def _check_script(script: Script, on_image: bool, may_be_snippet: bool) -> Checked:
    source = script.source
    try:
        compile(source, SCRIPT_FILE, "exec", dont_inherit=True)
        tree = ast.parse(source, SCRIPT_FILE)
        is_snippet = may_be_snippet and bool(tree.body) and not defines_run(tree)
        definition = None if is_snippet else _definition_of_run(tree)
        diagnostics = [] if is_snippet else _diagnose_run(source, tree, definition)
        if diagnostics:
            return Checked(diagnostics)
        dependencies = read_metadata(source)
        failing = failing_imports(script, tree, bool(dependencies) or on_image)
        certain = [_import_diagnostic(script, one) for one in failing if one.certain]
        doubts = [_import_diagnostic(script, one) for one in failing if not one.certain]
        if certain or definition is None:
            code = build_script(source) if is_snippet else None
            return Checked(certain, None, dependencies, doubts, code)
        return Checked([], infer_params_schema(tree, definition), dependencies, doubts)
    except BadMetadata as error:
        return Checked([_diagnostic(message, line, 1) for message, line in error.errors])
    except SyntaxError as error:
        return _refused(f"{type(error).__name__}: {error.msg}", error.lineno, error.offset)
    except (RecursionError, MemoryError):
        return _refused("The script's expressions are nested too deeply.")
    except UnicodeError:
        return _refused("The script holds half of a surrogate pair, which is not a character.")
    except ValueError as error:
        return _refused(f"The script cannot be compiled: {error}.")


def _import_diagnostic(script: Script, one) -> dict:
    first = script.files[one.file].first if one.file else 0
    where = f"{one.file}: " if one.file else ""
    return _diagnostic(f"{where}{one.message}", first + one.line, one.column)


def _refused(message: str, line: Optional[int] = None, column: Optional[int] = None) -> Checked:
    return Checked([_diagnostic(message, line, column)])


def _definition_of_run(tree: ast.Module):
    """Returns the last top-level node named `run` if it is a function."""
    named = next((node for node in reversed(tree.body) if getattr(node, "name", None) == "run"), None)
    return named if isinstance(named, (ast.FunctionDef, ast.AsyncFunctionDef)) else None


def _diagnose_run(source: str, tree: ast.Module, definition) -> list[dict]:
    return _diagnose_undefined(source, tree) if definition is None else _diagnose_signature(definition)


def _diagnose_undefined(source: str, tree: ast.Module) -> list[dict]:
    if not tree.body:
        return [_diagnostic(f"The script is empty: {_HOW}.", None, None)]
    literal = _literal_run(tree)
    if literal is not None:
        return [_diagnostic(f"`run` is not a function: {_HOW}.", literal.lineno, literal.col_offset + 1)]
    if _binds_run(source) or any(_imports_all(node) for node in tree.body):
        return []
    return [_diagnostic(f"The script defines no `run`: {_HOW}.", None, None)]


def _diagnose_signature(run) -> list[dict]:
    # A decorator may change the parameters.
    if run.decorator_list or _takes_two(run.args):
        return []
    message = f"`run` must take (params, reporter); it takes ({ast.unparse(run.args)})"
    return [_diagnostic(message, run.lineno, run.col_offset + 1)]


def _takes_two(args: ast.arguments) -> bool:
    positional = len(args.posonlyargs) + len(args.args)
    required = positional - len(args.defaults)
    keywords_required = any(default is None for default in args.kw_defaults)
    return required <= 2 and (positional >= 2 or args.vararg is not None) and not keywords_required


def _literal_run(tree: ast.Module) -> Optional[ast.Assign]:
    """Returns the last top-level `run = …` if its value is a literal, which cannot be called."""
    plain = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr)
    for node in reversed(tree.body):
        if isinstance(node, ast.Assign) and any(getattr(to, "id", None) == "run" for to in node.targets):
            return node if isinstance(node.value, plain) else None
    return None


def _binds_run(source: str) -> bool:
    table = symtable.symtable(source, SCRIPT_FILE, "exec")
    if "run" not in table.get_identifiers():
        return False
    symbol = table.lookup("run")
    return symbol.is_assigned() or symbol.is_imported()


def _imports_all(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and any(name.name == "*" for name in node.names)


def _diagnostic(message: str, line: Optional[int], column: Optional[int]) -> dict:
    return {
        "message": clean(message)[:1000],
        "line": line if line and line > 0 else None,
        "column": column if line and column and column > 0 else None,
    }

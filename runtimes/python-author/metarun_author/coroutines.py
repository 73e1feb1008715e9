"""Finds the coroutine functions of a script, from its text."""

import ast


def coroutine_functions(tree: ast.Module) -> frozenset[str]:
    """Returns the names that stand for coroutine functions wherever they are bound; a method has a point before its own."""
    methods = {item for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for item in node.body}
    found: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            name = f".{node.name}" if node in methods else node.name
            (found if _is_plain_coroutine(node) else others).add(name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            others.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            others.add(f".{node.attr}")
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.alias):
            others.add((node.asname or node.name).split(".")[0])
    return frozenset(found - others)


def _is_plain_coroutine(node) -> bool:
    # A decorator may begin it, and one that yields is a generator.
    yields = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(node))
    return isinstance(node, ast.AsyncFunctionDef) and not node.decorator_list and not yields

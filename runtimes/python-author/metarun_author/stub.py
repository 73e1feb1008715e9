"""Reads the members of a reporter from the stub that editors use."""

import ast
from typing import Optional


def read_members(path: str) -> dict[str, dict[str, Optional[str]]]:
    """Returns, by class and member, the class of the member's value; None for methods and plain values."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    return {name: _members(node, classes) for name, node in classes.items()}


def _members(node: ast.ClassDef, classes: dict) -> dict[str, Optional[str]]:
    found: dict[str, Optional[str]] = {}
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            found[item.name] = None
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            kind = getattr(item.annotation, "id", None)
            found[item.target.id] = kind if kind in classes else None
    return found

"""Parts of schemas. The TypeScript checker produces the same for the same types."""

from typing import Optional

from ..strict_json import clean

NULL = {"type": "null"}
_MAX_DESCRIPTION = 1_000


def described(schema: dict, text: Optional[str]) -> dict:
    """Returns `schema` with a description, unless the text is empty."""
    text = clean(text or "").strip()[:_MAX_DESCRIPTION]
    return {**schema, "description": text} if text else schema


def literals(values: list) -> dict:
    return {"const": values[0]} if len(values) == 1 else {"enum": values}


def union(members: list[dict]) -> dict:
    """Merges literals into one `enum` and plain types into one `type`; if one member is unknown, so is the union."""
    values: dict = {}
    types: list[str] = []
    merged: list[dict] = []
    for member in _flat(members):
        if member == {}:
            return {}
        if set(member) <= {"const", "enum"}:
            _place(merged, values)
            for value in member.get("enum", [member.get("const")]):
                # True is 1 in Python, but not in JSON.
                values[type(value), value] = value
        elif set(member) == {"type"}:
            _place(merged, types)
            listed = member["type"] if isinstance(member["type"], list) else [member["type"]]
            types += [kind for kind in listed if kind not in types]
        elif member not in merged:
            merged.append(member)
    if values and types == ["null"]:
        merged = [member for member in merged if member is not types]
        values[type(None), None] = None
    schemas = [_build_schema(member, values, types) for member in merged]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _flat(members: list[dict]) -> list[dict]:
    flat: list[dict] = []
    for member in members:
        flat += member["anyOf"] if set(member) == {"anyOf"} else [member]
    return flat


def _place(merged: list, gathered) -> None:
    """Places all literals, or plain types, at the position of the first one."""
    if not any(member is gathered for member in merged):
        merged.append(gathered)


def _build_schema(member, values: dict, types: list[str]) -> dict:
    if member is values:
        return literals(list(values.values()))
    if member is types:
        return {"type": types[0] if len(types) == 1 else types}
    return member

"""Compares the stub that is shipped for authors with the real reporter: python_types.py <runtimes/python>.

Prints as JSON the differences in names, parameters and defaults.
"""

import ast
import inspect
import json
import sys

root = sys.argv[1]
sys.path.insert(0, root)

import metarun  # noqa: E402


class _Channel:
    def call(self, _method, _args):
        return None


_ANSWER = {"url": "", "status": 200, "status_text": "", "headers": [], "body": "", "redirected": False}


def stub_classes():
    with open(f"{root}/metarun/__init__.pyi", encoding="utf-8") as file:
        tree = ast.parse(file.read())
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {node.name: node for node in classes if not node.name.startswith("_")}


def is_shape(node):
    return any(getattr(base, "id", None) == "TypedDict" for base in node.bases)


def read_stub_parameters(function):
    args = function.args
    assert not (args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg)
    optional = len(args.args) - len(args.defaults)
    return [(arg.arg, index >= optional) for index, arg in enumerate(args.args)]


def read_parameters(function):
    found = inspect.signature(function).parameters.values()
    return [(one.name, one.default is not one.empty) for one in found]


def is_property(function):
    # The stub of what gives another type for another argument has several, which take the same.
    return any(getattr(one, "id", None) != "overload" for one in function.decorator_list)


def collect_stub_members(node):
    members = {}
    for base in node.bases:
        parent = stubs.get(getattr(base, "id", None))
        inherited = {} if parent is None else collect_stub_members(parent)
        members.update((name, value) for name, value in inherited.items() if name != "__init__")
    for item in node.body:
        if isinstance(item, ast.FunctionDef):
            if item.name.startswith("__") and item.name != "__init__":
                continue
            members[item.name] = None if is_property(item) else read_stub_parameters(item)
        elif isinstance(item, ast.AnnAssign):
            members[item.target.id] = None
    return members


def collect_members(name, real):
    made = {
        "Reporter": lambda: real(_Channel(), None),
        "Task": lambda: real({}),
        "Files": lambda: real(_Channel()),
        "Http": lambda: real(_Channel()),
        "HttpHeaders": lambda: real([]),
        "HttpResponse": lambda: real(_ANSWER),
        "PendingApproval": lambda: real(_Channel(), "id", None),
        "Ai": lambda: real(_Channel()),
        "AsyncWaits": lambda: real(_Channel()),
        "Generated": lambda: real({"text": "", "object": None, "finish": "stop", "model": "", "usage": {}}),
        "Mcp": lambda: real(_Channel()),
        "McpResult": lambda: real({"content": [], "structured": None, "is_error": False, "path": None}),
        "McpOutcomeUnknown": lambda: real("message"),
        "Memory": lambda: real(_Channel()),
        "Secrets": lambda: real(_Channel()),
        "MetarunError": lambda: real("code", "message"),
        "ApprovalExpired": lambda: real("message"),
        "ApprovalRejected": lambda: real("message"),
        "TaskFailed": lambda: real("task", "task_id", "error_code", "message"),
        "NonRetryable": lambda: real("message"),
        "RetryAfter": lambda: real(1),
        "StepError": lambda: real("step", "type", "message"),
        "TaskCancelled": lambda: real(),
    }[name]()
    names = {*vars(real), *vars(real).get("__annotations__", ()), *getattr(made, "__dict__", ())}
    members = {}
    for member in names:
        if member.startswith("_") and not (member == "__init__" and issubclass(real, BaseException)):
            continue
        value = getattr(real, member, None)
        members[member] = read_parameters(value) if inspect.isfunction(value) else None
    return members


stubs = stub_classes()
differences = []
if sorted(stubs) != sorted(metarun.__all__):
    differences.append(f"names: {sorted(stubs)} is not {sorted(metarun.__all__)}")
for name in sorted(stubs):
    if is_shape(stubs[name]):
        # A dict at run time.
        if getattr(metarun, name) is not dict:
            differences.append(f"{name} is not a dict")
        continue
    stub, real = collect_stub_members(stubs[name]), collect_members(name, getattr(metarun, name))
    if stub != real:
        differences.append(f"{name}: {stub} is not {real}")
print(json.dumps(differences))

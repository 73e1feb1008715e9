from typing import List, TypedDict


class Params(TypedDict):
    """Whom to greet."""

    names: List[str]


def run(params: Params, reporter):
    names = params["names"]
    reporter.set_phase("Greeting")
    for done, name in enumerate(names, start=1):
        print("greeting", name)
        reporter.set_progress(100 * done / len(names))
    return {"greetings": [f"Hello, {name}!" for name in names]}

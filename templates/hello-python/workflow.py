from typing import List, TypedDict

from metarun import Reporter


class Params(TypedDict):
    """The names to greet."""

    names: List[str]


def run(params: Params, reporter: Reporter):
    names = params["names"]
    reporter.set_phase("Greeting")
    for done, name in enumerate(names, start=1):
        print("greeting", name)
        reporter.set_progress(100 * done / len(names))
    return {"greetings": [f"Hello, {name}!" for name in names]}

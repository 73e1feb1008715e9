"""Has each text of a directory looked at by a task of its own, and gathers what they found."""

from dataclasses import dataclass

from metarun import Reporter

PART = "fan-out-python-part"
"""The meta-task in the folder `part`."""
AT_ONCE = 100
MAX_TEXTS = 1000
"""No task may have more children than this."""


@dataclass
class Params:
    """Which texts to look at."""

    path: str = "/texts"
    """A directory of the workspace; all `.txt` and `.md` files below it."""
    max_failed: int = 0
    """The task fails when more of its parts than this have failed."""


def run(params: Params, reporter: Reporter):
    reporter.set_phase("Listing")
    # A step, so that every replay has the same texts, whatever is uploaded meanwhile.
    paths = reporter.step("list the texts", lambda: texts_below(reporter, params.path))
    if len(paths) > MAX_TEXTS:
        raise ValueError(f"{params.path} has {len(paths)} texts; a task can have {MAX_TEXTS} parts")

    reporter.set_phase("Counting")
    outcomes = []
    for start in range(0, len(paths), AT_ONCE):
        group = paths[start : start + AT_ONCE]
        parts = [(PART, {"path": path}, f"Count {path}"[:200]) for path in group]
        # `settled`: one text that cannot be read is no reason to lose the others.
        outcomes += reporter.run_tasks(parts, settled=True)
        reporter.set_progress(95 * len(outcomes) / len(paths))

    reporter.set_phase("Gathering")
    counted, failed = [], []
    for path, outcome in zip(paths, outcomes):
        if outcome["status"] == "success":
            counted.append({"path": path, **outcome["result"]})
        else:
            failed.append({"path": path, "error": outcome["error_message"]})
            reporter.log(f"{path}: {outcome['error_message']}", level="warning")
    if len(failed) > params.max_failed:
        raise RuntimeError(
            f"{len(failed)} of {len(paths)} parts failed, {params.max_failed} may;"
            f" the first is {failed[0]['path']}: {failed[0]['error']}"
        )
    reporter.files.write("/reports/words.md", as_markdown(counted, failed))
    return {
        "texts": len(counted),
        "words": sum(part["words"] for part in counted),
        "failed": failed,
        "report": "/reports/words.md",
    }


def texts_below(reporter: Reporter, path: str) -> list[str]:
    return [entry["path"] for entry in reporter.files.glob("**/*.{txt,md}", path=path)]


def as_markdown(counted: list[dict], failed: list[dict]) -> str:
    lines = ["# Words", "", "| text | words | most frequent |", "| ---- | ----: | ------------- |"]
    for part in sorted(counted, key=lambda part: -part["words"]):
        lines.append(f"| {part['path']} | {part['words']} | {part['most_frequent']} |")
    if failed:
        lines += ["", "## Not counted", ""]
        lines += [f"- {part['path']}: {part['error']}" for part in failed]
    return "\n".join(lines) + "\n"

"""Writes a report of each day's events in the morning after, and catches up on days that were missed."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Optional

from metarun import FileEntry, Reporter


@dataclass
class Params:
    """Which days to report on."""

    day: Optional[date] = None
    """The last of them; without it the day before the one in the task's name, else yesterday."""
    look_back_days: int = 7
    """So many days in all, so that a day that was missed, or whose events came late, gets its report."""


def run(params: Params, reporter: Reporter):
    if not 1 <= params.look_back_days <= 366:
        raise ValueError("look_back_days must be from 1 to 366")
    reporter.set_phase("Looking")
    last = params.day or day_of_tick(reporter)
    days = [last - timedelta(days=back) for back in reversed(range(params.look_back_days))]
    events = files_by_day(reporter, "/events", ".jsonl")
    reports = files_by_day(reporter, "/reports", ".md")

    reporter.set_phase("Reporting")
    written, up_to_date, without_events = [], [], []
    for done, day in enumerate(map(str, days), start=1):
        source = events.get(day)
        if source is None:
            without_events.append(day)
        # The same events lead to the same report: an existing report is left alone, however often this runs.
        elif day in reports and read_etag(reporter, reports[day]["path"]) == source["etag"]:
            up_to_date.append(day)
        else:
            report = f"/reports/{day}.md"
            reporter.files.write(report, report_on(reporter, day, source))
            written.append(report)
        reporter.set_progress(100 * done / len(days))
    return {"written": written, "up_to_date": up_to_date, "without_events": without_events}


def day_of_tick(reporter: Reporter) -> date:
    """A tick's own date does not change when the task runs late, or is tried again the day after."""
    named = re.search(r"\d{4}-\d\d-\d\d", reporter.task.name)
    today = named[0] if named else reporter.step("today", lambda: str(datetime.now(timezone.utc).date()))
    return date.fromisoformat(today) - timedelta(days=1)


def files_by_day(reporter: Reporter, folder: str, ending: str) -> dict[str, FileEntry]:
    """The files of a folder that are named by a day, by that day."""
    if not reporter.files.exists(folder):
        return {}
    entries = reporter.files.list(folder)
    return {
        entry["name"].removesuffix(ending): entry
        for entry in entries
        if re.fullmatch(r"\d{4}-\d\d-\d\d" + re.escape(ending), entry["name"])
    }


def read_etag(reporter: Reporter, report: str) -> Optional[str]:
    """The etag of the events that a report was made of."""
    found = re.match(r"---\nevents: (\S+)\n", str(reporter.files.read(report)))
    return found and json.loads(found[1])


def report_on(reporter: Reporter, day: str, source: FileEntry) -> str:
    counts: Counter = Counter()
    total = Decimal(0)
    bad = []
    for number, line in enumerate(str(reporter.files.read(source["path"])).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            event = json.loads(line, parse_float=Decimal)
            counts[event["kind"]] += 1
            total += event.get("amount", 0)
        except (ValueError, KeyError, TypeError) as error:
            bad.append(number)
            reporter.log(f"{source['path']}:{number}: {type(error).__name__}: {error}", level="warning")
    lines = ["---", f"events: {json.dumps(source['etag'])}", "---", "", f"# {day}", ""]
    lines += ["| kind | events |", "| ---- | -----: |"]
    lines += [f"| {kind} | {count} |" for kind, count in sorted(counts.items())]
    lines += ["", f"Amounts add up to {total:.2f}."]
    if bad:
        lines += ["", f"Lines that could not be read: {', '.join(map(str, bad))}."]
    return "\n".join(lines) + "\n"

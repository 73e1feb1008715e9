"""Keeps a copy of a GitHub repository's issues as files; each run fetches what has changed since the last."""

import json
import re
from dataclasses import dataclass
from typing import Optional

from metarun import HttpResponse, MetarunError, Reporter

MAX_WAITS = 5


@dataclass
class Params:
    """Which issues to keep a copy of."""

    repository: str
    """`owner/name`."""
    max_pages: int = 50
    """Pages of 100 issues that one run fetches at most; the next run goes on from there."""
    secret: Optional[str] = None
    """Name of a secret of the project that holds a token; without one GitHub answers 60 requests an hour."""
    base_url: str = "https://api.github.com"
    """Another host must be one of `allowed_hosts` in metatask.yaml, too."""


class Unavailable(Exception):
    """The API has a bad moment: worth another try."""


def run(params: Params, reporter: Reporter):
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", params.repository):
        raise ValueError(f"repository: {params.repository!r} is not owner/name")
    folder = f"/issues/{params.repository}"
    cursor_file = f"{folder}/cursor.json"

    # A step, since the file is another one when the script is run again after a wait.
    since = reporter.step("read the cursor", lambda: read_cursor(reporter, cursor_file))

    reporter.set_phase("Fetching")
    url = f"{params.base_url}/repos/{params.repository}/issues"
    query = {"state": "all", "sort": "updated", "direction": "asc", "per_page": 100, "since": since}
    newest, saved, pages = since, 0, 0
    while url is not None and pages < params.max_pages:
        page = fetch(reporter, pages + 1, url, query, folder, params.secret)
        pages += 1
        saved += page["saved"]
        newest = page["newest"] or newest
        # The link to the next page has the query in it.
        url, query = page["next"], None
        reporter.set_progress(100 * pages / (pages if url is None else params.max_pages))
        print(f"page {pages}: {page['saved']} issues")

    reporter.set_phase("Saving the cursor")
    # Last, so that a run which fails on its way fetches again what it has not seen.
    reporter.files.write(cursor_file, json.dumps({"since": newest}) + "\n")
    return {"saved": saved, "pages": pages, "since": since, "next_since": newest, "complete": url is None}


def read_cursor(reporter: Reporter, path: str) -> Optional[str]:
    try:
        return json.loads(reporter.files.read(path))["since"]
    except MetarunError as error:
        if error.code != "not_found":
            raise
        return None


def fetch(reporter: Reporter, number: int, url, query, folder: str, secret: Optional[str]) -> dict:
    """Fetches and stores one page: a step, done once. Where the API wants us to wait, waits without a process."""
    for turn in range(1, MAX_WAITS + 1):
        page = reporter.step(
            f"page {number}, turn {turn}",
            lambda: fetch_once(reporter, url, query, folder, secret),
            attempts=4,
            delay=2,
        )
        if "refused" in page:
            raise ValueError(page["refused"])
        if "wait_seconds" not in page:
            return page
        reporter.log(f"the API asks for {page['wait_seconds']} s of patience", level="warning")
        reporter.sleep(page["wait_seconds"])
    raise Unavailable(f"page {number} was put off {MAX_WAITS} times")


def fetch_once(reporter: Reporter, url, query, folder: str, secret: Optional[str]) -> dict:
    headers = {"Accept": "application/vnd.github+json", "User-Agent": "metarun"}
    if secret is not None:
        headers["Authorization"] = f"Bearer {reporter.secrets.get(secret)}"
    answer = reporter.http.request("GET", url, headers=headers, params=query, timeout=30)
    wait = seconds_to_wait(answer)
    if wait is not None:
        return {"wait_seconds": wait}
    if answer.status >= 500:
        raise Unavailable(f"{answer.status} {answer.reason}")
    if not answer.ok:
        # Not raised here: another try would get the same.
        return {"refused": f"{url} answered {answer.status}: {answer.text[:200]}"}
    # GitHub lists pull requests among the issues.
    issues = [issue for issue in answer.json() if "pull_request" not in issue]
    for issue in issues:
        reporter.files.write(f"{folder}/{issue['number']}.json", json.dumps(kept(issue), indent=2) + "\n")
    every = [issue["updated_at"] for issue in answer.json()]
    return {"saved": len(issues), "newest": max(every, default=None), "next": next_link(answer)}


def seconds_to_wait(answer: HttpResponse) -> Optional[int]:
    """Returns how long a rate limit asks to wait; None if the answer does not come of one."""
    if answer.status not in (403, 429):
        return None
    after = answer.headers.get("Retry-After", "")
    if after.isdigit():
        return min(int(after), 3600)
    return 60 if answer.headers.get("X-RateLimit-Remaining") == "0" else None


def next_link(answer: HttpResponse) -> Optional[str]:
    found = re.search(r'<([^>]+)>;\s*rel="next"', answer.headers.get("Link", ""))
    return found and found[1]


def kept(issue: dict) -> dict:
    names = ("number", "title", "state", "body", "html_url", "created_at", "updated_at", "closed_at")
    return {
        **{name: issue.get(name) for name in names},
        "author": (issue.get("user") or {}).get("login"),
        "labels": [label["name"] for label in issue.get("labels", [])],
    }

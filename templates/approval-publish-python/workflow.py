"""Shows a draft to a person, publishes what they approve, and keeps what they say about the rest."""

import re
from dataclasses import dataclass

from metarun import ApprovalExpired, ApprovalRejected, Reporter

CHANNELS = ["website", "newsletter"]


@dataclass
class Params:
    """The draft to publish."""

    draft: str
    """Path of a Markdown file in the workspace; its first heading is the title."""
    expires_in_hours: float = 72
    """The draft is not published when no answer has come by then."""


def run(params: Params, reporter: Reporter):
    reporter.set_phase("Reading the draft")
    # A step: what the person is shown stays what it was, whatever becomes of the file while they think.
    draft = reporter.step("read the draft", lambda: read_draft(reporter, params.draft))

    reporter.set_phase("Waiting for approval")
    try:
        approval = reporter.ask_approval(
            f"Publish “{draft['title']}”?",
            proposal=draft,
            form={
                "type": "object",
                "required": ["channel"],
                "additionalProperties": False,
                "properties": {
                    "channel": {"title": "Where", "enum": CHANNELS, "default": CHANNELS[0]},
                    "pinned": {"title": "Keep it on top", "type": "boolean", "default": False},
                },
            },
            expires_in=params.expires_in_hours * 3600,
        )
    except ApprovalRejected as rejection:
        review = f"{params.draft}.review.md"
        said = rejection.comment or "No reason was given."
        reporter.files.write(review, f"Rejected by {rejection.decided_by}: {said}\n")
        return {"published": False, "why": "rejected", "by": rejection.decided_by, "review": review}
    except ApprovalExpired:
        reporter.log("no answer has come in time", level="warning")
        return {"published": False, "why": "expired"}

    reporter.set_phase("Publishing")
    answer = approval["payload"]
    path = f"/published/{answer['channel']}/{slug(draft['title'])}.md"
    pinned = "true" if answer.get("pinned") else "false"
    matter = f"---\napproved_by: {approval['decided_by']}\npinned: {pinned}\n---\n\n"
    # To write a file twice does no harm. What sends something elsewhere belongs into a step.
    reporter.files.write(path, matter + draft["text"])
    return {"published": True, "path": path, "by": approval["decided_by"]}


def read_draft(reporter: Reporter, path: str) -> dict:
    text = reporter.files.read(path)
    title = re.search(r"^# +(.+?) *$", text, re.MULTILINE) if isinstance(text, str) else None
    if not isinstance(text, str) or title is None:
        raise ValueError(f"{path} is not Markdown with a heading")
    return {
        "title": title[1],
        "words": len(re.findall(r"\w+", text)),
        "text": text,
    }


def slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "untitled"

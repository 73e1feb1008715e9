"""Counts the words of one text."""

import re
from collections import Counter
from typing import TypedDict

from metarun import Reporter


class Params(TypedDict):
    """Which text to look at."""

    path: str


class Found(TypedDict):
    words: int
    most_frequent: str


def run(params: Params, reporter: Reporter) -> Found:
    reporter.set_phase("Counting")
    text = reporter.files.read(params["path"])
    if isinstance(text, bytes):
        raise ValueError(f"{params['path']} is not UTF-8 text")
    words = Counter(re.findall(r"\w+", text.lower()))
    if not words:
        raise ValueError(f"{params['path']} has no words")
    most_frequent = min(words, key=lambda word: (-words[word], word))
    return {"words": sum(words.values()), "most_frequent": most_frequent}

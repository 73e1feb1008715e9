"""Answers a topic with sentences of the documents in a knowledge base, each with its source. Needs no model."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple, Optional

from metarun import FileSearchResult, MetarunError, Reporter

SECTIONS = 30
"""Number of sections that are read: those that the search puts first."""
ENDS = re.compile(r"(?<=[.!?])\s+(?=[^\W_a-z])")
WORDS = re.compile(r"\w{3,}")
MARKUP = re.compile(r"^\s*(?:[#>|]|```|---).*$", re.MULTILINE)


@dataclass
class Params:
    """The topic to look for."""

    topic: str
    """A few words."""
    path: Optional[str] = None
    """Only in this directory or document."""
    sentences: int = 6
    """The most sentences that the summary has."""


class Section(NamedTuple):
    path: str
    heading: str
    anchor: Optional[str]
    first_line: int
    last_line: int
    text: str


class Sentence(NamedTuple):
    section: Section
    place: int
    text: str
    words: frozenset


def run(params: Params, reporter: Reporter):
    if not 1 <= params.sentences <= 50:
        raise ValueError("sentences must be from 1 to 50")
    topic = [word.lower() for word in WORDS.findall(params.topic)]
    if not topic:
        raise ValueError("topic has no word of three letters or more")

    reporter.set_phase("Finding")
    found = find(reporter, topic, params.path)
    reporter.log(f"{len(found)} sections mention {params.topic}")

    reporter.set_phase("Reading")
    sentences = []
    for done, hit in enumerate(found, start=1):
        section = read(reporter, hit)
        plain = MARKUP.sub("", section.text).strip()
        for place, text in enumerate(ENDS.split(" ".join(plain.split()))):
            words = frozenset(word.lower() for word in WORDS.findall(text))
            if words:
                sentences.append(Sentence(section, place, text, words))
        reporter.set_progress(80 * done / len(found))

    reporter.set_phase("Writing")
    chosen = choose(sentences, topic, params.sentences)
    path = f"/summaries/{'-'.join(topic)[:80]}.md"
    reporter.files.write(path, as_markdown(params.topic, chosen))
    reporter.set_progress(100)
    return {
        "summary": path,
        "sentences": [sentence.text for sentence in chosen],
        "sources": list(dict.fromkeys(cited(sentence.section) for sentence in chosen)),
    }


def find(reporter: Reporter, topic: list[str], path: Optional[str]) -> list[FileSearchResult]:
    """The sections with all of the words; where there is none, those with one of them."""
    options = {"path": path, "limit": SECTIONS}
    hits = reporter.files.search(" ".join(f"{word}*" for word in topic), **options)
    if not hits:
        hits = [hit for word in topic for hit in reporter.files.search(f"{word}*", **options)]
    unique = {(hit["path"], hit["first_line"]): hit for hit in hits}
    # What this meta-task has written itself is not a source.
    return [hit for hit in unique.values() if not hit["path"].startswith("/summaries/")][:SECTIONS]


def read(reporter: Reporter, hit: FileSearchResult) -> Section:
    """Returns the text below the heading itself, up to the next one."""
    heading = " › ".join(hit["heading"])
    last = hit["last_line"]
    try:
        below = [h["first_line"] for h in reporter.files.outline(hit["path"])]
        last = min([line - 1 for line in below if line > hit["first_line"]] + [last])
    except MetarunError as error:
        # A text that is not Markdown has no outline.
        reporter.log(f"{hit['path']}: {error}", level="debug")
    text = reporter.files.read_lines(hit["path"], hit["first_line"], last)
    return Section(hit["path"], heading, hit["anchor"], hit["first_line"], last, text)


def choose(sentences: list[Sentence], topic: list[str], count: int) -> list[Sentence]:
    """The best sentences, in the order of their documents: near to the topic, and not the same thing twice."""
    frequency = Counter(word for sentence in sentences for word in sentence.words)
    left, chosen = list(sentences), []
    while left and len(chosen) < count:
        best = max(left, key=lambda sentence: score(sentence, topic, frequency, chosen))
        if score(best, topic, frequency, chosen) <= 0:
            break
        chosen.append(best)
        left.remove(best)
    return sorted(chosen, key=lambda s: (s.section.path, s.section.first_line, s.place))


def score(sentence: Sentence, topic: list[str], frequency: Counter, chosen: list[Sentence]) -> float:
    in_heading = sum(word in sentence.section.heading.lower() for word in topic)
    in_text = sum(any(word.startswith(start) for word in sentence.words) for start in topic)
    if in_heading + in_text == 0:
        return 0
    # Topics that the documents mention again and again say more about them.
    weight = sum(frequency[word] for word in sentence.words) / len(sentence.words)
    same = max((overlap(sentence.words, other.words) for other in chosen), default=0.0)
    return (2 * in_text + in_heading + 0.1 * weight) * (1 - same)


def overlap(one: frozenset, other: frozenset) -> float:
    return len(one & other) / len(one | other)


def as_markdown(topic: str, chosen: list[Sentence]) -> str:
    sources = list(dict.fromkeys(sentence.section for sentence in chosen))
    lines = [f"# {topic}", ""]
    lines += [f"- {sentence.text} [{sources.index(sentence.section) + 1}]" for sentence in chosen]
    if not chosen:
        lines.append("The documents say nothing about it.")
    lines += ["", "## Sources", ""] if sources else []
    lines += [f"{number}. {cited(section)}" for number, section in enumerate(sources, start=1)]
    return "\n".join(lines) + "\n"


def cited(section: Section) -> str:
    anchor = f"#{section.anchor}" if section.anchor else ""
    return f"{section.path}{anchor}, lines {section.first_line} to {section.last_line}"

"""Installs with uv."""

import re
import sys
from collections.abc import Sequence

from .tool import Tool, build_lock

_PINNED = re.compile(r"([A-Za-z0-9._-]+)==([^\s;\\]+)")
_HASH = re.compile(r"--hash=(\S+)")
_ERROR = re.compile(r"^(?:error:|\s*×)")
_FRAME = re.compile(r"[×╰─▶│├]+")
# A package may come with wheels for all machines and its source; the lock then fits all of them.
_COMMON = ("--only-binary", ":all:", "--no-config", "--color", "never")


class Uv(Tool):
    def lock(self, requirements: Sequence[str]) -> str:
        wanted = self.write("requirements.in", "".join(f"{one}\n" for one in requirements))
        to = f"{self.work}/lock.txt"
        options = ["--generate-hashes", "--no-header", "--no-annotate", "--python", sys.executable, "--output-file", to]
        self.run([self.program, "pip", "compile", *options, *_COMMON, *self._no_index(), wanted], self._uv_environment())
        with open(to, encoding="utf-8") as file:
            return _normalized_lock(file.read())

    def install(self, lock: str) -> None:
        options = ["--require-hashes", "--no-deps", "--compile-bytecode", "--link-mode", "copy"]
        to = ["--target", f"{self.work}/site", "--python", sys.executable]
        wanted = self.write("lock.txt", lock)
        command = [self.program, "pip", "install", *options, *to, *_COMMON, *self._no_index(), "-r", wanted]
        self.run(command, self._uv_environment())

    def error_lines(self, lines: list[str]) -> list[str]:
        begins = next((index for index, line in enumerate(lines) if _ERROR.match(line)), 0)
        return [_FRAME.sub("", line.replace("error: ", "", 1)) for line in lines[begins:]]

    def _no_index(self) -> list[str]:
        return ["--no-index"] if self.index.folders and not self.index.urls else []

    def _uv_environment(self) -> dict[str, str]:
        first, *others = self.index.urls or [""]
        where = {
            "UV_DEFAULT_INDEX": first,
            "UV_INDEX": " ".join(others),
            "UV_FIND_LINKS": ",".join(self.index.folders),
        }
        return {
            **{name: value for name, value in where.items() if value},
            # The same strategy as pip's: the best version from all indexes.
            "UV_INDEX_STRATEGY": "unsafe-best-match",
            "UV_NO_CACHE": "1",
            "UV_NO_PROGRESS": "1",
            "UV_PYTHON_DOWNLOADS": "never",
        }


def _normalized_lock(text: str) -> str:
    """Returns the lock of a requirements file, whose lines may be continued."""
    packages = {}
    for line in text.replace("\\\n", " ").splitlines():
        pinned = _PINNED.match(line)
        if pinned:
            packages[pinned[1]] = (pinned[2], _HASH.findall(line))
    return build_lock(packages)

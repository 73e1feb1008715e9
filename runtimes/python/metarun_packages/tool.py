"""Functions that the installers share."""

import abc
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from typing import Callable, NamedTuple

_STRONG = ("sha256", "sha384", "sha512")
_MAX_MESSAGE = 4000
_KILLED = (-signal.SIGKILL, -signal.SIGTERM)


class Failed(Exception):
    """Raised if the packages cannot be installed; the message is the installer's reason."""


class Missing(Exception):
    """Raised if no installer works here."""


class Index(NamedTuple):
    """The sources of packages. `urls` are indexes; empty for the installer's default index, unless there are `folders`.

    `folders` contain wheels.
    """

    urls: list[str]
    folders: list[str]


class Tool(abc.ABC):
    def __init__(self, program: str, index: dict, work: str, environment: dict[str, str], on_line: Callable[[str], None]) -> None:
        self.program = program
        self.index = Index(**index)
        self.work = work
        self.environment = environment
        self._on_line = on_line

    @abc.abstractmethod
    def lock(self, requirements: Sequence[str]) -> str:
        """Returns exact versions and hashes of all packages that the requirements need. Raises Failed."""

    @abc.abstractmethod
    def install(self, lock: str) -> None:
        """Installs exactly the packages of the lock into `<work>/site`. Raises Failed."""

    def run(self, command: Sequence[str], more: dict[str, str]) -> list[str]:
        """Returns the lines that the command prints, and reports them as they come. Raises Failed if it fails."""
        status, lines = self.try_to_run(command, more)
        if status != 0:
            raise self.failure(status, lines)
        return lines

    def try_to_run(self, command: Sequence[str], more: dict[str, str]) -> "tuple[int, list[str]]":
        process = subprocess.Popen(
            command,
            env={**self.environment, **more},
            cwd=self.work,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        lines = []
        for line in process.stdout or ():
            text = line.rstrip()
            lines.append(text)
            if text:
                self._on_line(text)
        status = process.wait()
        if status in _KILLED:
            # The signal says nothing about the packages. The host sees it as the end of this process.
            os.kill(os.getpid(), -status)
        return status, lines

    def failure(self, status: int, lines: list[str]) -> Failed:
        said = re.sub(r"\s+", " ", " ".join(self.error_lines(lines))).strip()[:_MAX_MESSAGE]
        return Failed(said or f"The installer ended with status {status}.")

    @abc.abstractmethod
    def error_lines(self, lines: list[str]) -> list[str]:
        """Returns the lines with the reason from the output of a failed command."""

    def write(self, name: str, text: str) -> str:
        path = f"{self.work}/{name}"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path


def build_lock(packages: dict[str, "tuple[str, list[str]]"]) -> str:
    """Returns a lock. `packages` are version and hashes ("sha256:…") by name. Raises Failed if a package has no strong
    hash.
    """
    lines = []
    for name, (version, hashes) in sorted((normalized(name), found) for name, found in packages.items()):
        strong = sorted(one for one in set(hashes) if one.startswith(_STRONG))
        if not strong:
            raise Failed(f"The index gives no SHA-256 of {name} {version}, without which it cannot be locked.")
        lines.append(" ".join([f"{name}=={version}", *(f"--hash={one}" for one in strong)]))
    return "".join(f"{line}\n" for line in lines)


def normalized(name: str) -> str:
    """Returns the normalized name of a package (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()

"""Installs with the interpreter's own pip, or with the one bundled with it for virtual environments."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

from .tool import Failed, Missing, Tool, build_lock

_MAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pip_main.py")
# Patterns of pip's warnings that an index did not answer, with the reason.
_UNREACHABLE = (
    re.compile(r"connection broken by '(?:.*object at 0x\w+>(?:: |, ))?(.*?)['\")]*: /"),
    re.compile(r"WARNING: (40[13] Error)"),
    re.compile(r"Could not fetch URL .*?: (.*) - skipping"),
)
_NAMED = re.compile(r"No matching distribution found for ([A-Za-z0-9._-]+)")
_ERROR = "ERROR: "
# Lines that pip prints in addition to the reason.
_CHATTER = ("ERROR: ResolutionImpossible", "To fix this you could try", "[notice]")
_WHEELS_ONLY = ["--only-binary", ":all:"]


class Pip(Tool):
    def lock(self, requirements: Sequence[str]) -> str:
        report = f"{self.work}/report.json"
        # Packages installed on the machine are not part of an environment.
        options = ["--dry-run", "--ignore-installed", "--report", report, *_WHEELS_ONLY]
        command, environment = self._pip(), self._pip_environment()
        status, lines = self.try_to_run([*command, "install", *options, "--", *requirements], environment)
        if status != 0:
            only_source = self._only_source(lines)
            raise Failed(only_source) if only_source else self.failure(status, lines)
        with open(report, encoding="utf-8") as file:
            return build_lock(dict(map(_package, json.load(file)["install"])))

    def install(self, lock: str) -> None:
        options = ["--require-hashes", "--no-deps", *_WHEELS_ONLY, "--target", f"{self.work}/site"]
        wanted = self.write("lock.txt", lock)
        self.run([*self._pip(), "install", *options, "-r", wanted], self._pip_environment())

    def error_lines(self, lines: list[str]) -> list[str]:
        # pip continues without the index, and then reports that the package does not exist.
        unreachable = _unreachable(lines)
        if unreachable:
            return [f"The package index could not be reached: {unreachable}."]
        if any(line.startswith("Traceback ") for line in lines):
            return lines[-1:]
        found = []
        for line in lines:
            if line.startswith(_CHATTER):
                break
            # Lines that follow an error, such as the two sides of a conflict, belong to it.
            if line.startswith(_ERROR) or found:
                found.append(line.replace(_ERROR, "", 1))
        return found

    def _pip(self) -> list[str]:
        """Returns a pip command that cannot start programs: a wheel needs none, and building a package would run its
        code.
        """
        return [sys.executable, "-I", "-B", _MAIN, self._extra_path()]

    def _extra_path(self) -> str:
        if importlib.util.find_spec("pip"):
            return ""
        home = f"{self.work}/venv"
        if not os.path.exists(home):
            made = [sys.executable, "-I", "-B", "-m", "venv", "--symlinks", home]
            done = subprocess.run(made, env=self.environment, capture_output=True, check=False)
            if done.returncode != 0:
                raise Missing("Dependencies are installed by uv or pip, and this installation has neither.")
        version = "python{}.{}".format(*sys.version_info)
        return f"{home}/lib/{version}/site-packages"

    def _only_source(self, lines: list[str]) -> str:
        """Returns a message if a package exists but has no wheel; otherwise an empty text."""
        named = next((match[1] for match in map(_NAMED.search, lines) if match), None)
        if named is None or _unreachable(lines) or not any("(from versions: none)" in line for line in lines):
            return ""
        status, _ = self.try_to_run([*self._pip(), "index", "versions", "--", named], self._pip_environment())
        if status != 0:
            return ""
        return (
            f"{named} has no wheel for this Python and machine, only its source. Packages are installed "
            "from wheels alone, since building one runs code of its own."
        )

    def _pip_environment(self) -> dict[str, str]:
        first, *others = self.index.urls or [""]
        given = {
            "PIP_INDEX_URL": first,
            "PIP_EXTRA_INDEX_URL": " ".join(others),
            "PIP_FIND_LINKS": " ".join(self.index.folders),
            "PIP_NO_INDEX": "" if self.index.urls or not self.index.folders else "1",
            "PIP_CERT": self.environment.get("SSL_CERT_FILE", ""),
        }
        return {
            **{name: value for name, value in given.items() if value},
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INPUT": "1",
            "PIP_NO_CACHE_DIR": "1",
            "PIP_NO_COLOR": "1",
            "PIP_PROGRESS_BAR": "off",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_ROOT_USER_ACTION": "ignore",
            "PIP_RETRIES": "2",
            "PIP_TIMEOUT": "15",
        }


def _unreachable(lines: list[str]) -> str:
    found = [match[1] for line in lines for match in [form.search(line) for form in _UNREACHABLE] if match]
    return found[-1] if found else ""


def _package(item: dict) -> "tuple[str, tuple[str, list[str]]]":
    name, version = item["metadata"]["name"], item["metadata"]["version"]
    if item["is_direct"]:
        raise Failed(f"{name} is asked for by a URL; packages come from the package index alone.")
    archive = item["download_info"]["archive_info"]
    # Versions of pip before 23.1 report only one hash, written as "sha256=…".
    hashes = archive.get("hashes") or dict([archive.get("hash", "=").split("=", 1)])
    return name, (version, [f"{kind}:{value}" for kind, value in hashes.items()])

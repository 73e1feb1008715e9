"""`/workspace`: the files of the meta-task's workspace as a folder, for code that takes paths.

The folder shows every file with its size from the start. Its content is fetched when it is first opened; until then,
nothing can read the file, so that no program mistakes it for an empty one. Changes are stored before the next call that
could depend on them, and at the end.
"""

import base64
import os
import sys
import threading
from calendar import timegm
from collections.abc import Iterator
from time import strptime
from typing import Optional

from .channel import Channel
from .errors import MetarunError
from .files import Files
from .mounts import RUN_WORKSPACE
from .places import SCRIPT_FOLDERS

WORKSPACE = "/workspace"
# Maximum size and number of files of a workspace that is completely fetched at the start, for code that opens files
# without Python.
_SMALL_BYTES = 16 * 1024**2
_SMALL_FILES = 200
# Calls after which the process may not continue, or through which others see the files.
_STORED_BEFORE = ("step.end", "step.fail", "sleep", "event.wait", "task.run")
_STORED_BEFORE_ALL_OF = ("files.", "approval.")
# Events of the interpreter that need one file, two files, and those after which another program may need any.
_OF_ONE_FILE = ("open", "sqlite3.connect", "os.chmod", "os.truncate", "os.remove")
_OF_TWO_FILES = ("os.rename", "os.link")
_OF_PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty")
_UNREAD, _READ = 0o000, 0o644


class Workspace:
    """The folder of one run, which is created on first use: few runs need it."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._cwd = ""
        self._folder: Optional[_Folder] = None

    def begin(self) -> None:
        """Records the working directory of the run."""
        self._cwd = os.getcwd()

    def open(self) -> str:
        """Fills the folder if that has not been done; returns its path."""
        if self._folder is None:
            folder = _Folder(self._channel, _place_of_workspace(self._cwd))
            folder.open()
            self._folder = folder
            SCRIPT_FOLDERS.append(folder.path + "/")
        return self._folder.path

    def store(self) -> None:
        """Stores all files that were created or changed, and deletes those that were removed. Raises MetarunError."""
        if self._folder is not None:
            self._folder.store()


class _Folder:
    """A folder at `path`."""

    def __init__(self, channel: Channel, path: str) -> None:
        self.path = path
        self._channel = channel
        self._files = Files(channel)
        # Size and time of each stored file, by its path below the folder.
        self._stored: dict[str, tuple[int, int]] = {}
        # Files whose content has not been fetched yet.
        self._unread: dict[str, int] = {}
        self._busy = threading.local()
        self._filling = threading.Lock()
        self._is_open = False

    def open(self) -> None:
        """Fills the folder, and keeps it and the workspace in sync from here on."""
        os.makedirs(self.path, exist_ok=True)
        for entry in self._files.list("/", recursive=True):
            path = self.path + entry["path"]
            if entry["type"] == "directory":
                os.makedirs(path, exist_ok=True)
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.truncate(entry["size"])
            changed = timegm(strptime(entry["updated_at"][:19], "%Y-%m-%dT%H:%M:%S"))
            os.utime(path, (changed, changed))
            os.chmod(path, _UNREAD)
            self._unread[entry["path"]] = entry["size"]
            self._note(entry["path"])
        small = len(self._unread) <= _SMALL_FILES and sum(self._unread.values()) <= _SMALL_BYTES
        # Without a sandbox, the run may be root, which can read a file whatever its mode.
        if small or self.path != WORKSPACE:
            self._read_all()
        sys.addaudithook(self._on_event)
        self._channel.before_call = self._before_call
        # Set last: otherwise an incomplete file would be stored.
        self._is_open = True

    def store(self) -> None:
        if not self._is_open or getattr(self._busy, "on", False):
            return
        self._busy.on = True
        try:
            self._store()
        finally:
            self._busy.on = False

    def _store(self) -> None:
        gone = set(self._stored)
        for folder, _, names in os.walk(self.path):
            for name in names:
                full = os.path.join(folder, name)
                path = full[len(self.path) :]
                gone.discard(path)
                if path in self._unread or os.path.islink(full) or not os.path.isfile(full):
                    continue
                if self._stored.get(path) == _state(full):
                    continue
                with open(full, "rb") as file:
                    content = file.read()
                self._files.write(path, content)
                self._note(path)
        for path in gone:
            self._unread.pop(path, None)
            del self._stored[path]
            try:
                self._files.delete(path)
            except MetarunError as error:
                if error.code != "not_found":
                    raise

    def _parts(self, path: str) -> Iterator[bytes]:
        start = 0
        while True:
            part = self._channel.call("files.read_part", {"path": path, "ws": None, "from": start})
            content = base64.b64decode(part["content"])
            yield content
            start += len(content)
            if not content or start >= part["size"]:
                return

    def _note(self, path: str) -> None:
        self._stored[path] = _state(self.path + path)

    def _before_call(self, method: str) -> None:
        if method in _STORED_BEFORE or method.startswith(_STORED_BEFORE_ALL_OF):
            self.store()

    def _on_event(self, event: str, args: tuple) -> None:
        if not self._unread or getattr(self._busy, "on", False):
            return
        if event in _OF_ONE_FILE:
            self._need(args[0])
        elif event in _OF_TWO_FILES:
            # A replaced file no longer lacks its content.
            self._need(args[0])
            self._need(args[1])
        elif event in _OF_PROGRAMS:
            self._read_all()

    def _need(self, value: object) -> None:
        """Fills the file that an event names, or all files of a folder."""
        full = _read_path(value)
        if full is None or not full.startswith(self.path + "/"):
            return
        path = full[len(self.path) :]
        self._read(path)
        if os.path.isdir(full):
            for other in [*self._unread]:
                if other.startswith(path + "/"):
                    self._read(other)

    def _read_all(self) -> None:
        for path in [*self._unread]:
            self._read(path)

    def _read(self, path: str) -> None:
        """Fills a file if it has no content yet."""
        with self._filling:
            if path not in self._unread:
                return
            full = self.path + path
            times = os.stat(full).st_mtime_ns
            self._busy.on = True
            try:
                os.chmod(full, _READ)
                with open(full, "wb") as file:
                    for part in self._parts(path):
                        file.write(part)
                os.utime(full, ns=(times, times))
                self._note(path)
                # Removed last: an incomplete file must never be stored.
                del self._unread[path]
            except MetarunError as error:
                raise OSError(f"{WORKSPACE}{path}: {error}") from error
            finally:
                if path in self._unread:
                    os.chmod(full, _UNREAD)
                self._busy.on = False


def _place_of_workspace(cwd: str) -> str:
    """Returns the path of the folder: WORKSPACE in a sandbox, otherwise a folder in the working directory of the run,
    `cwd`.

    A machine without a sandbox may have another folder at the path WORKSPACE.
    """
    try:
        own = os.path.samefile(WORKSPACE, RUN_WORKSPACE)
    except OSError:
        own = False
    return WORKSPACE if own else os.path.join(cwd, "workspace")


def names_workspace(frame: bytes) -> bool:
    """Returns whether a run may use the folder, that is whether its frame, with its script and params, contains the
    path.
    """
    return WORKSPACE.encode() in frame


def _state(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def _read_path(value: object) -> Optional[str]:
    """Returns the absolute path that an event names; None for a descriptor."""
    if isinstance(value, int):
        return None
    try:
        return os.path.normpath(os.path.join(os.getcwd(), os.fsdecode(value)))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None

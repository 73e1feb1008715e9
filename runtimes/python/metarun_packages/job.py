"""One job of the host, over file descriptor 3, one JSON document per line.

host -> guest  {"lock": [requirement], "index": Index, "uv": path | null, "max_bytes"}
               {"install": lock, "index": Index, "uv": path | null, "max_bytes"}
guest -> host  {"type": "line", "text"}            output of the installer
               {"type": "advanced"}                files have been written
               {"type": "locked", "lock"}
               {"type": "installed", "bytes"}      the packages are in <work folder>/site
               {"type": "failed", "message"}       the installer's message
               {"type": "missing", "message"}      there is no installer
               {"type": "unavailable", "message"}  the machine has no process, thread or descriptor for it now

A lock is a requirements file: a line for each package, with its exact version and the hashes of its wheels.
"""

import errno
import json
import os
import socket
import threading
import time

from metarun_guest import linux
from metarun_guest.channel import LineReader, read_line
from metarun_guest.strict_json import clean

from .pip import Pip
from .tool import Failed, Missing, Tool
from .uv import Uv

_CHANNEL_FD = 3
_SHORTAGES = (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)
_SIZE_INTERVAL = 0.5
# Share of a processor for size checks; the host treats more as progress.
_SIZE_SHARE = 0.02
# Maximum length of a line, and number of lines, of the installer's output that reach the host.
_MAX_LINE = 300
_MAX_LINES = 500
# Files in which distributions keep the certificates that the machine trusts, including the operator's own.
_CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def do_job(work: str) -> None:
    """Ends the process."""
    linux.die_with_parent(os.getppid())
    channel = socket.socket(fileno=_CHANNEL_FD)
    job = json.loads(read_line(channel, LineReader(b"")))
    answers = _Answers(channel)
    for name in ("home", "tmp", "site"):
        os.mkdir(f"{work}/{name}")
    kind = Uv if job["uv"] else Pip
    tool: Tool = kind(job["uv"], job["index"], work, _environment(work), answers.line)
    try:
        threading.Thread(target=_watch_size, args=(work, job["max_bytes"], answers), daemon=True).start()
        if "lock" in job:
            answers.end({"type": "locked", "lock": tool.lock(job["lock"])})
        tool.install(job["install"])
        size = _size(f"{work}/site")
        if size > job["max_bytes"]:
            raise Failed(_too_large_message(job["max_bytes"]))
        # The folder gets its final name only when everything is on disk.
        os.sync()
        answers.end({"type": "installed", "bytes": size})
    except Missing as error:
        answers.end({"type": "missing", "message": str(error)})
    except Failed as error:
        answers.end({"type": "failed", "message": str(error)})
    except RuntimeError as error:
        answers.end({"type": "unavailable", "message": str(error)})
    except OSError as error:
        if error.errno in _SHORTAGES:
            answers.end({"type": "unavailable", "message": str(error.strerror)})
        answers.end({"type": "failed", "message": f"The installer could not work: {error.strerror}."})


class _Answers:
    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self._lines = 0

    def line(self, text: str) -> None:
        self._lines += 1
        if self._lines <= _MAX_LINES:
            self._send({"type": "line", "text": clean(text)[:_MAX_LINE]})

    def advanced(self) -> None:
        self._send({"type": "advanced"})

    def end(self, answer: dict) -> None:
        self._send(answer)
        os._exit(0)

    def _send(self, answer: dict) -> None:
        with self._lock:
            self._channel.sendall(json.dumps(answer).encode() + b"\n")


def _environment(work: str) -> dict:
    found = next((path for path in _CERTIFICATES if os.path.exists(path)), None)
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": f"{work}/home",
        "TMPDIR": f"{work}/tmp",
        "LANG": "C.UTF-8",
        **({"SSL_CERT_FILE": found} if found else {}),
    }


def _watch_size(work: str, max_bytes: int, answers: _Answers) -> None:
    """Fails the job if the wheels unpack to too much: a small wheel can contain any amount of zeros."""
    before, took = 0, 0.0
    while True:
        time.sleep(max(_SIZE_INTERVAL, took / _SIZE_SHARE))
        began = time.thread_time()
        size = _size(work)
        took = time.thread_time() - began
        if size > max_bytes:
            answers.end({"type": "failed", "message": _too_large_message(max_bytes)})
        if size != before:
            answers.advanced()
        before = size


def _too_large_message(max_bytes: int) -> str:
    return f"The packages take more than {max_bytes} bytes of disk, the most that a script may have."


def _size(folder: str) -> int:
    """Returns the disk usage of all files below a folder, in bytes; files that vanish meanwhile do not count."""
    total = 0
    for at, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(at, name)).st_blocks * 512
            except OSError:
                pass
    return total

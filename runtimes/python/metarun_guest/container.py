"""A run in a separate container, which was started ahead and waits for it.

The first process forwards frames between the host, on its stdin and stdout, and the script's process, which uses a
socket as in any sandbox. When the first process ends, the kernel ends all others. It therefore ends when the host
closes its input, and after the script's process: with its exit code, or, like a shell, with 128 plus the number of the
signal.

It has few imports, since it shares the container's memory with the script.
"""

import os
import select
import signal
import socket
import sys
from typing import NoReturn, Optional

from .output_pipes import Pipes

_CHUNK = 64 * 1024
# Maximum number of bytes in a frame of output: each may become an escape sequence of six characters.
_PIECE = 16 * 1024
_PR_SET_DUMPABLE = 4
_STDIN, _STDOUT, _STDERR = 0, 1, 2
# As in confine.py, which the first process does not load.
_CHANNEL_FD = 3
_WORK_DIR = "/tmp/work"
# Files in which the kernel counts the processes killed for lack of memory, by the version of control groups.
_OOM_COUNTS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")
# The workspace folder in containers, and the name by which the harness recognizes it as the run's own.
_WORKSPACE, _RUN_WORKSPACE = "/workspace", "/tmp/.workspace"


def serve() -> NoReturn:
    """Forks the script's process and serves it until its end."""
    wake_read, wake_write = socket.socketpair()
    wake_write.setblocking(False)
    signal.set_wakeup_fd(wake_write.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # A signal without a handler does not reach the first process of a container.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ours, theirs = socket.socketpair()
    pipes = Pipes()
    script = os.fork()
    if script == 0:
        _be_script(theirs, (wake_read, wake_write, ours), pipes)
    _hide()
    theirs.close()
    pipes.give()
    ours.setblocking(False)
    os.set_blocking(_STDIN, False)
    to_host = _Way(ours.fileno(), _STDOUT)
    status = _pass_on(_Way(_STDIN, ours.fileno()), to_host, wake_read, script)
    if to_host.ends_line:
        _send_last_words(pipes)
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGKILL and _killed_for_memory():
        os.write(_STDERR, b"out of memory\n")
    os._exit(code if code >= 0 else 128 - code)


def _hide() -> None:
    """Hides this process's entries in /proc from the script, which has the same user."""
    import ctypes

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


class _Way:
    """Transfers bytes from one descriptor to another. It reads more only after writing everything that it holds."""

    def __init__(self, source: int, sink: int) -> None:
        self.source = source
        self.sink = sink
        self._held = b""
        self.ended = False
        # False while a frame is incomplete.
        self.ends_line = True

    @property
    def is_full(self) -> bool:
        return len(self._held) > 0

    def read(self) -> None:
        try:
            self._held = os.read(self.source, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            self._held = b""
        self.ended = not self._held
        self.ends_line = self._held.endswith(b"\n") or (self.ended and self.ends_line)

    def write(self) -> None:
        try:
            self._held = self._held[os.write(self.sink, self._held) :]
        except BlockingIOError:
            pass
        except OSError:
            # The other side has closed the descriptor.
            self._held = b""


def _pass_on(to_script: _Way, to_host: _Way, wake: socket.socket, script: int) -> int:
    """Returns the status of the script's process, once it has ended and the host has its last frames."""
    status: Optional[int] = None
    while status is None or to_host.is_full or not to_host.ended:
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        for way in (to_script, to_host):
            if way.is_full:
                poll.register(way.sink, select.POLLOUT)
            elif not way.ended:
                # Both directions use the socket.
                both = to_script.is_full and way.source == to_script.sink
                poll.register(way.source, select.POLLIN | (select.POLLOUT if both else 0))
        ready = dict(poll.poll())
        if wake.fileno() in ready:
            wake.recv(_CHUNK)
            status = _reap(script, status)
        for way in (to_script, to_host):
            if way.is_full:
                if ready.get(way.sink, 0) & ~select.POLLIN:
                    way.write()
            elif ready.get(way.source, 0) & ~select.POLLOUT:
                way.read()
                if way.is_full:
                    way.write()
        if to_script.ended:
            # The host has gone, and nothing here may outlive it.
            os._exit(1)
        if status is not None and not to_host.is_full:
            # A process that it has left behind may keep the socket open: only the data that is available now counts.
            to_host.read()
            to_host.ended = not to_host.is_full
    return status


def _send_last_words(pipes: Pipes) -> None:
    os.set_blocking(_STDOUT, True)
    for level, words in zip(("info", "warning"), pipes.last_words()):
        for start in range(0, len(words), _PIECE):
            import json

            text = words[start : start + _PIECE].decode("utf-8", "replace")
            frame = json.dumps({"type": "output", "level": level, "text": text}, separators=(",", ":")).encode() + b"\n"
            while frame:
                frame = frame[os.write(_STDOUT, frame) :]


def _reap(script: int, status: Optional[int]) -> Optional[int]:
    """Collects the processes that have ended, including orphans. Returns the status of the script's process once it is
    known.
    """
    while True:
        try:
            pid, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == script:
            status = ended


def _killed_for_memory() -> bool:
    for path in _OOM_COUNTS:
        try:
            with open(path) as file:
                counts = dict(line.split() for line in file)
        except OSError:
            continue
        return int(counts.get("oom_kill", 0)) > 0
    return False


def load() -> None:
    """Imports the modules that a run needs, so that it starts at once."""
    import metarun  # noqa: F401

    from . import execute, network, spawned_processes  # noqa: F401

    network.install()
    spawned_processes.install()


def _be_script(sock: socket.socket, others: "tuple[socket.socket, ...]", pipes: Pipes) -> NoReturn:
    """Becomes the script's process. `others` are sockets of the first process. `pipes` become this process's output."""
    # For errors of the harness, which the host cannot see otherwise.
    words = os.dup(_STDERR)
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(sock.fileno(), _CHANNEL_FD, inheritable=False)
        # The channel may have taken the number of one of them.
        for descriptor in {each.detach() for each in (sock, *others)} - {_CHANNEL_FD}:
            os.close(descriptor)
        nothing = os.open("/dev/null", os.O_RDWR)
        os.dup2(nothing, _STDIN)
        os.close(nothing)
        pipes.take()
        pipes.give()
        base_dir = sys.path[0]
        load()
        from . import execute
        from .channel import LineReader, read_line

        execute.prepare(pipes)
        # The host has compiled code of everything imported so far. Compiled code of the image's packages is next to
        # them.
        sys.pycache_prefix = None
        sys.path.remove(base_dir)
        sys.path_importer_cache.pop(base_dir, None)
        os.mkdir(_WORK_DIR, 0o700)
        os.chdir(_WORK_DIR)
        os.symlink(_WORKSPACE, _RUN_WORKSPACE)
        os.environ.update(HOME=_WORK_DIR, TMPDIR=_WORK_DIR)
        os.environ.setdefault("LANG", "C.UTF-8")
        reader = LineReader(b"")
        channel = socket.socket(fileno=_CHANNEL_FD)
        asked = read_line(channel, reader)
        channel.sendall(asked.replace(b'"reset"', b'"ready"', 1) + b"\n")
        channel.detach()
        execute.execute(reader.rest(), "", lambda: None)
        os._exit(0)
    except BaseException as error:
        os.write(words, f"the guest failed: {type(error).__name__}: {error}\n".encode("utf-8", "replace"))
    finally:
        os._exit(70)

"""Zygotes: the processes from which the sandboxes of runs are forked.

After a fork, the kernel copies every page that the process writes to. In Python, that is every object that it touches.
A zygote therefore does nothing but fork: the fork server, which looks after runs, writes to ten times as many pages in
between. Every process that a zygote forks is still a child of the fork server.

Each zygote is a session and has one sandbox at a time, so all processes of a run share one part of the processors. The
fork server never waits for a zygote: a forking process may have to wait for kernel locks that processes of runs hold,
and only the fork server can stop those. Zygotes themselves are forked by one more process, the zygote spawner.
"""

import _signal
import errno
import os
import socket
import struct
import time
from collections import deque
from typing import Callable, NamedTuple, Optional, Union

from . import linux, sessions
from .control_groups import ControlGroup, ControlGroups
from .handover import receive_with, send_with
from .namespaces import Guest, Namespaces, Sandbox
from .users import NOBODY

# A process id, or a negative kernel error number.
_ANSWER = struct.Struct("=i")
# The kernel user of the sandbox.
_USER = struct.Struct("=I")
# Maximum number of zygotes kept for the next sandboxes. Only one is kept if no run has ended for a while.
_MOST_IDLE = 4
_KEPT_SECONDS = 0.3
_MOST_TRIES = 5


class Zygote:
    """A zygote. `niceness` is that of its session, once known; `wanted` is the niceness that it should have."""

    def __init__(self, sock: socket.socket, pid: int) -> None:
        self.sock = sock
        self.niceness: Optional[int] = None
        self.wanted = sessions.OF_RUN
        self._session = sessions.Session(pid)

    def fileno(self) -> int:
        return self.sock.fileno()

    def apply_niceness(self) -> None:
        """Sets its session's niceness to `wanted`. Raises BlockingIOError while the kernel accepts no more changes."""
        self._session.set_niceness(self.wanted)
        self.niceness = self.wanted

    def close(self) -> None:
        """Ends the process."""
        self.sock.close()
        self._session.close()


# A source that can be watched for readable data.
_Readable = Union[socket.socket, Zygote]


class _Job(NamedTuple):
    """A request for a sandbox. `release()` is called when nothing of it is left."""

    user: int
    group: Optional[ControlGroup]
    release: Callable[[], None]
    tries: int = 1


class _Request(NamedTuple):
    job: _Job
    control: socket.socket


class Zygotes:
    """Creates sandboxes for `guest`. Reports each through `on_sandbox`, and each failure through `on_failure`.

    `users` is the number of kernel users, numbered from 1, that it can assign to sandboxes, each to one at a time; 0 if
    all are NOBODY.
    `groups` creates a control group for each sandbox.
    `watch(source, act)` calls `act()` whenever `source` has data to read, until `unwatch(source)`.
    """

    def __init__(
        self,
        namespaces: Namespaces,
        guest: Guest,
        users: int,
        groups: Optional[ControlGroups],
        watch: Callable[[_Readable, Callable[[], None]], object],
        unwatch: Callable[[_Readable], object],
        on_sandbox: Callable[[Sandbox], None],
        on_failure: Callable[[OSError], None],
    ) -> None:
        self._namespaces = namespaces
        self._guest = guest
        self._groups = groups
        self._watch = watch
        self._unwatch = unwatch
        self._on_sandbox = on_sandbox
        self._on_failure = on_failure
        self._shared = users == 0
        # The user that has been free for longest comes first.
        self._free = deque(range(1, users + 1))
        self._jobs: deque[_Job] = deque()
        # Number of sandboxes that zygotes are forking now.
        self._asked = 0
        # Number of zygotes requested from the spawner.
        self._coming = 0
        # The zygote that had a sandbox most recently comes last.
        self._idle: list[Zygote] = []
        # Zygotes whose session does not have its wanted niceness yet.
        self._pending: set[Zygote] = set()
        # Time to set the niceness of those, and time to end surplus idle zygotes; None for never.
        self._apply_at: Optional[float] = None
        self._trim_at: Optional[float] = None
        self._spawner: Optional[socket.socket] = self._start_spawner()
        self._advance()

    @property
    def making(self) -> int:
        """The number of sandboxes being created."""
        return len(self._jobs) + self._asked

    def make_sandbox(self) -> None:
        user, release = NOBODY, _nothing
        if not self._shared:
            if not self._free:
                self._on_failure(OSError(errno.EAGAIN, "every user has a run"))
                return
            user = self._free.popleft()
            release = self._user_release(user)
        group = None
        if self._groups is not None:
            try:
                group = self._groups.make()
            except OSError as error:
                release()
                self._on_failure(error)
                return
            release = self._group_release(self._groups, group, release)
        self._jobs.append(_Job(user, group, release))
        self._advance()

    @property
    def due(self) -> Optional[float]:
        """Time when `run_due` has something to do; None for never."""
        return min((at for at in (self._apply_at, self._trim_at) if at is not None), default=None)

    def run_due(self) -> None:
        now = time.monotonic()
        if self._apply_at is not None and now >= self._apply_at:
            self._apply_niceness()
        if self._trim_at is not None and now >= self._trim_at:
            self._trim_at = None
            while len(self._idle) > 1:
                self._end(self._idle.pop(0))

    def _apply_niceness(self) -> None:
        """Sets the wanted niceness of sessions, those with the lowest priority first."""
        self._apply_at = None
        for zygote in sorted(self._pending, key=lambda zygote: -zygote.wanted):
            try:
                zygote.apply_niceness()
            except BlockingIOError:
                self._apply_at = time.monotonic() + sessions.PAUSE_SECONDS
                return
            self._pending.discard(zygote)

    def _user_release(self, user: int) -> Callable[[], None]:
        return lambda: self._free.append(user)

    def _group_release(self, groups: ControlGroups, group: ControlGroup, release: Callable[[], None]) -> Callable[[], None]:
        def release_both() -> None:
            release()
            groups.remove(group)

        return release_both

    def _advance(self) -> None:
        while self._jobs and self._idle:
            self._ask(self._take_idle(), self._jobs.popleft())
        # One more than needed, so that the next sandbox does not have to wait for its zygote.
        while self._coming + len(self._idle) < len(self._jobs) + 1:
            try:
                spawner = self._spawner = self._spawner or self._start_spawner()
            except OSError as error:
                # No zygote comes for the waiting jobs. The next sandbox tries again.
                while self._jobs:
                    self._fail(self._jobs.popleft(), error)
                return
            try:
                spawner.send(b"1")
                self._coming += 1
            except OSError:
                self._lose_spawner(spawner)

    def _take_idle(self) -> Zygote:
        # A zygote whose session still has the server's niceness is chosen last.
        for index in range(len(self._idle) - 1, -1, -1):
            if self._idle[index] not in self._pending:
                return self._idle.pop(index)
        return self._idle.pop()

    def _ask(self, zygote: Zygote, job: _Job) -> None:
        control: Optional[socket.socket] = None
        members_fd = -1
        try:
            control, child_end = socket.socketpair()
            with child_end:
                if job.group is not None:
                    # Opened here, because the kernel also checks which process opened it.
                    members_fd = job.group.open_members()
                fds = (child_end.fileno(), members_fd) if members_fd >= 0 else (child_end.fileno(),)
                send_with(zygote.sock, _USER.pack(job.user), *fds)
        except OSError as error:
            if control is not None:
                control.close()
            if isinstance(error, (BrokenPipeError, ConnectionResetError)):
                self._lose(zygote, job)
            else:
                self._idle.append(zygote)
                self._fail(job, error)
            return
        finally:
            if members_fd >= 0:
                os.close(members_fd)
        self._asked += 1
        request = _Request(job, control)
        self._watch(zygote, lambda: self._on_answer(zygote, request))

    def _on_answer(self, zygote: Zygote, request: _Request) -> None:
        self._unwatch(zygote)
        self._asked -= 1
        job, control = request
        pid = _received(zygote.sock)
        if pid is None:
            control.close()
            self._lose(zygote, job)
        elif pid < 0:
            control.close()
            self._idle.append(zygote)
            self._fail(job, OSError(-pid, os.strerror(-pid)))
        else:

            def release() -> None:
                job.release()
                self._reclaim(zygote)

            def set_niceness(niceness: int) -> None:
                self._set_niceness(zygote, niceness)

            self._on_sandbox(Sandbox(pid, control, job.user, release, set_niceness, job.group))
        self._advance()

    def _lose(self, zygote: Zygote, job: _Job) -> None:
        """Handles a zygote that was killed."""
        self._end(zygote)
        if job.tries < _MOST_TRIES:
            self._jobs.appendleft(job._replace(tries=job.tries + 1))
        else:
            self._fail(job, OSError(errno.ECHILD, "the process that forks sandboxes was killed"))

    def _fail(self, job: _Job, error: OSError) -> None:
        job.release()
        self._on_failure(error)

    def _set_niceness(self, zygote: Zygote, niceness: int) -> None:
        zygote.wanted = niceness
        if not sessions.divide_processors or zygote.niceness == niceness:
            self._pending.discard(zygote)
            return
        self._pending.add(zygote)
        if self._apply_at is None:
            self._apply_at = time.monotonic()

    def _reclaim(self, zygote: Zygote) -> None:
        # Restoring its niceness is no faster than forking another one, and the next sandbox would have to wait for it.
        if zygote.niceness == sessions.LAST or len(self._idle) >= _MOST_IDLE:
            self._end(zygote)
        else:
            self._set_niceness(zygote, sessions.OF_RUN)
            self._idle.append(zygote)
            self._trim_at = time.monotonic() + _KEPT_SECONDS
        self._advance()

    def _end(self, zygote: Zygote) -> None:
        self._pending.discard(zygote)
        zygote.close()

    def _start_spawner(self) -> socket.socket:
        sock, child_end = socket.socketpair()
        try:
            with child_end:
                if os.fork() == 0:
                    _be_spawner(child_end, self._namespaces, self._guest)
        except OSError:
            sock.close()
            raise
        self._watch(sock, lambda: self._on_zygote(sock))
        return sock

    def _lose_spawner(self, spawner: socket.socket) -> None:
        """Handles a spawner that was killed."""
        self._unwatch(spawner)
        spawner.close()
        self._coming = 0
        self._spawner = None

    def _on_zygote(self, spawner: socket.socket) -> None:
        try:
            data, zygote_fd, _ = receive_with(spawner)
        except (OSError, EOFError):
            self._lose_spawner(spawner)
            self._advance()
            return
        self._coming -= 1
        pid: int = _ANSWER.unpack(data)[0]
        if pid < 0 or zygote_fd < 0:
            # A zygote without its socket, for which no descriptor was free here, ends by itself.
            number = -pid if pid < 0 else errno.EMFILE
            if self._jobs:
                self._fail(self._jobs.popleft(), OSError(number, os.strerror(number)))
        else:
            zygote = Zygote(socket.socket(fileno=zygote_fd), pid)
            self._set_niceness(zygote, sessions.OF_RUN)
            self._idle.append(zygote)
        if self._jobs:
            self._advance()


def _nothing() -> None:
    pass


def _received(sock: socket.socket) -> Optional[int]:
    """Returns the number received; None if the other end is closed."""
    try:
        answer = sock.recv(_ANSWER.size)
    except OSError:
        return None
    return _ANSWER.unpack(answer)[0] if len(answer) == _ANSWER.size else None


def _be_spawner(sock: socket.socket, namespaces: Namespaces, guest: Guest) -> None:
    """Forks one zygote for each byte received, as a sibling of this process."""
    try:
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        os.closerange(3, sock.fileno())
        linux.close_from(sock.fileno() + 1)
        linux.be_prompt()
        while sock.recv(1):
            try:
                parent_end, child_end = socket.socketpair()
            except OSError as error:
                send_with(sock, _ANSWER.pack(-(error.errno or errno.EMFILE)))
                continue
            pid = namespaces.fork_sibling()
            if pid == 0:
                sock.close()
                parent_end.close()
                _be_zygote(child_end, namespaces, guest)
            # A byte from the zygote reports that it has started its session.
            with parent_end, child_end:
                if pid < 0:
                    send_with(sock, _ANSWER.pack(pid))
                    continue
                child_end.close()
                parent_end.recv(1)
                send_with(sock, _ANSWER.pack(pid), parent_end.fileno())
    finally:
        # The fork server has ended: no other process holds the other end.
        os._exit(0)


def _be_zygote(sock: socket.socket, namespaces: Namespaces, guest: Guest) -> None:
    try:
        linux.be_prompt()
        sessions.begin_last()
        sock.send(b"1")
        fork, receive, pack = namespaces.fork_sandbox, receive_with, _ANSWER.pack
        while True:
            wanted, control, members_fd = receive(sock)
            # The child does not return.
            sock.send(pack(fork(guest, control, _USER.unpack(wanted)[0], members_fd)))
            os.close(control)
            if members_fd >= 0:
                os.close(members_fd)
    finally:
        # The fork server has ended or has closed this zygote: no other process holds the other end.
        os._exit(0)

"""The processes that the rooms of runs are forked from.

After each fork the kernel copies every page that the process writes to, which with Python is each object that it so much
as looks at. So these processes do nothing but fork: the fork server, which has runs to look after, writes to ten times as
many pages in between. What they fork are children of the fork server all the same.

Each founder is a session, and has one room at a time, so that all processes of a run together have one share of the
processors. The fork server waits for none of them: whoever forks may have to wait for locks of the kernel that processes of
runs hold, and only the fork server can stop those.
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
from .handing import send_with, take_with
from .namespaces import Guest, Namespaces, Room
from .users import NOBODY

# A process id, or what the kernel says against it as a negative number.
_ANSWER = struct.Struct("=i")
# Whom the room is to be.
_USER = struct.Struct("=I")
# Kept for the next rooms; only one where none has ended for a while.
_MOST_IDLE = 4
_KEPT_SECONDS = 0.3
_MOST_TRIES = 5


class Founder:
    """One of them. `niceness`: that of its session, once it is known; `wanted`: what it is to be."""

    def __init__(self, line: socket.socket, pid: int) -> None:
        self.line = line
        self.niceness: Optional[int] = None
        self.wanted = sessions.OF_RUN
        self._session = sessions.Session(pid)

    def fileno(self) -> int:
        return self.line.fileno()

    def share(self) -> None:
        """Has its session count what it is wanted to. Raises BlockingIOError where the kernel takes no more for now."""
        self._session.count(self.wanted)
        self.niceness = self.wanted

    def close(self) -> None:
        """Ends it."""
        self.line.close()
        self._session.close()


# What can be watched for something to read.
_Line = Union[socket.socket, Founder]


class _Job(NamedTuple):
    """A room to be made. `leave()` is to be called when nothing of it is left."""

    user: int
    group: Optional[ControlGroup]
    leave: Callable[[], None]
    tries: int = 1


class _Asked(NamedTuple):
    job: _Job
    door: socket.socket


class Founders:
    """Makes rooms for `guest`, and tells of each by `on_room`, or by `on_failure` why there is none.

    `users`: how many numbers from 1 up it can give to rooms, each to one at a time; 0 where all are NOBODY.
    `groups`: where each room gets a control group.
    `watch(line, act)`: calls `act()` whenever something can be read from the line, until `unwatch(line)`.
    """

    def __init__(
        self,
        walls: Namespaces,
        guest: Guest,
        users: int,
        groups: Optional[ControlGroups],
        watch: Callable[[_Line, Callable[[], None]], object],
        unwatch: Callable[[_Line], object],
        on_room: Callable[[Room], None],
        on_failure: Callable[[OSError], None],
    ) -> None:
        self._walls = walls
        self._guest = guest
        self._groups = groups
        self._watch = watch
        self._unwatch = unwatch
        self._on_room = on_room
        self._on_failure = on_failure
        self._shared = users == 0
        # That which nobody has been for longest comes first.
        self._free = deque(range(1, users + 1))
        self._jobs: deque[_Job] = deque()
        # Rooms that founders are at.
        self._asked = 0
        # Founders that have been asked for.
        self._coming = 0
        # The last one is that which had a room most recently.
        self._idle: list[Founder] = []
        # Those whose session does not count yet what it is to.
        self._uncounted: set[Founder] = set()
        # When they are to be set, and when there are more that are idle than are kept; None for never.
        self._count_at: Optional[float] = None
        self._trim_at: Optional[float] = None
        self._seed = self._start_seed()
        self._advance()

    @property
    def making(self) -> int:
        """How many rooms are being made."""
        return len(self._jobs) + self._asked

    def make_room(self) -> None:
        user, leave = NOBODY, _nothing
        if not self._shared:
            if not self._free:
                self._on_failure(OSError(errno.EAGAIN, "every user has a run"))
                return
            user = self._free.popleft()
            leave = self._user_leaver(user)
        group = None
        if self._groups is not None:
            try:
                group = self._groups.make()
            except OSError as error:
                leave()
                self._on_failure(error)
                return
            leave = self._group_leaver(self._groups, group, leave)
        self._jobs.append(_Job(user, group, leave))
        self._advance()

    @property
    def due(self) -> Optional[float]:
        """When `look_after` is to be called; None while that would do nothing."""
        return min((at for at in (self._count_at, self._trim_at) if at is not None), default=None)

    def look_after(self) -> None:
        now = time.monotonic()
        if self._count_at is not None and now >= self._count_at:
            self._share()
        if self._trim_at is not None and now >= self._trim_at:
            self._trim_at = None
            while len(self._idle) > 1:
                self._end(self._idle.pop(0))

    def _share(self) -> None:
        """Has the sessions count what they are to, those first that are to count the least."""
        self._count_at = None
        for founder in sorted(self._uncounted, key=lambda founder: -founder.wanted):
            try:
                founder.share()
            except BlockingIOError:
                self._count_at = time.monotonic() + sessions.PAUSE_SECONDS
                return
            self._uncounted.discard(founder)

    def _user_leaver(self, user: int) -> Callable[[], None]:
        return lambda: self._free.append(user)

    def _group_leaver(self, groups: ControlGroups, group: ControlGroup, leave: Callable[[], None]) -> Callable[[], None]:
        def leave_both() -> None:
            leave()
            groups.remove(group)

        return leave_both

    def _advance(self) -> None:
        while self._jobs and self._idle:
            self._ask(self._take_idle(), self._jobs.popleft())
        # One more than is needed, so that the next room does not have to wait for it.
        while self._coming + len(self._idle) < len(self._jobs) + 1:
            self._coming += 1
            try:
                self._seed.send(b"1")
            except OSError:
                self._restart_seed()

    def _take_idle(self) -> Founder:
        # One whose session still counts as much as the server's comes last.
        for index in range(len(self._idle) - 1, -1, -1):
            if self._idle[index] not in self._uncounted:
                return self._idle.pop(index)
        return self._idle.pop()

    def _ask(self, founder: Founder, job: _Job) -> None:
        door, inside = socket.socketpair()
        group_door = -1
        try:
            with inside:
                if job.group is not None:
                    # Opened here: the kernel looks at who has opened it, too.
                    group_door = job.group.open_door()
                fds = (inside.fileno(), group_door) if group_door >= 0 else (inside.fileno(),)
                send_with(founder.line, _USER.pack(job.user), *fds)
        except (BrokenPipeError, ConnectionResetError):
            door.close()
            self._lose(founder, job)
            return
        except OSError as error:
            door.close()
            self._idle.append(founder)
            self._fail(job, error)
            return
        finally:
            if group_door >= 0:
                os.close(group_door)
        self._asked += 1
        self._watch(founder, lambda: self._on_answer(founder, _Asked(job, door)))

    def _on_answer(self, founder: Founder, asked: _Asked) -> None:
        self._unwatch(founder)
        self._asked -= 1
        job, door = asked
        pid = _received(founder.line)
        if pid is None:
            door.close()
            self._lose(founder, job)
        elif pid < 0:
            door.close()
            self._idle.append(founder)
            self._fail(job, OSError(-pid, os.strerror(-pid)))
        else:

            def leave() -> None:
                job.leave()
                self._take_back(founder)

            self._on_room(Room(pid, door, job.user, leave, lambda niceness: self._count(founder, niceness), job.group))
        self._advance()

    def _lose(self, founder: Founder, job: _Job) -> None:
        """Something has killed it."""
        self._end(founder)
        if job.tries < _MOST_TRIES:
            self._jobs.appendleft(job._replace(tries=job.tries + 1))
        else:
            self._fail(job, OSError(errno.ECHILD, "what makes its processes is killed"))

    def _fail(self, job: _Job, error: OSError) -> None:
        job.leave()
        self._on_failure(error)

    def _count(self, founder: Founder, niceness: int) -> None:
        founder.wanted = niceness
        if not sessions.divide_processors or founder.niceness == niceness:
            self._uncounted.discard(founder)
            return
        self._uncounted.add(founder)
        if self._count_at is None:
            self._count_at = time.monotonic()

    def _take_back(self, founder: Founder) -> None:
        # To give it back what it counted is no quicker than to have another, and the next room would have to wait for it.
        if founder.niceness == sessions.LAST or len(self._idle) >= _MOST_IDLE:
            self._end(founder)
        else:
            self._count(founder, sessions.OF_RUN)
            self._idle.append(founder)
            self._trim_at = time.monotonic() + _KEPT_SECONDS
        self._advance()

    def _end(self, founder: Founder) -> None:
        self._uncounted.discard(founder)
        founder.close()

    def _start_seed(self) -> socket.socket:
        line, inside = socket.socketpair()
        if os.fork() == 0:
            _be_seed(inside, self._walls, self._guest)
        inside.close()
        self._watch(line, self._on_founder)
        return line

    def _restart_seed(self) -> None:
        """Something has killed it."""
        self._unwatch(self._seed)
        self._seed.close()
        self._coming = 0
        self._seed = self._start_seed()

    def _on_founder(self) -> None:
        try:
            data, line, _ = take_with(self._seed)
        except (OSError, EOFError):
            self._restart_seed()
            self._advance()
            return
        self._coming -= 1
        pid: int = _ANSWER.unpack(data)[0]
        if pid < 0:
            os.close(line)
            if self._jobs:
                self._fail(self._jobs.popleft(), OSError(-pid, os.strerror(-pid)))
        else:
            founder = Founder(socket.socket(fileno=line), pid)
            self._count(founder, sessions.OF_RUN)
            self._idle.append(founder)
        if self._jobs:
            self._advance()


def _nothing() -> None:
    pass


def _received(line: socket.socket) -> Optional[int]:
    """None where the other end is gone."""
    try:
        answer = line.recv(_ANSWER.size)
    except OSError:
        return None
    return _ANSWER.unpack(answer)[0] if len(answer) == _ANSWER.size else None


def _be_seed(line: socket.socket, walls: Namespaces, guest: Guest) -> None:
    """Forks founders, as siblings of this process, as often as it is asked for one."""
    try:
        _signal.set_wakeup_fd(-1)
        _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
        os.closerange(3, line.fileno())
        linux.close_from(line.fileno() + 1)
        linux.be_prompt()
        while line.recv(1):
            outside, inside = socket.socketpair()
            pid = walls.fork_sibling()
            if pid == 0:
                line.close()
                outside.close()
                _be_founder(inside, walls, guest)
            # It has begun its session then.
            with outside, inside:
                if pid > 0:
                    inside.close()
                    outside.recv(1)
                send_with(line, _ANSWER.pack(pid), outside.fileno())
    finally:
        # Its fork server has ended: nobody else holds the other end.
        os._exit(0)


def _be_founder(line: socket.socket, walls: Namespaces, guest: Guest) -> None:
    try:
        linux.be_prompt()
        sessions.begin_last()
        line.send(b"1")
        found, take, pack = walls.found, take_with, _ANSWER.pack
        while True:
            wanted, door, group_door = take(line)
            # The child does not come back.
            line.send(pack(found(guest, door, _USER.unpack(wanted)[0], group_door)))
            os.close(door)
            if group_door >= 0:
                os.close(group_door)
    finally:
        # Its fork server has ended, or has no use for it: nobody else holds the other end.
        os._exit(0)

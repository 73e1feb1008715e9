"""The process that the rooms of runs are forked from.

After each fork the kernel copies every page that the process writes to, which with Python is each object that it so much
as looks at. So this process does nothing but fork: the fork server, which has runs to look after, writes to ten times as
many pages in between. What it forks are children of the fork server all the same.
"""

import _signal
import errno
import os
import signal
import socket
import struct
from collections import deque
from typing import Callable, Optional

from . import linux, sessions
from .control_groups import ControlGroup, ControlGroups
from .handing import send_with, take_with
from .namespaces import Guest, Namespaces, Room
from .users import NOBODY

# A process id, or what the kernel says against it as a negative number.
_ANSWER = struct.Struct("=i")
# Whom the room is to be.
_USER = struct.Struct("=I")


class Founder:
    """Makes rooms for `guest`. It is forked from this process when it is first needed, and ends with it.

    `users`: how many numbers from 1 up it can give to rooms, each to one at a time; 0 where all are NOBODY.
    `groups`: where each room gets a control group.
    """

    def __init__(self, walls: Namespaces, guest: Guest, users: int, groups: Optional[ControlGroups]) -> None:
        self._walls = walls
        self._groups = groups
        self._guest = guest
        self._shared = users == 0
        # That which nobody has been for longest comes first.
        self._free = deque(range(1, users + 1))
        self._line = self._start()

    def open_room(self) -> Room:
        """Raises OSError when no process can be made."""
        if self._shared:
            return self._open(NOBODY, lambda: None)
        if not self._free:
            raise OSError(errno.EAGAIN, "every user has a run")
        user = self._free.popleft()
        try:
            return self._open(user, lambda: self._free.append(user))
        except OSError:
            self._free.append(user)
            raise

    def _open(self, user: int, leave: Callable[[], None]) -> Room:
        if self._groups is None:
            return self._found(user, None, leave)
        groups, group = self._groups, self._groups.make()

        def leave_group() -> None:
            leave()
            groups.remove(group)

        try:
            return self._found(user, group, leave_group)
        except OSError:
            groups.remove(group)
            raise

    def _found(self, user: int, group: Optional[ControlGroup], leave: Callable[[], None]) -> Room:
        # Opened here: the kernel looks at who has opened it, too.
        group_door = -1 if group is None else group.open_door()
        door, inside = socket.socketpair()
        try:
            with inside:
                answer = self._ask(user, inside.fileno(), group_door)
                if not answer:
                    # Something has killed it.
                    self._line.close()
                    self._line = self._start()
                    answer = self._ask(user, inside.fileno(), group_door)
        finally:
            if group_door >= 0:
                os.close(group_door)
        pid = _ANSWER.unpack(answer)[0] if len(answer) == _ANSWER.size else -1
        if pid < 0:
            door.close()
            raise OSError(-pid, os.strerror(-pid))
        return Room(pid, door, user, leave, group)

    def _ask(self, user: int, inside: int, group_door: int) -> bytes:
        try:
            send_with(self._line, _USER.pack(user), inside, *([group_door] if group_door >= 0 else ()))
            return self._line.recv(_ANSWER.size)
        except OSError:
            return b""

    def _start(self) -> socket.socket:
        line, inside = socket.socketpair()
        if os.fork() == 0:
            self._be_founder(inside)
        inside.close()
        return line

    def _be_founder(self, line: socket.socket) -> None:
        try:
            _signal.set_wakeup_fd(-1)
            _signal.signal(_signal.SIGCHLD, _signal.SIG_DFL)
            os.closerange(3, line.fileno())
            linux.close_from(line.fileno() + 1)
            linux.be_prompt()
            sessions.begin_last()
            found, take, pack = self._walls.found, take_with, _ANSWER.pack
            while True:
                wanted, door, group_door = take(line)
                # The child does not come back.
                line.send(pack(found(self._guest, door, *_USER.unpack(wanted), group_door)))
                os.close(door)
                if group_door >= 0:
                    os.close(group_door)
        finally:
            # Its fork server has ended: nobody else holds the other end.
            os._exit(0)

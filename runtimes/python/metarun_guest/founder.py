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
from typing import Callable

from . import linux
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
    """

    def __init__(self, walls: Namespaces, guest: Guest, users: int) -> None:
        self._walls = walls
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
        door, inside = socket.socketpair()
        with inside:
            answer = self._ask(inside, user)
            if not answer:
                # Something has killed it.
                self._line.close()
                self._line = self._start()
                answer = self._ask(inside, user)
        pid = _ANSWER.unpack(answer)[0] if len(answer) == _ANSWER.size else -1
        if pid < 0:
            door.close()
            raise OSError(-pid, os.strerror(-pid))
        return Room(pid, door, leave)

    def _ask(self, inside: socket.socket, user: int) -> bytes:
        try:
            send_with(self._line, _USER.pack(user), inside.fileno())
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
            found, take, pack = self._walls.found, take_with, _ANSWER.pack
            while True:
                wanted, door = take(line)
                # The child does not come back.
                line.send(pack(found(self._guest, door, *_USER.unpack(wanted))))
                os.close(door)
        finally:
            # Its fork server has ended: nobody else holds the other end.
            os._exit(0)

"""The process that the rooms of runs are forked from.

After each fork the kernel copies every page that the process writes to, which with Python is each object that it so much
as looks at. So this process does nothing but fork: the fork server, which has runs to look after, writes to ten times as
many pages in between. What it forks are children of the fork server all the same.
"""

import _signal
import os
import signal
import socket
import struct

from . import linux
from .namespaces import Guest, Namespaces, Room, send_with, take_with

# A process id, or what the kernel says against it as a negative number.
_ANSWER = struct.Struct("=i")
_WANTED = b"r"


class Founder:
    """Makes rooms for `guest`. It is forked from this process when it is first needed, and ends with it."""

    def __init__(self, walls: Namespaces, guest: Guest) -> None:
        self._walls = walls
        self._guest = guest
        self._line = self._start()

    def open_room(self) -> Room:
        """Raises OSError when no process can be made."""
        door, inside = socket.socketpair()
        with inside:
            answer = self._ask(inside)
            if not answer:
                # Something has killed it.
                self._line.close()
                self._line = self._start()
                answer = self._ask(inside)
        pid = _ANSWER.unpack(answer)[0] if len(answer) == _ANSWER.size else -1
        if pid < 0:
            door.close()
            raise OSError(-pid, os.strerror(-pid))
        return Room(pid, door)

    def _ask(self, inside: socket.socket) -> bytes:
        try:
            send_with(self._line, _WANTED, inside.fileno())
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
                _, door = take(line)
                # The child does not come back.
                line.send(pack(found(self._guest, door)))
                os.close(door)
        finally:
            # Its fork server has ended: nobody else holds the other end.
            os._exit(0)

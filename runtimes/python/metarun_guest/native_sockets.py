"""Internet sockets of C libraries, and of the programs that a script starts.

The kernel reports each `connect` and `bind` of such a socket to the first process of a run's sandbox. Calls within the
run's own loopback continue unchanged. For any other address, the host makes the connection, which replaces the caller's
socket. The first process also answers the run's name look-ups, with placeholder addresses.

The run's network leads nowhere, and the host checks all connections: nothing here needs to restrain a script.
"""

import _signal
import errno
import fcntl
import json
import os
import select
import socket
import struct
from typing import NamedTuple, Optional

from . import name_server, seccomp_listener
from .placeholders import Placeholders
from .seccomp_listener import Call

ACCEPTED = b"ok\n"
# The error for a connection that the host refuses, by its reason; EHOSTUNREACH for all others.
ERRORS = {
    "denied": errno.EACCES,
    "refused": errno.ECONNREFUSED,
    "timed_out": errno.ETIMEDOUT,
    "too_many": errno.ENOBUFS,
    "ended": errno.ECONNABORTED,
}
# Capabilities to bring up the loopback, and to answer at a low port.
CAPABILITIES = (10, 12)
_MOST_WAITING = 256
_SET_FLAGS, _IS_UP = 0x8914, 1
_TIMEOUTS = (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO)


def greeting(access: dict, host: str, port: int) -> bytes:
    """Returns the request to the host for a connection, to be sent over the socket of `access`."""
    return json.dumps({"token": access["token"], "host": host, "port": port}).encode() + b"\n"


def reason_in(answer: bytes) -> Optional[dict]:
    """Returns why the host refuses a connection, as {"reason", "message"}; None if the answer contains no reason."""
    try:
        return json.loads(answer)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Returns whether an address is of this machine itself, which includes 0.0.0.0."""
    return host.removeprefix("::ffff:").startswith("127.") or host in ("::1", "::", "0.0.0.0")


def is_taken(family: int, address: tuple) -> bool:
    """Returns whether a socket of this run uses the TCP port of a loopback address."""
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.bind(address)
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


# Created before any fork; each run has its own copy.
_names = Placeholders()


class _Waiting(NamedTuple):
    """A caller whose connection the host is making."""

    call: Call
    tunnel: socket.socket
    blocks: bool
    answer: bytearray


class NativeSockets:
    """Serves the sockets of one run, in the first process of its sandbox.

    `listener` is the descriptor of the seccomp listener. `access` is the run's network access, {"socket", "token"};
    None for none.
    """

    def __init__(self, listener: int, access: Optional[dict]) -> None:
        self._listener = listener
        self._access = access
        self._names = _names
        self._lookups: Optional[socket.socket] = None
        self._is_up = False
        self._waiting: dict[int, _Waiting] = {}
        self._wake, wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        _signal.signal(_signal.SIGCHLD, lambda *_: None)
        _signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        self._poll = select.poll()
        self._poll.register(listener, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)

    def serve(self) -> None:
        """Waits for a call and answers it if possible. Returns afterwards, or when a child has ended."""
        for descriptor, events in self._poll.poll():
            if descriptor == self._wake:
                os.read(self._wake, 4096)
            elif descriptor == self._listener and not events & select.POLLIN:
                # No process is left that could make a call, though the kernel may still be freeing the memory of the
                # last one.
                self._poll.unregister(self._listener)
            elif descriptor == self._listener:
                call = seccomp_listener.receive(self._listener)
                if call is not None:
                    self._on_call(call)
            elif descriptor in self._waiting:
                self._on_answer(descriptor)
            elif self._lookups is not None:
                self._answer_lookup(self._lookups)

    def _on_call(self, call: Call) -> None:
        try:
            if call.kind == "option":
                _set_option(self._listener, call)
                return
            if call.address is not None:
                self._raise_loopback()
            if call.address is None or call.kind == "bind" or not self._is_beyond(call, *call.address):
                seccomp_listener.let_go_on(self._listener, call)
        except OSError as error:
            seccomp_listener.fail(self._listener, call, error.errno or errno.ENETUNREACH)

    def _is_beyond(self, call: Call, host: str, port: int) -> bool:
        """Returns whether the host has to make a connection; if so, begins it."""
        if self._access is None:
            return False
        with seccomp_listener.copy_socket(call) as caller:
            if caller.family == socket.AF_UNIX:
                raise OSError(errno.EISCONN, "connected already")
            if caller.type != socket.SOCK_STREAM or (is_loopback(host) and is_taken(caller.family, (host, port))):
                return False
            if len(self._waiting) >= _MOST_WAITING:
                raise OSError(errno.EAGAIN, "too many connections are being made")
            tunnel, blocks = _tunnel_for(caller), os.get_blocking(caller.fileno())
        try:
            tunnel.connect(self._access["socket"])
            tunnel.send(greeting(self._access, self._names.restore_host(host), port))
        except OSError:
            tunnel.close()
            raise
        self._waiting[tunnel.fileno()] = _Waiting(call, tunnel, blocks, bytearray())
        self._poll.register(tunnel, select.POLLIN)
        return True

    def _on_answer(self, descriptor: int) -> None:
        call, tunnel, blocks, answer = self._waiting[descriptor]
        wanted = len(ACCEPTED) - len(answer)
        try:
            # The data after the acceptance is the caller's.
            more = tunnel.recv(wanted if wanted > 0 else 4096)
        except BlockingIOError:
            return
        except OSError:
            more = b""
        answer += more
        if more and answer != ACCEPTED:
            return
        self._poll.unregister(descriptor)
        del self._waiting[descriptor]
        with tunnel:
            if answer == ACCEPTED:
                os.set_blocking(descriptor, blocks)
                if seccomp_listener.replace_descriptor(self._listener, call, descriptor):
                    seccomp_listener.succeed(self._listener, call)
            else:
                seccomp_listener.fail(self._listener, call, _find_error(call, bytes(answer)))

    def _raise_loopback(self) -> None:
        """Brings up the loopback. Only done once a run uses a socket, since it takes a fifth of a millisecond."""
        if self._is_up:
            return
        self._is_up = True
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", b"lo", _IS_UP))
        if self._access is not None:
            self._lookups = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self._lookups.setblocking(False)
            self._lookups.bind(("127.0.0.1", name_server.PORT))
            self._poll.register(self._lookups, select.POLLIN)

    def _answer_lookup(self, lookups: socket.socket) -> None:
        try:
            query, asker = lookups.recvfrom(512)
            answer = name_server.answer_to(query, self._names.assign_address)
            if answer is not None:
                # `sendto` is replaced: see network.py.
                lookups.sendmsg([answer], (), 0, asker)
        except OSError:
            # The caller will ask again.
            pass


def _find_error(call: Call, answer: bytes) -> int:
    reason = (reason_in(answer) or {}).get("reason", "ended")
    if reason == "denied" and call.address is not None and is_loopback(call.address[0]):
        # Nothing listens there yet: callers that wait for it try again.
        return errno.ECONNREFUSED
    return ERRORS.get(reason, errno.EHOSTUNREACH)


def _set_option(listener: int, call: Call) -> None:
    """Lets an option be set, except on a connection of the host, which neither has nor needs them."""
    with seccomp_listener.copy_socket(call) as caller:
        family = caller.family
    if family == socket.AF_UNIX:
        seccomp_listener.succeed(listener, call)
    else:
        seccomp_listener.let_go_on(listener, call)


def _tunnel_for(caller: socket.socket) -> socket.socket:
    """Returns a non-blocking Unix socket with the timeouts of the caller's socket."""
    tunnel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    for option in _TIMEOUTS:
        tunnel.setsockopt(socket.SOL_SOCKET, option, caller.getsockopt(socket.SOL_SOCKET, option, 16))
    return tunnel

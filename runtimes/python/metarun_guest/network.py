"""The network of a script: Python's own `socket`, with TCP connections that the host makes.

A run's network namespace leads nowhere. The way out is a Unix socket of the host: the host connects it to the host and port
that it names. So `connect` of an Internet socket replaces the socket's file descriptor by such a connection, and everything
above `socket` works as usual.

The host looks names up when it connects. Until then each name is represented by a placeholder address that belongs to no
machine. All this is installed in the fork server, once, so that no run pays for it.
"""

import asyncio.selector_events
import errno
import itertools
import json
import operator
import os
import socket
from typing import Any, Optional

_INTERNET = (socket.AF_INET, socket.AF_INET6)
_ONLY_TCP = "Scripts reach the network by TCP alone."
_NO_NETWORK = 'This meta-task has no network: its `network` is "none". Set it to "restricted" with `allowed_hosts`, or to "open".'
_ACCEPTED = b"ok\n"
# Options that a Unix socket does not know, and that do not affect the data sent.
_INTERNET_LEVELS = (socket.IPPROTO_TCP, socket.IPPROTO_IP, socket.IPPROTO_IPV6)
_MAX_PEERS = 4096

_Socket = socket.socket
_connect = _Socket.connect
_connect_ex = _Socket.connect_ex
_getpeername = _Socket.getpeername
_getsockname = _Socket.getsockname
_setsockopt = _Socket.setsockopt
_getsockopt = _Socket.getsockopt
_sendto = _Socket.sendto
_getaddrinfo = socket.getaddrinfo
_sock_connect = asyncio.selector_events.BaseSelectorEventLoop.sock_connect

# The `network` of the run's frame.
_access: Optional[dict] = None


def use(access: Optional[dict]) -> None:
    """Sets how this run reaches the network; None for not at all."""
    global _access
    _access = access


def install() -> None:
    """Replaces functions of Python's `socket` by those of this module."""
    for name in ("connect", "connect_ex", "getpeername", "getsockname", "setsockopt", "getsockopt", "sendto"):
        setattr(_Socket, name, globals()[name])
    socket.getaddrinfo = getaddrinfo
    socket.gethostbyname = gethostbyname
    socket.gethostbyname_ex = gethostbyname_ex
    asyncio.selector_events.BaseSelectorEventLoop.sock_connect = sock_connect


# Names


class _Placeholders:
    """A placeholder address of 198.18.0.0/15 for each name; it belongs to no machine. The oldest are replaced at last."""

    _COUNT = 2**17

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._next = itertools.count(1)

    def address_of(self, name: str) -> str:
        number = self._numbers.get(name)
        if number is None:
            number = next(self._next) % self._COUNT
            self._numbers.pop(self._names.get(number, ""), None)
            self._names[number] = name
            self._numbers[name] = number
        return f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"

    def host_of(self, host: str) -> str:
        """Returns the name that `host` is the placeholder for, else `host` itself."""
        parts = host.rpartition(":")[2].split(".")
        if len(parts) != 4 or parts[0] != "198" or parts[1] not in ("18", "19"):
            return host
        second, third, fourth = (int(part) for part in parts[1:])
        return self._names.get(second - 18 << 16 | third << 8 | fourth, host)


_placeholders = _Placeholders()


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    if host is None or host in ("", b"") or flags & socket.AI_PASSIVE or _is_address(host):
        return _getaddrinfo(host, port, family, type, proto, flags)
    if flags & socket.AI_NUMERICHOST:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    address = _placeholder_for(host)
    if family == socket.AF_INET6:
        address = f"::ffff:{address}"
    return _getaddrinfo(address, port, family, type, proto, flags)


def gethostbyname(host):
    return str(_getaddrinfo(host, None, socket.AF_INET)[0][4][0]) if _is_address(host) else _placeholder_for(host)


def gethostbyname_ex(host):
    return host, [], [gethostbyname(host)]


def _placeholder_for(host) -> str:
    if _access is None:
        raise socket.gaierror(socket.EAI_FAIL, _NO_NETWORK)
    return _placeholders.address_of(_text(host))


def _is_address(host) -> bool:
    try:
        _getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
        return True
    except (socket.gaierror, UnicodeError):
        return False


def _text(host) -> str:
    return host.decode("utf-8") if isinstance(host, (bytes, bytearray)) else host


# Connections


def connect(self, address):
    if not _is_guarded(self):
        _connect(self, address)
        return
    tunnel, hello = _begin(self, address)
    with tunnel:
        # A non-blocking caller does wait here, for the host; one that uses asyncio does not.
        tunnel.settimeout(self.gettimeout() or None)
        tunnel.sendall(hello)
        answer = b""
        while answer != _ACCEPTED:
            more = tunnel.recv(_wanted(answer))
            if not more:
                raise _refusal_error(answer)
            answer += more
        _attach(self, tunnel, address)


def connect_ex(self, address):
    if not _is_guarded(self):
        return _connect_ex(self, address)
    try:
        connect(self, address)
        return 0
    except OSError as error:
        return error.errno or errno.EAGAIN


async def sock_connect(self, sock, address):
    """Does the same as `loop.sock_connect` of asyncio."""
    if not _is_guarded(sock):
        await _sock_connect(self, sock, address)
        return
    tunnel, hello = _begin(sock, address)
    with tunnel:
        tunnel.setblocking(False)
        try:
            await self.sock_sendall(tunnel, hello)
            answer = b""
            while answer != _ACCEPTED:
                more = await self.sock_recv(tunnel, _wanted(answer))
                if not more:
                    raise _refusal_error(answer)
                answer += more
        finally:
            # If this was cancelled, the loop still watches the socket, which is closed below.
            self.remove_reader(tunnel)
            self.remove_writer(tunnel)
        _attach(sock, tunnel, address)


def _is_guarded(sock: socket.socket) -> bool:
    return sock.family in _INTERNET


def _begin(sock: socket.socket, address) -> tuple[socket.socket, bytes]:
    """Returns a connection to the host, and the greeting to send on it."""
    if _access is None:
        raise PermissionError(errno.EACCES, _NO_NETWORK)
    if sock.type != socket.SOCK_STREAM:
        raise PermissionError(errno.EACCES, _ONLY_TCP)
    if _is_tunnelled(sock):
        raise OSError(errno.EISCONN, "The socket is connected already")
    host, port = _text(address[0]), operator.index(address[1])
    hello = {"token": _access["token"], "host": _placeholders.host_of(host), "port": port}
    tunnel = _Socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _connect(tunnel, _access["socket"])
    except BaseException:
        tunnel.close()
        raise
    return tunnel, json.dumps(hello).encode() + b"\n"


def _wanted(answer: bytes) -> int:
    """Returns how much to read next: data after the acceptance must stay unread."""
    return len(_ACCEPTED) - len(answer) if len(answer) < len(_ACCEPTED) else 4096


def _attach(sock: socket.socket, tunnel: socket.socket, address) -> None:
    fd = sock.fileno()
    os.dup2(tunnel.fileno(), fd, os.get_inheritable(fd))
    # Python itself waits where there is a timeout.
    os.set_blocking(fd, sock.gettimeout() is None)
    if len(_peers) >= _MAX_PEERS:
        del _peers[next(iter(_peers))]
    _peers[os.fstat(fd).st_ino] = tuple(address)


def _refusal_error(answer: bytes) -> OSError:
    try:
        refusal = json.loads(answer)
    except ValueError:
        return ConnectionAbortedError(errno.ECONNABORTED, "The service closed the connection.")
    make = _REFUSALS.get(refusal["reason"], _REFUSALS["unreachable"])
    return make(refusal["message"])


_REFUSALS: dict[str, Any] = {
    "denied": lambda message: PermissionError(errno.EACCES, message),
    "name": lambda message: socket.gaierror(socket.EAI_NONAME, message),
    "refused": lambda message: ConnectionRefusedError(errno.ECONNREFUSED, message),
    "timed_out": lambda message: TimeoutError(errno.ETIMEDOUT, message),
    "unreachable": lambda message: OSError(errno.EHOSTUNREACH, message),
    "too_many": lambda message: OSError(errno.ENOBUFS, message),
    "ended": lambda message: ConnectionAbortedError(errno.ECONNABORTED, message),
}


# What a connected socket reports about itself

# Addresses connected to, by the socket's inode, which stays the same when TLS makes a new socket object.
_peers: dict[int, tuple] = {}


def _is_tunnelled(sock: socket.socket) -> bool:
    """Returns whether a Unix socket has replaced the descriptor of an Internet socket."""
    return _is_guarded(sock) and not isinstance(_getsockname(sock), tuple)


def getpeername(self):
    name = _getpeername(self)
    if isinstance(name, tuple) or not _is_guarded(self):
        return name
    return _peers.get(os.fstat(self.fileno()).st_ino, _nowhere(self))


def getsockname(self):
    name = _getsockname(self)
    return name if isinstance(name, tuple) or not _is_guarded(self) else _nowhere(self)


def _nowhere(sock: socket.socket) -> tuple:
    return ("0.0.0.0", 0) if sock.family == socket.AF_INET else ("::", 0, 0, 0)


def setsockopt(self, level, option, *value):
    try:
        return _setsockopt(self, level, option, *value)
    except OSError:
        if level not in _INTERNET_LEVELS or not _is_tunnelled(self):
            raise


def getsockopt(self, level, option, *length):
    try:
        return _getsockopt(self, level, option, *length)
    except OSError:
        if level not in _INTERNET_LEVELS or not _is_tunnelled(self):
            raise
        return bytes(*length) if length else 0


def sendto(self, *args):
    if _is_guarded(self) and self.type == socket.SOCK_DGRAM:
        raise PermissionError(errno.EACCES, _NO_NETWORK if _access is None else _ONLY_TCP)
    return _sendto(self, *args)

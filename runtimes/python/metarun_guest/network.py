"""The network of a script: Python's own `socket`, with TCP connections that the host makes.

A run's network namespace leads nowhere. The only way out is a Unix socket of the host, which connects it to the host
and port in a greeting. `connect` of an Internet socket therefore replaces the socket's file descriptor with such a
connection, and everything above `socket` works as usual.

The host resolves names when it connects. Until then, each name is represented by a placeholder address that belongs to
no machine. All this is installed in the fork server, once, so that no run pays for it.
"""

import asyncio.selector_events
import errno
import operator
import os
import socket
from typing import Optional

from . import name_server, seccomp_listener
from .native_sockets import ACCEPTED, ERRORS, greeting, is_loopback, is_taken, reason_in
from .placeholders import Placeholders

_INTERNET = (socket.AF_INET, socket.AF_INET6)
_ONLY_TCP = "Scripts reach the network by TCP alone."
_NO_NETWORK = 'This meta-task has no network: its `network` is "none". Set it to "restricted" with `allowed_hosts`, or to "open".'
# Options that a Unix socket does not know and that do not affect the data sent.
_INTERNET_LEVELS = seccomp_listener.LEVELS
_MAX_PEERS = 4096
_HERE = "127.0.0.1"
_LOOKUP_SECONDS = 5.0

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

# The value of `network` in the run's frame.
_access: Optional[dict] = None


def use(access: Optional[dict]) -> None:
    """Sets the run's network access; None for none."""
    global _access
    _access = access


def install() -> None:
    """Replaces functions of Python's `socket` with those of this module."""
    for name in ("connect", "connect_ex", "getpeername", "getsockname", "setsockopt", "getsockopt", "sendto"):
        setattr(_Socket, name, globals()[name])
    socket.getaddrinfo = getaddrinfo
    socket.gethostbyname = gethostbyname
    socket.gethostbyname_ex = gethostbyname_ex
    asyncio.selector_events.BaseSelectorEventLoop.sock_connect = sock_connect


# Names

_placeholders = Placeholders()


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
    name = _text(host)
    if _access is None:
        if seccomp_listener.is_open and name == "localhost":
            return _HERE
        raise socket.gaierror(socket.EAI_FAIL, _NO_NETWORK)
    if seccomp_listener.is_open and _placeholders.known(name) is None:
        address = _look_up(name)
        if address is not None:
            _placeholders.keep(name, address)
    return _placeholders.assign_address(name)


def _look_up(name: str) -> Optional[str]:
    """Returns the placeholder that the sandbox's first process has for a name, so that C libraries can connect to it,
    too.
    """
    try:
        with _Socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.settimeout(_LOOKUP_SECONDS)
            _connect(sock, (_HERE, name_server.PORT))
            sock.send(name_server.query_for(name))
            return name_server.address_in(sock.recv(512))
    except (OSError, ValueError):
        return None


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
    own = _own_address(self, address)
    if own is not None:
        _connect(self, own)
        return
    tunnel, hello = _begin(self, address)
    with tunnel:
        # A non-blocking caller waits for the host here; one that uses asyncio does not.
        tunnel.settimeout(self.gettimeout() or None)
        tunnel.sendall(hello)
        answer = b""
        while answer != ACCEPTED:
            more = tunnel.recv(_wanted(answer))
            if not more:
                raise _refusal_error(answer)
            answer += more
        _attach(self, tunnel, address)


def connect_ex(self, address):
    own = _own_address(self, address)
    if own is not None:
        return _connect_ex(self, own)
    try:
        connect(self, address)
        return 0
    except OSError as error:
        return error.errno or errno.EAGAIN


async def sock_connect(self, sock, address):
    """Implements `loop.sock_connect` of asyncio."""
    own = _own_address(sock, address)
    if own is not None:
        await _sock_connect(self, sock, own)
        return
    tunnel, hello = _begin(sock, address)
    with tunnel:
        tunnel.setblocking(False)
        try:
            await self.sock_sendall(tunnel, hello)
            answer = b""
            while answer != ACCEPTED:
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


def _own_address(sock: socket.socket, address):
    """Returns the address for the system's own call; None for an address to which the host has to connect.

    If a run has its own network namespace, the loopback is its own as well.
    """
    if not _is_guarded(sock):
        return address
    if not seccomp_listener.is_open or not isinstance(address, tuple) or len(address) < 2:
        return None
    host = _placeholders.restore_host(_text(address[0]))
    if _placeholders.may_have(host):
        # A C library has looked up the name.
        return address
    if host == "localhost":
        host = _HERE if sock.family == socket.AF_INET else f"::ffff:{_HERE}"
    own = (host, *address[1:])
    is_here = is_loopback(host) and (sock.type == socket.SOCK_DGRAM or is_taken(sock.family, own[:2]))
    return own if is_here else None


def _begin(sock: socket.socket, address) -> tuple[socket.socket, bytes]:
    """Returns a connection to the host, and the greeting to send on it."""
    if _access is None:
        raise PermissionError(errno.EACCES, _NO_NETWORK)
    if sock.type != socket.SOCK_STREAM:
        raise PermissionError(errno.EACCES, _ONLY_TCP)
    if _is_tunnelled(sock):
        raise OSError(errno.EISCONN, "The socket is connected already")
    host, port = _text(address[0]), operator.index(address[1])
    hello = greeting(_access, _placeholders.restore_host(host), port)
    tunnel = _Socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _connect(tunnel, _access["socket"])
    except BaseException:
        tunnel.close()
        raise
    return tunnel, hello


def _wanted(answer: bytes) -> int:
    """Returns how much to read next: data after the acceptance must stay unread."""
    return len(ACCEPTED) - len(answer) if len(answer) < len(ACCEPTED) else 4096


def _attach(sock: socket.socket, tunnel: socket.socket, address) -> None:
    fd = sock.fileno()
    os.dup2(tunnel.fileno(), fd, os.get_inheritable(fd))
    # Python itself waits if there is a timeout.
    os.set_blocking(fd, sock.gettimeout() is None)
    if len(_peers) >= _MAX_PEERS:
        del _peers[next(iter(_peers))]
    _peers[os.fstat(fd).st_ino] = tuple(address)


def _refusal_error(answer: bytes) -> OSError:
    refusal = reason_in(answer)
    if refusal is None:
        return ConnectionAbortedError(errno.ECONNABORTED, "The service closed the connection.")
    reason, message = refusal["reason"], refusal["message"]
    if reason == "name":
        return socket.gaierror(socket.EAI_NONAME, message)
    return OSError(ERRORS.get(reason, errno.EHOSTUNREACH), message)


# Information about a connected socket

# Addresses of connections, by the socket's inode, which stays the same when TLS creates a new socket object.
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
    if _is_guarded(self) and self.type == socket.SOCK_DGRAM and _own_address(self, args[-1]) is None:
        raise PermissionError(errno.EACCES, _NO_NETWORK if _access is None else _ONLY_TCP)
    return _sendto(self, *args)

"""Names, addresses and requests on their way to the host."""

import json
import os
import socket
import struct
import tempfile
import threading
import unittest
from unittest import mock

import proxy
from metarun_guest import name_server, native_sockets, network
from metarun_guest.placeholders import Placeholders
from metarun_guest.users import Ids, taken_from


class Names(unittest.TestCase):
    def test_each_name_has_an_address_of_its_own(self):
        names = Placeholders()
        one, two = names.assign_address("one"), names.assign_address("two")
        self.assertEqual((one, two, names.assign_address("one")), ("198.18.0.1", "198.18.0.2", one))
        self.assertEqual([names.restore_host(each) for each in (one, f"::ffff:{two}", "10.0.0.1")], ["one", "two", "10.0.0.1"])
        self.assertEqual((names.known("one"), names.known("three")), (one, None))
        kinds = ("198.18.0.1", "::ffff:198.19.255.1", "198.20.0.1", "10.198.18.1", "::1")
        self.assertEqual([names.may_have(each) for each in kinds], [True, True, False, False, False])

    def test_the_oldest_names_are_replaced_at_last(self):
        names = Placeholders()
        for number in range(4096):
            names.assign_address(str(number))
        self.assertEqual((names.known("0"), names.known("255")), ("198.18.0.1", "198.18.1.0"))
        names.assign_address("new")
        self.assertEqual((names.known("0"), names.known("1")), (None, "198.18.0.2"))
        self.assertEqual(names.restore_host("198.18.0.1"), "198.18.0.1")
        names.keep("other", "198.18.0.2")
        self.assertEqual((names.known("1"), names.restore_host("198.18.0.2")), (None, "other"))

    def test_a_lookup_is_answered_with_the_address_of_its_name(self):
        asked = []

        def assign_address(name):
            asked.append(name)
            return "198.18.0.9"

        answer = name_server.answer_to(name_server.query_for("a.example."), assign_address)
        self.assertEqual((asked, name_server.address_in(answer)), (["a.example"], "198.18.0.9"))
        head = struct.unpack_from("!6H", answer)
        self.assertEqual(head, (1, 0x8180, 1, 1, 0, 0))

    def test_a_lookup_of_another_kind_has_an_empty_answer(self):
        query = name_server.query_for("a.example")
        six = query[:-4] + struct.pack("!2H", 28, 1)
        answer = name_server.answer_to(six, self.fail)
        self.assertEqual((answer[12:], name_server.address_in(answer)), (six[12:], None))
        self.assertEqual(struct.unpack_from("!6H", answer)[2:4], (1, 0))

    def test_what_is_no_lookup_is_not_answered(self):
        query = name_server.query_for("a")
        of_two = query[:4] + b"\0\2" + query[6:]
        an_answer = query[:2] + b"\x80" + query[3:]
        nameless = query[:12] + query[14:]
        for other in (query[:11], query[:-1], of_two, an_answer, nameless, b""):
            self.assertIsNone(name_server.answer_to(other, self.fail))
        for name in ("", "a..b", "x" * 64):
            with self.assertRaises(ValueError):
                name_server.query_for(name)
        self.assertTrue(name_server.query_for("x" * 63))

    def test_the_loopback_is_this_machine(self):
        hosts = ("127.0.0.1", "127.5.0.1", "::ffff:127.0.0.1", "::1", "::", "0.0.0.0", "10.0.0.1", "::2", "128.0.0.1")
        self.assertEqual([native_sockets.is_loopback(host) for host in hosts], [True] * 6 + [False] * 3)
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = server.getsockname()
            self.assertTrue(native_sockets.is_taken(socket.AF_INET, address))
        self.assertFalse(native_sockets.is_taken(socket.AF_INET, ("127.0.0.1", 0)))
        self.assertEqual(native_sockets.reason_in(b'{"reason":"denied"}'), {"reason": "denied"})
        self.assertIsNone(native_sockets.reason_in(b"{"))

    def test_users_are_taken_from_the_last_argument(self):
        arguments = ["a", "--become=100000+20"]
        self.assertEqual((taken_from(arguments), arguments), (Ids(100000, 20), ["a"]))
        self.assertEqual((taken_from(arguments), arguments), (None, ["a"]))


class Host:
    """A host that answers one connection of a run: it takes what comes until a line ends, then sends `answer`."""

    def __init__(self, answer):
        self._folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self._folder.name, "s")
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(self.path)
        self._server.listen()
        self._answer = answer
        self.lines = []
        self.rest = b""
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self):
        client, _ = self._server.accept()
        with client, client.makefile("rb") as stream:
            self.lines.append(json.loads(stream.readline()))
            client.sendall(self._answer)
            if self._answer.startswith(b"ok"):
                self.rest = stream.read()

    def end(self):
        self._thread.join(20)
        self._server.close()
        self._folder.cleanup()


class Connections(unittest.TestCase):
    def setUp(self):
        self.addCleanup(network.use, None)

    def host(self, answer):
        host = Host(answer)
        self.addCleanup(host.end)
        network.use({"socket": host.path, "token": "t"})
        return host

    def test_the_host_makes_a_connection_to_the_name_and_the_port(self):
        host = self.host(b"ok\nhello")
        with socket.socket() as sock:
            address = (network.gethostbyname("a.example"), 80)
            network.connect(sock, address)
            self.assertEqual(sock.recv(100), b"hello")
            self.assertEqual((network.getpeername(sock), network.getsockname(sock)), (address, ("0.0.0.0", 0)))
            network.setsockopt(sock, socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.assertEqual(network.getsockopt(sock, socket.IPPROTO_TCP, socket.TCP_NODELAY), 0)
            with self.assertRaisesRegex(OSError, "connected already"):
                network.connect(sock, address)
            sock.sendall(b"x")
        host.end()
        self.assertEqual((host.lines, host.rest), ([{"token": "t", "host": "a.example", "port": 80}], b"x"))

    def test_a_refusal_is_the_error_that_its_reason_stands_for(self):
        cases = [
            ("denied", PermissionError),
            ("refused", ConnectionRefusedError),
            ("timed_out", TimeoutError),
            ("ended", ConnectionAbortedError),
            ("name", socket.gaierror),
            ("other", OSError),
        ]
        for reason, kind in cases:
            self.host(json.dumps({"reason": reason, "message": "m"}).encode())
            with self.subTest(reason=reason), socket.socket() as sock, self.assertRaisesRegex(kind, "m"):
                network.connect(sock, ("a", 80))
        self.host(b"")
        with socket.socket() as sock:
            self.assertEqual(network.connect_ex(sock, ("a", 80)), native_sockets.ERRORS["ended"])

    def test_a_run_without_a_network_is_told_so(self):
        with socket.socket() as sock, self.assertRaisesRegex(PermissionError, "This meta-task has no network"):
            network.connect(sock, ("a", 80))
        with self.assertRaisesRegex(socket.gaierror, "This meta-task has no network"):
            network.gethostbyname("a")
        with socket.socket(type=socket.SOCK_DGRAM) as sock, self.assertRaisesRegex(PermissionError, "no network"):
            network.sendto(sock, b"x", ("10.0.0.1", 80))

    def test_a_run_reaches_the_network_by_TCP_alone(self):
        network.use({"socket": "/nowhere", "token": "t"})
        with socket.socket(type=socket.SOCK_DGRAM) as sock:
            with self.assertRaisesRegex(PermissionError, "by TCP alone"):
                network.connect(sock, ("a", 80))
            with self.assertRaisesRegex(PermissionError, "by TCP alone"):
                network.sendto(sock, b"x", 0, ("10.0.0.1", 80))

    def test_names_are_looked_up_by_the_host_alone(self):
        network.use({"socket": "/nowhere", "token": "t"})
        address = network.gethostbyname("b.example")
        self.assertEqual(network.getaddrinfo("b.example", 80, type=socket.SOCK_STREAM)[0][4], (address, 80))
        six = network.getaddrinfo(b"b.example", 80, socket.AF_INET6, socket.SOCK_STREAM)
        self.assertEqual(six[0][4][:2], (f"::ffff:{address}", 80))
        self.assertEqual(network.gethostbyname_ex("b.example"), ("b.example", [], [address]))
        self.assertEqual(network.gethostbyname("10.0.0.1"), "10.0.0.1")
        self.assertEqual(network.getaddrinfo("10.0.0.1", 80)[0][4][0], "10.0.0.1")
        with self.assertRaisesRegex(socket.gaierror, "Name or service not known"):
            network.getaddrinfo("b.example", 80, flags=socket.AI_NUMERICHOST)

    def test_other_sockets_connect_by_themselves(self):
        with socket.socket(socket.AF_UNIX) as sock, self.assertRaises(FileNotFoundError):
            network.connect(sock, "/nowhere/at/all")
        self.assertTrue(network.connect_ex(socket.socket(socket.AF_UNIX), "/nowhere/at/all"))


def ask(request, answer):
    """Returns what a proxy answers, and what the host and the other side get of it."""
    host = Host(answer)
    made = proxy.Proxy(host.path, "t")
    ours, theirs = socket.socketpair()
    handler = threading.Thread(target=made._handle, args=(theirs,), daemon=True)
    handler.start()
    with ours:
        ours.sendall(request)
        ours.shutdown(socket.SHUT_WR)
        with ours.makefile("rb") as stream:
            got = stream.read()
    handler.join(20)
    made.close()
    if host.lines:
        host.end()
    return got, host.lines, host.rest


class Proxies(unittest.TestCase):
    def test_a_tunnel_passes_bytes_both_ways(self):
        got, lines, rest = ask(b"CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\nearly", b"ok\nback")
        self.assertEqual(lines, [{"token": "t", "host": "a.example", "port": 443}])
        self.assertEqual((got, rest), (b"HTTP/1.1 200 Connected\r\n\r\nback", b"early"))

    def test_a_request_goes_on_as_the_server_itself_gets_it(self):
        head = b"POST http://a.example:81/b?c=1 HTTP/1.1\r\nHost: a\r\nProxy-Authorization: x\r\nConnection: keep-alive\r\n"
        got, lines, rest = ask(head + b"Keep-Alive: 5\r\nX: 1\r\n\r\nbody", b"ok\nHTTP/1.1 200 OK\r\n\r\n")
        self.assertEqual(lines, [{"token": "t", "host": "a.example", "port": 81}])
        self.assertEqual(rest, b"POST /b?c=1 HTTP/1.1\r\nHost: a\r\nX: 1\r\nConnection: close\r\n\r\nbody")
        self.assertEqual(got, b"HTTP/1.1 200 OK\r\n\r\n")
        _, lines, rest = ask(b"GET http://a HTTP/1.1\r\n\r\n", b"ok\n")
        self.assertEqual((lines[0]["port"], rest), (80, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"))

    def test_a_refusal_of_the_host_is_answered_with_its_words(self):
        for answer, words in ((b'{"message":"not there"}\n', b"not there"), (b"x\n", b"The connection could not be made.")):
            got, _, _ = ask(b"CONNECT a:1 HTTP/1.1\r\n\r\n", answer)
            head, _, body = got.partition(b"\r\n\r\n")
            self.assertEqual((head.split(b"\r\n")[0], body), (b"HTTP/1.1 403 Refused", words))
            self.assertIn(f"Content-Length: {len(words)}".encode(), head)

    def test_what_is_no_request_to_a_proxy_is_refused(self):
        for request in (b"", b"GET / HTTP/1.1\r\n\r\n", b"GET https://a/ HTTP/1.1\r\n\r\n", b"x\r\n\r\n", b"GET http://a HTTP/1.1\r\n"):
            with self.subTest(request=request):
                got, lines, _ = ask(request, b"")
                self.assertTrue(got.startswith(b"HTTP/1.1 400 Refused\r\n"))
                self.assertEqual(lines, [])


class Reach(unittest.TestCase):
    def test_an_own_address_of_a_run_needs_no_host(self):
        self.assertIsNone(network._own_address(mock.Mock(family=socket.AF_INET), ("127.0.0.1", 80)))
        with mock.patch.object(network.seccomp_listener, "is_open", True):
            with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as sock:
                port = server.getsockname()[1]
                self.assertEqual(network._own_address(sock, ("localhost", port)), ("127.0.0.1", port))
                self.assertEqual(network._own_address(sock, ("198.18.9.9", 80)), ("198.18.9.9", 80))
            with socket.socket() as sock:
                self.assertIsNone(network._own_address(sock, ("127.0.0.1", 0)))
                self.assertIsNone(network._own_address(sock, ("10.0.0.1", 80)))

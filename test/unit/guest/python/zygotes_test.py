"""The processes that sandboxes are forked from, where the machine has nothing left."""

import errno
import socket
import unittest
from unittest import mock

from metarun_guest import zygotes
from metarun_guest.handover import receive_with
from metarun_guest.zygotes import Zygotes


class Shortages(unittest.TestCase):
    def setUp(self):
        self.watched = {}
        self.failures = []
        self.sandboxes = []

    def spawn(self, act):
        """Calls `act`, which starts a spawner that is this test; returns its result and the spawner's end of the socket."""
        pairs = []

        def pair(*args):
            pairs.append(_PAIR(*args))
            return pairs[-1][0], pairs[-1][1].dup()

        with mock.patch.object(zygotes.socket, "socketpair", pair), mock.patch.object(zygotes.os, "fork", lambda: 1):
            return act(), pairs[0][1]

    def made(self):
        def fail(error):
            self.failures.append(error.errno)

        return self.spawn(lambda: Zygotes(None, None, 0, None, self.watch, self.watched.pop, self.sandboxes.append, fail))

    def watch(self, source, act):
        self.watched[source] = act

    def send_zygote(self, spawner):
        """Has a zygote arrive that is this test; returns its end of the socket."""
        ours, theirs = _PAIR()
        with theirs:
            zygotes.send_with(spawner, zygotes._ANSWER.pack(1), theirs.fileno())
        (act,) = [act for source, act in self.watched.items() if isinstance(source, socket.socket)]
        act()
        return ours

    def test_a_sandbox_without_a_descriptor_fails_alone_and_its_zygote_serves_the_next(self):
        made, spawner = self.made()
        zygote = self.send_zygote(spawner)
        with mock.patch.object(zygotes.socket, "socketpair", side_effect=OSError(errno.EMFILE, "full")):
            made.make_sandbox()
        self.assertEqual((self.failures, made.making), ([errno.EMFILE], 0))
        made.make_sandbox()
        self.assertEqual(made.making, 1)
        self.assertEqual(receive_with(zygote)[0], zygotes._USER.pack(zygotes.NOBODY))

    def test_a_spawner_that_cannot_be_replaced_fails_the_sandboxes_that_wait_and_is_replaced_later(self):
        for what in ("fork", "socketpair"):
            self.setUp()
            made, spawner = self.made()
            made.make_sandbox()
            module = zygotes.os if what == "fork" else zygotes.socket
            with mock.patch.object(module, what, side_effect=OSError(errno.EAGAIN, "full")):
                spawner.close()
                (act,) = self.watched.values()
                act()
                self.assertEqual((self.failures, made.making, self.watched), ([errno.EAGAIN], 0, {}))
            _, spawner = self.spawn(made.make_sandbox)
            self.assertEqual((made.making, len(self.watched)), (1, 1))

    def test_a_zygote_whose_socket_finds_no_descriptor_fails_one_sandbox(self):
        made, spawner = self.made()
        made.make_sandbox()
        made.make_sandbox()
        zygotes.send_with(spawner, zygotes._ANSWER.pack(1))
        (act,) = self.watched.values()
        act()
        self.assertEqual((self.failures, made.making), ([errno.EMFILE], 1))

    def test_a_zygote_that_cannot_be_forked_fails_one_sandbox(self):
        made, spawner = self.made()
        made.make_sandbox()
        zygotes.send_with(spawner, zygotes._ANSWER.pack(-errno.EAGAIN))
        (act,) = self.watched.values()
        act()
        self.assertEqual((self.failures, made.making), ([errno.EAGAIN], 0))

    def test_a_spawner_without_descriptors_answers_with_the_error_and_goes_on(self):
        ours, theirs = _PAIR()
        with mock.patch.object(zygotes.os, "closerange"), mock.patch.object(zygotes.linux, "close_from"), mock.patch.object(
            zygotes.linux, "be_prompt"
        ), mock.patch.object(zygotes, "_signal"), mock.patch.object(zygotes.os, "_exit"), mock.patch.object(
            zygotes.socket, "socketpair", side_effect=OSError(errno.ENFILE, "full")
        ):
            ours.send(b"1")
            ours.shutdown(socket.SHUT_WR)
            zygotes._be_spawner(theirs, None, None)
        self.assertEqual(receive_with(ours), (zygotes._ANSWER.pack(-errno.ENFILE), -1, -1))


_PAIR = socket.socketpair

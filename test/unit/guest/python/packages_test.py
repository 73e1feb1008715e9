"""Installers of packages: their commands and their words."""

import os
import sys
import tempfile
import unittest

from metarun_packages import job
from metarun_packages.pip import Pip, _package
from metarun_packages.tool import Failed, build_lock, normalized
from metarun_packages.uv import Uv, _normalized_lock

SHA = "sha256:" + "a" * 64
INDEX = {"urls": ["https://one/", "https://two/"], "folders": []}
FOLDER = {"urls": [], "folders": ["/wheels", "/more"]}
UNREACHED = (
    "WARNING: Retrying (Retry(total=1)) after connection broken by "
    "'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish: [Errno 111]')': /a/"
)


def made(kind, index=INDEX, environment=None):
    return kind("/bin/uv", index, "/work", environment or {}, lambda text: None)


# What pip prints where it fails, and the reason in it.
PIP_SAYS = [
    (["Collecting a", "ERROR: No matching distribution found for a", "[notice] A new release"], "No matching distribution found for a"),
    (
        ["ERROR: Cannot install a and b", "  a needs c 1", "To fix this you could try to:", "x", "ERROR: ResolutionImpossible: y"],
        "Cannot install a and b a needs c 1",
    ),
    ([UNREACHED, "ERROR: No matching distribution found for a"], "The package index could not be reached: Failed to establish: [Errno 111]."),
    (["WARNING: 403 Error, Credentials not correct", "ERROR: x"], "The package index could not be reached: 403 Error."),
    (
        ["Could not fetch URL https://a/: connection error: refused - skipping", "ERROR: x"],
        "The package index could not be reached: connection error: refused.",
    ),
    (["ERROR: x", "Traceback (most recent call last):", "  File", "ValueError: y"], "ValueError: y"),
    ([], "The installer ended with status 2."),
]
UV_SAYS = [
    (["Resolved 3", "error: Failed to fetch: `https://a/`", "  Caused by: refused"], "Failed to fetch: `https://a/` Caused by: refused"),
    (["  × No solution found:", "  ╰─▶ Because a was not found"], "No solution found: Because a was not found"),
    (["something else"], "something else"),
]


class Locks(unittest.TestCase):
    def test_a_lock_has_names_versions_and_strong_hashes_in_order(self):
        packages = {"B_c.d": ("1.0", ["md5:x", SHA, SHA]), "a": ("2", ["sha512:y", "sha384:z"])}
        self.assertEqual(build_lock(packages), f"a==2 --hash=sha384:z --hash=sha512:y\nb-c-d==1.0 --hash={SHA}\n")
        with self.assertRaisesRegex(Failed, "The index gives no SHA-256 of a 1, without which it cannot be locked."):
            build_lock({"a": ("1", ["md5:x"])})
        self.assertEqual([normalized(name) for name in ("A--b", "a._-b", "Ab")], ["a-b", "a-b", "ab"])

    def test_a_lock_of_uv_may_continue_its_lines(self):
        text = f"# by uv\nb==2 ; python_version > '3' \\\n    --hash={SHA} \\\n    --hash=md5:x\nA.c==1 --hash={SHA}\n"
        self.assertEqual(_normalized_lock(text), f"a-c==1 --hash={SHA}\nb==2 --hash={SHA}\n")

    def test_a_report_of_pip_has_hashes_of_any_of_its_versions(self):
        def item(archive, direct=False):
            metadata = {"name": "a", "version": "1"}
            return {"metadata": metadata, "is_direct": direct, "download_info": {"archive_info": archive}}

        self.assertEqual(_package(item({"hashes": {"sha256": "x"}})), ("a", ("1", ["sha256:x"])))
        self.assertEqual(_package(item({"hash": "sha256=x=y"})), ("a", ("1", ["sha256:x=y"])))
        self.assertEqual(_package(item({})), ("a", ("1", [":"])))
        with self.assertRaisesRegex(Failed, "a is asked for by a URL; packages come from the package index alone."):
            _package(item({}, direct=True))


class Words(unittest.TestCase):
    def test_a_failure_says_why_in_the_words_of_the_installer(self):
        for kind, cases in ((Pip, PIP_SAYS), (Uv, UV_SAYS)):
            for lines, reason in cases:
                with self.subTest(lines=lines):
                    self.assertEqual(str(made(kind).failure(2, lines)), reason)
        self.assertEqual(len(str(made(Uv).failure(1, ["error: " + "x" * 5000]))), 4000)

    def test_a_command_prints_lines_that_are_reported_meanwhile(self):
        seen = []
        with tempfile.TemporaryDirectory() as work:
            tool = Pip("", INDEX, work, {"A": "1"}, seen.append)
            program = "import os, sys; print('a  \\n\\nb', os.environ['A'], os.environ['B']); sys.exit(3 if len(sys.argv) > 1 else 0)"
            command = [sys.executable, "-I", "-c", program]
            self.assertEqual(tool.run(command, {"B": "2"}), ["a", "", "b 1 2"])
            self.assertEqual(seen, ["a", "b 1 2"])
            self.assertEqual(tool.try_to_run([*command, "x"], {"B": "2"}), (3, ["a", "", "b 1 2"]))
            with self.assertRaisesRegex(Failed, "The installer ended with status 3."):
                tool.run([*command, "x"], {"B": "2"})

    def test_a_package_that_has_only_its_source_is_named(self):
        lines = ["ERROR: Could not find a version that satisfies a (from versions: none)", "No matching distribution found for a"]
        for status, said, message in ((0, lines, "a has no wheel for this Python"), (1, lines, ""), (0, lines[1:], ""), (0, [UNREACHED, *lines], "")):
            tool = made(Pip)
            tool._pip = list
            tool.try_to_run = lambda command, more, status=status: (status, [])
            self.assertEqual(tool._only_source(said)[:30], message)


class Settings(unittest.TestCase):
    def test_an_installer_asks_the_index_that_it_is_given(self):
        pip = made(Pip, INDEX, {"SSL_CERT_FILE": "/c"})._pip_environment()
        found = {name: pip.get(name) for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CERT")}
        expected = {"PIP_INDEX_URL": "https://one/", "PIP_EXTRA_INDEX_URL": "https://two/", "PIP_CERT": "/c"}
        self.assertEqual(found, {"PIP_FIND_LINKS": None, "PIP_NO_INDEX": None, **expected})
        self.assertEqual((pip["PIP_CONFIG_FILE"], pip["PIP_NO_INPUT"], pip["PIP_NO_CACHE_DIR"]), (os.devnull, "1", "1"))
        folder = made(Pip, FOLDER)._pip_environment()
        self.assertEqual((folder["PIP_FIND_LINKS"], folder["PIP_NO_INDEX"], "PIP_INDEX_URL" in folder), ("/wheels /more", "1", False))
        self.assertNotIn("PIP_NO_INDEX", made(Pip, {"urls": [], "folders": []})._pip_environment())

    def test_uv_asks_the_index_that_it_is_given(self):
        uv = made(Uv)._uv_environment()
        self.assertEqual((uv["UV_DEFAULT_INDEX"], uv["UV_INDEX"], "UV_FIND_LINKS" in uv), ("https://one/", "https://two/", False))
        self.assertEqual((uv["UV_INDEX_STRATEGY"], uv["UV_PYTHON_DOWNLOADS"]), ("unsafe-best-match", "never"))
        folder = made(Uv, FOLDER)
        self.assertEqual((folder._uv_environment()["UV_FIND_LINKS"], folder._no_index()), ("/wheels,/more", ["--no-index"]))
        self.assertEqual(made(Uv)._no_index(), [])

    def test_an_installer_takes_wheels_alone_and_exactly_those_of_the_lock(self):
        for kind, wheels in ((Pip, ("--only-binary", ":all:")), (Uv, ("--only-binary", ":all:"))):
            commands = []
            with tempfile.TemporaryDirectory() as work:
                tool = kind("/bin/uv", INDEX, work, {}, lambda text: None)
                tool._extra_path = lambda: ""
                tool.run = lambda command, more, to=commands: to.append((command, more)) or []
                tool.install("a==1\n")
                [(command, more)] = commands
                with open(command[-1]) as lock:
                    self.assertEqual((command[-2], lock.read()), ("-r", "a==1\n"))
                self.assertEqual(command[command.index("--target") + 1], f"{work}/site")
            self.assertEqual([one for one in ("--require-hashes", "--no-deps", *wheels) if one not in command], [])
            self.assertTrue(more)

    def test_a_job_measures_the_disk_that_packages_take(self):
        with tempfile.TemporaryDirectory() as work:
            os.mkdir(f"{work}/a")
            for name in ("b", "a/c"):
                with open(f"{work}/{name}", "wb") as file:
                    file.write(b"x" * 10_000)
                    file.flush()
                    os.fsync(file.fileno())
            self.assertEqual(job._size(work), sum(os.lstat(f"{work}/{name}").st_blocks * 512 for name in ("b", "a/c")))
            self.assertGreaterEqual(job._size(work), 20_000)
            environment = job._environment(work)
            self.assertEqual((environment["HOME"], environment["TMPDIR"]), (f"{work}/home", f"{work}/tmp"))

    def test_a_job_sends_500_lines_of_the_installer_at_most(self):
        sent = []

        class Sock:
            def sendall(self, data):
                sent.append(data)

        answers = job._Answers(Sock())
        answers.line("x\0" * 200)
        self.assertEqual(sent, [b'{"type": "line", "text": "' + b"x\\ufffd" * 150 + b'"}\n'])
        for _ in range(600):
            answers.line("x")
        self.assertEqual(len(sent), 500)

"""The files of a workspace as a folder, and the output of scripts as log lines."""

import base64
import logging
import os
import subprocess
import sys
import tempfile
import unittest

from metarun_guest import output, workspace_folder
from metarun_guest.channel import LineReader
from metarun_guest.errors import MetarunError, NonRetryable, RetryAfter, TaskCancelled
from metarun_guest.failures import describe_error, guest_failure
from metarun_guest.places import SCRIPT_FILE, called_from
from metarun_guest.strict_json import NotJson

AT = "2026-01-02T03:04:05.678Z"


class Host:
    """Has the files of a workspace; a part of a file is at most 4 bytes."""

    def __init__(self, files):
        self.files = dict(files)
        self.calls = []
        self.before_call = lambda method: None

    def call(self, method, args):
        self.before_call(method)
        path = args.get("path")
        self.calls.append((method, path))
        if method == "files.list":
            folders = {os.path.dirname(path) for path in self.files} - {"/"}
            entries = [{"path": folder, "type": "directory"} for folder in folders]
            return entries + [
                {"path": path, "type": "file", "size": len(content), "updated_at": AT} for path, content in self.files.items()
            ]
        if method == "files.read_part":
            content = self.files[path]
            part = content[args["from"] : args["from"] + 4]
            return {"content": base64.b64encode(part).decode(), "size": len(content)}
        if method == "files.write":
            content = args["content"]
            self.files[path] = base64.b64decode(content) if args.get("encoding") else content.encode()
        if method == "files.delete":
            if path not in self.files:
                raise MetarunError("not_found", "m")
            del self.files[path]
        return None

    def done(self):
        calls, self.calls = self.calls, []
        return calls


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.before = os.getcwd()
        os.chdir(folder.name)
        self.addCleanup(os.chdir, self.before)
        self.host = Host({"/a.txt": b"alpha beta", "/d/b.bin": b"\xff\0", "/empty": b""})
        self.workspace = workspace_folder.Workspace(self.host)
        self.workspace.begin()

    def test_the_folder_has_all_files_with_their_contents_and_times(self):
        path = self.workspace.open()
        self.assertEqual(path, os.path.join(os.getcwd(), "workspace"))
        with open(f"{path}/a.txt") as one, open(f"{path}/d/b.bin", "rb") as other, open(f"{path}/empty") as empty:
            self.assertEqual((one.read(), other.read(), empty.read()), ("alpha beta", b"\xff\0", ""))
        self.assertEqual(os.stat(f"{path}/a.txt").st_mtime, 1767323045)
        self.assertEqual([args for args in self.host.done() if args[1] == "/a.txt"], [("files.read_part", "/a.txt")] * 3)
        self.assertEqual((self.workspace.open(), self.host.done()), (path, []))

    def test_what_was_made_changed_or_deleted_is_stored_and_nothing_else(self):
        path = self.workspace.open()
        self.host.done()
        self.workspace.store()
        self.assertEqual(self.host.done(), [])
        with open(f"{path}/a.txt", "w") as file:
            file.write("changed")
        os.makedirs(f"{path}/x/y")
        with open(f"{path}/x/y/new", "wb") as file:
            file.write(b"\xfe")
        os.remove(f"{path}/d/b.bin")
        os.symlink("a.txt", f"{path}/link")
        self.workspace.store()
        self.assertEqual(sorted(self.host.done()), [("files.delete", "/d/b.bin"), ("files.write", "/a.txt"), ("files.write", "/x/y/new")])
        self.assertEqual(self.host.files, {"/a.txt": b"changed", "/empty": b"", "/x/y/new": b"\xfe"})
        self.workspace.store()
        self.assertEqual(self.host.done(), [])

    def test_a_file_that_is_gone_already_is_no_error(self):
        path = self.workspace.open()
        os.remove(f"{path}/a.txt")
        del self.host.files["/a.txt"]
        self.workspace.store()
        self.assertEqual(self.host.done()[-1], ("files.delete", "/a.txt"))

    def test_files_are_stored_before_calls_by_which_others_see_them(self):
        path = self.workspace.open()
        stored = []
        for number, method in enumerate(
            ("step.end", "step.fail", "sleep", "event.wait", "task.run", "files.search", "approval.ask", "approval.await")
            + ("step.begin", "output", "http.request", "memory.search", "model.generate")
        ):
            with open(f"{path}/a.txt", "w") as file:
                file.write("x" * number)
            self.host.done()
            self.host.call(method, {})
            if ("files.write", "/a.txt") in self.host.done():
                stored.append(method)
        self.assertEqual(stored, ["step.end", "step.fail", "sleep", "event.wait", "task.run", "files.search", "approval.ask", "approval.await"])

    def test_a_run_names_the_folder_where_it_may_use_it(self):
        self.assertTrue(workspace_folder.names_workspace(b'{"script":"open(\\"/workspace/a\\")"}'))
        self.assertFalse(workspace_folder.names_workspace(b'{"script":"work"}'))


class LazyFolder(unittest.TestCase):
    """A large workspace, whose files come when they are first opened."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.host = Host({f"/f{number}": b"content" for number in range(6)} | {"/d/e": b"inner", "/d/f": b"inner"})
        small = (workspace_folder._SMALL_FILES, workspace_folder.WORKSPACE)
        workspace_folder._SMALL_FILES, workspace_folder.WORKSPACE = 3, folder.name
        try:
            self.folder = workspace_folder._Folder(self.host, folder.name)
            self.folder.open()
        finally:
            workspace_folder._SMALL_FILES, workspace_folder.WORKSPACE = small
        self.host.done()
        # The interpreter notifies the folder of each file from here on, also after the test.
        self.addCleanup(self.folder._unread.clear)

    def read(self):
        return sorted({path for method, path in self.host.done() if method == "files.read_part"})

    def test_a_file_comes_when_it_is_first_opened(self):
        path = self.folder.path
        self.assertEqual((os.path.getsize(f"{path}/f0"), os.stat(f"{path}/f0").st_mode & 0o777, self.read()), (7, 0, []))
        with open(f"{path}/f0") as file:
            self.assertEqual(file.read(), "content")
        self.assertEqual(self.read(), ["/f0"])
        self.assertEqual((os.stat(f"{path}/f0").st_mode & 0o777, os.stat(f"{path}/f0").st_mtime), (0o644, 1767323045))
        self.folder.store()
        self.assertEqual(self.host.done(), [])

    def test_other_acts_on_a_file_need_it_as_well(self):
        path = self.folder.path
        os.rename(f"{path}/f0", f"{path}/g")
        self.assertEqual(self.read(), ["/f0"])
        os.replace(f"{path}/g", f"{path}/f1")
        self.assertEqual(self.read(), ["/f1"])
        os.link(f"{path}/f2", f"{path}/h")
        self.assertEqual(self.read(), ["/f2"])
        os.truncate(f"{path}/f3", 1)
        self.assertEqual(self.read(), ["/f3"])
        os.rename(f"{path}/d", f"{path}/k")
        self.assertEqual(self.read(), ["/d/e", "/d/f"])
        with open(os.devnull):
            self.assertEqual(self.read(), [])
        self.folder.store()
        self.assertEqual(self.host.files["/k/e"], b"inner")
        self.assertEqual(sorted(self.host.files), ["/f1", "/f2", "/f3", "/f4", "/f5", "/h", "/k/e", "/k/f"])

    def test_a_program_may_need_any_file(self):
        subprocess.run([sys.executable, "-I", "-S", "-c", ""], check=True)
        self.assertEqual(len(self.read()), 8)

    def test_a_file_that_cannot_be_read_is_an_error_and_stays_as_it_was(self):
        def refuse(method, args):
            raise MetarunError("unavailable", "not now")

        call, self.host.call = self.host.call, refuse
        with self.assertRaisesRegex(OSError, "/f0: not now"):
            open(f"{self.folder.path}/f0")
        self.host.call = call
        with open(f"{self.folder.path}/f0") as file:
            self.assertEqual(file.read(), "content")


class Log:
    is_open = True

    def __init__(self, most=10**9):
        self.lines = []
        self.most = most

    def log(self, level, text):
        self.lines.append((level, text))

    @property
    def log_full(self):
        return len(self.lines) >= self.most


class Output(unittest.TestCase):
    def test_a_long_line_is_cut_with_a_note(self):
        log = Log()
        long = "y" * output.MAX_LINE
        output.log_lines(log, "info", "x" * output.MAX_LINE + "\n" + long + "yyy\nz\n" + long + "y\r")
        cut = [f"{long} [cut: 3 more characters]", "z", f"{long} [cut: 2 more characters]"]
        self.assertEqual([text for _, text in log.lines], ["x" * output.MAX_LINE, *cut])

    def test_nothing_is_logged_once_the_log_is_full(self):
        log = Log(2)
        output.log_lines(log, "info", "a\nb\nc\nd")
        self.assertEqual(log.lines, [("info", "a"), ("info", "b")])

    def test_records_of_logging_keep_their_level_and_name(self):
        log = Log()
        handler = output.LogHandler(log)
        for level in (10, 19, 20, 29, 30, 39, 40, 50):
            handler.handle(logging.LogRecord("root", level, "", 0, "%s", ("a",), None))
        self.assertEqual([level for level, _ in log.lines], ["debug", "debug", "info", "info", "warning", "warning", "error", "error"])
        handler.handle(logging.LogRecord("mine", 20, "", 0, "x\ny", (), None))
        self.assertEqual(log.lines[8:], [("info", "mine: x"), ("info", "y")])
        with self.assertLogs() as logs:
            logging.getLogger("z").info("x")
        self.assertEqual(len(logs.output), 1)


class Lines(unittest.TestCase):
    def test_received_bytes_are_cut_into_lines(self):
        reader = LineReader(b"a\nb")
        self.assertEqual([reader.take(), reader.take(), reader.take(b"c\nd"), reader.rest()], [b"a", None, b"bc", b"d"])
        seen = []
        reader.feed(b"e\n\nf\ng", seen.append)
        self.assertEqual((seen, reader.rest()), ([b"de", b"", b"f"], b"g"))


def failed(source):
    """Returns what the script raises."""
    try:
        exec(compile(source, SCRIPT_FILE, "exec"), {"NonRetryable": NonRetryable, "RetryAfter": RetryAfter})
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


class Strange(Exception):
    def __str__(self):
        raise ValueError("no text")


class Failures(unittest.TestCase):
    def test_an_error_of_a_script_has_its_kind_its_words_and_its_own_frames(self):
        error = describe_error(failed("def f():\n    import json\n    json.loads('{')\nf()"), False)
        self.assertEqual((error["code"], error["type"], "retry" in error), ("script_error", "JSONDecodeError", False))
        lines = [line for line in error["stack"].split("\n") if line.startswith("  File ")]
        self.assertEqual(lines, ['  File "workflow.py", line 4, in <module>', '  File "workflow.py", line 3, in f'])

    def test_fields_of_an_error_are_shown_below_its_lines(self):
        source = "class Failed(Exception):\n    pass\nerror = Failed('no')\nerror.status, error.body, error._own = 503, 'x' * 600, 1\nraise error"
        last = describe_error(failed(source), False)["stack"].split("\n")[-1]
        self.assertRegex(last, r"^  with status=503, body='x+\.\.\.x+'$")
        self.assertLess(len(last), 600)
        self.assertNotIn("with", describe_error(failed("raise ValueError('no')"), False)["stack"])

    def test_errors_that_caused_it_are_shown_as_well(self):
        source = "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError('x') from error"
        stack = describe_error(failed(source), False)["stack"]
        self.assertEqual((stack.count("line 2"), stack.count("line 4"), stack.count("direct cause")), (1, 1, 1))

    def test_each_kind_of_end_has_its_code(self):
        cases = [
            (NotJson("result is x."), False, ("invalid_result", "", "result is x.")),
            (TaskCancelled(), True, ("cancelled", "", "The run was cancelled.")),
            (TaskCancelled(), False, ("script_error", "TaskCancelled", "the run was asked to stop")),
            (MemoryError(), False, ("out_of_memory", "", "")),
            (
                SystemExit(3),
                False,
                ("script_error", "SystemExit", "the script called sys.exit(3); return from run, or raise an error"),
            ),
            (
                Strange(),
                False,
                ("script_error", "Strange", "(this value cannot be shown: its own conversion to text failed)"),
            ),
            (ValueError("x\0" + "y" * 9000), False, ("script_error", "ValueError", "x\ufffd" + "y" * 7998)),
        ]
        for thrown, asked, expected in cases:
            found = describe_error(thrown, asked)
            self.assertEqual((found["code"], found["type"], found["message"]), expected)
        guest = guest_failure(OSError("x"))
        self.assertEqual((guest["code"], guest["message"]), ("sandbox_error", "the guest failed: OSError: x"))

    def test_a_module_that_is_missing_is_followed_by_a_remedy(self):
        message = describe_error(failed("import nope.inner"), False)["message"]
        remedy = "if it is a package, add it to `dependencies` in a `# /// script` block at the top of the script; "
        self.assertEqual(message, f"No module named 'nope'; {remedy}if it is your own file, put nope.py beside the script")

    def test_an_error_gives_its_advice_on_another_try(self):
        cases = [
            ("raise NonRetryable('x')", {"final": True}),
            ("raise RetryAfter(5)", {"after": 5.0}),
            ("raise ValueError('x')", None),
        ]
        for source, advice in cases:
            self.assertEqual(describe_error(failed(source), False).get("retry"), advice)
        self.assertEqual(describe_error(MetarunError("c" * 200, "m"), False)["retry"], {"code": "c" * 100})
        after = RetryAfter(5)
        for seconds, shown in ((-5, 0.0), (1e12, 1e9)):
            after.seconds = seconds
            self.assertEqual(describe_error(after, False)["retry"], {"after": shown})

    def test_a_long_stack_keeps_both_ends(self):
        names = "".join(f"def f{n}(): f{n + 1}()\n" for n in range(900)) + "def f900(): raise ValueError('end')\n"
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(5000)
        try:
            stack = describe_error(failed(f"{names}f0()"), False)["stack"]
        finally:
            sys.setrecursionlimit(limit)
        self.assertTrue(len(stack) <= 32_000 and "\n  [...]\n" in stack and stack.endswith("ValueError: end"))
        self.assertTrue(stack.startswith("Traceback"))

    def test_a_call_says_which_line_of_the_script_makes_it(self):
        names = {"called_from": called_from}
        exec(compile("def f():\n    return g()\ndef g():\n    return called_from()\nx = f()", SCRIPT_FILE, "exec"), names)
        self.assertEqual((names["x"], called_from()), (',"at":"workflow.py:4"', ""))

"""The methods of a reporter: their calls of the host, and the results for scripts."""

import base64
import pickle
import unittest
from datetime import timedelta

from metarun_guest import errors
from metarun_guest.channel import Channel
from metarun_guest.errors import ApprovalExpired, ApprovalRejected, McpOutcomeUnknown, MetarunError, StepError, TaskFailed
from metarun_guest.http_requests import HttpHeaders
from metarun_guest.reporter import Reporter
from metarun_guest.retry_advice import retry_advice
from metarun_guest.workspace_folder import Workspace

WEEK = 7 * 24 * 60 * 60
YEAR = 366 * 24 * 60 * 60
HTTP = {"url": "http://a/b", "status": 200, "status_text": "OK", "headers": [], "body": "", "redirected": False}
GENERATED = {"text": "t", "object": {"a": 1}, "finish": "stop", "model": "m", "usage": {"tokens": 1}}
MCP = {"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}
MCP = {**MCP, "structured": {"a": 1}, "is_error": False, "path": None}


class Host:
    """Stands for the channel: answers calls in their order, with what `answers` has."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.calls = []
        self.sent = []

    def call(self, method, args):
        self.calls.append((method, args))
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer

    ask = Channel.ask

    def send(self, frame):
        self.sent.append(frame)

    def log(self, level, text):
        self.sent.append((level, text))

    log_full = False


def build_reporter(host):
    return Reporter(host, Workspace(host))


# A call, the answer of the host, what it was asked, and what the script gets.
CALLS = [
    (lambda r: r.files.read("/a"), {"encoding": "utf-8", "content": "x"}, ("files.read", {"path": "/a", "ws": None}), "x"),
    (lambda r: r.files.read("/a", "w"), {"encoding": "base64", "content": "/w=="}, ("files.read", {"path": "/a", "ws": "w"}), b"\xff"),
    (lambda r: r.files.read_bytes("/a"), {"encoding": "utf-8", "content": "ü"}, ("files.read", {"path": "/a", "ws": None}), b"\xc3\xbc"),
    (
        lambda r: r.files.read_lines("/a", 2, 3),
        "x",
        ("files.read_lines", {"path": "/a", "ws": None, "first": 2, "last": 3}),
        "x",
    ),
    (
        lambda r: r.files.read_lines("/a"),
        "x",
        ("files.read_lines", {"path": "/a", "ws": None, "first": 1, "last": None}),
        "x",
    ),
    (
        lambda r: r.files.read_section("/a", "b"),
        "x",
        ("files.read_section", {"path": "/a", "ws": None, "section": "b"}),
        "x",
    ),
    (lambda r: r.files.outline("/a"), [1], ("files.outline", {"path": "/a", "ws": None}), [1]),
    (lambda r: r.files.glob("*"), [1], ("files.glob", {"path": "/", "ws": None, "pattern": "*"}), [1]),
    (
        lambda r: r.files.search("q"),
        [1],
        ("files.search", {"path": "/", "ws": None, "query": "q", "limit": 20}),
        [1],
    ),
    (
        lambda r: r.files.search("q", "/a", 100),
        [1],
        ("files.search", {"path": "/a", "ws": None, "query": "q", "limit": 100}),
        [1],
    ),
    (lambda r: r.files.write("/a", "x"), {"a": 1}, ("files.write", {"path": "/a", "ws": None, "content": "x"}), {"a": 1}),
    (
        lambda r: r.files.write("/a", bytearray(b"\xff")),
        {},
        ("files.write", {"path": "/a", "ws": None, "content": "/w==", "encoding": "base64"}),
        {},
    ),
    (lambda r: r.files.list(), [1], ("files.list", {"path": "/", "ws": None, "recursive": False}), [1]),
    (lambda r: r.files.list("/a", recursive=True), [1], ("files.list", {"path": "/a", "ws": None, "recursive": True}), [1]),
    (lambda r: r.files.delete("/a"), 1, ("files.delete", {"path": "/a", "ws": None}), None),
    (lambda r: r.files.exists("/a"), True, ("files.exists", {"path": "/a", "ws": None}), True),
    (lambda r: r.secrets.get("A"), "s", ("secrets.get", {"name": "A"}), "s"),
    (lambda r: r.output("a"), None, ("output", {"text": "a"}), None),
    (lambda r: r.sleep(0), None, ("sleep", {"seconds": 0}), None),
    (lambda r: r.sleep(YEAR), None, ("sleep", {"seconds": YEAR}), None),
    (lambda r: r.wait_for_event("e"), 5, ("event.wait", {"name": "e", "timeout": None}), 5),
    (lambda r: r.wait_for_event("e", 0), 5, ("event.wait", {"name": "e", "timeout": 0}), 5),
    (
        lambda r: r.run_task("a"),
        [{"status": "success", "result": 7}],
        ("task.run", {"tasks": [{"task": "a", "params": {}, "name": None}]}),
        7,
    ),
    (
        lambda r: r.run_tasks([("a", {"x": 1}, "n"), ["b"]]),
        [{"status": "success", "result": 7}, {"status": "success", "result": 8}],
        ("task.run", {"tasks": [{"task": "a", "params": {"x": 1}, "name": "n"}, {"task": "b", "params": {}, "name": None}]}),
        [7, 8],
    ),
    (
        lambda r: r.run_tasks([("a",)], settled=True),
        [{"status": "failed"}],
        ("task.run", {"tasks": [{"task": "a", "params": {}, "name": None}]}),
        [{"status": "failed"}],
    ),
    (
        lambda r: r.memory.search("q"),
        [1],
        ("memory.search", {"query": "q", "scope": None, "limit": 5}),
        [1],
    ),
    (
        lambda r: r.memory.search("q", "project", 9),
        [1],
        ("memory.search", {"query": "q", "scope": "project", "limit": 9}),
        [1],
    ),
    (
        lambda r: r.memory.remember("t"),
        {"id": 1},
        ("memory.remember", {"text": "t", "kind": "fact", "scope": "task_type", "expires_in": None}),
        {"id": 1},
    ),
    (
        lambda r: r.memory.remember("t", "pitfall", "project", timedelta(minutes=1)),
        {},
        ("memory.remember", {"text": "t", "kind": "pitfall", "scope": "project", "expires_in": 60.0}),
        {},
    ),
    (lambda r: r.memory.forget("m"), 1, ("memory.forget", {"id": "m"}), None),
    (
        lambda r: r.ai.embed(("a", "b"), "m"),
        {"embeddings": [[1]]},
        ("model.embed", {"texts": ["a", "b"], "model": "m", "name": "embed"}),
        [[1]],
    ),
    (
        lambda r: vars(r.ai.generate("p")),
        GENERATED,
        ("model.generate", {"prompt": "p", "model": None, "schema": None, "max_tokens": None, "name": "generate"}),
        GENERATED,
    ),
    (
        lambda r: r.ai.generate(({"role": "user", "content": "c"},), "m", {}, 5, "n").text,
        GENERATED,
        (
            "model.generate",
            {"prompt": [{"role": "user", "content": "c"}], "model": "m", "schema": {}, "max_tokens": 5, "name": "n"},
        ),
        "t",
    ),
    (
        lambda r: (lambda found: (found.text, vars(found)))(r.mcp.call("s", "t")),
        MCP,
        ("mcp.call", {"server": "s", "tool": "t", "arguments": {}, "timeout": None}),
        ("a\nb", MCP),
    ),
    (
        lambda r: r.mcp.call("s", "t", {"a": 1}, timedelta(hours=1)).path,
        MCP,
        ("mcp.call", {"server": "s", "tool": "t", "arguments": {"a": 1}, "timeout": 3600.0}),
        None,
    ),
    (lambda r: r.mcp.tools("s"), [1], ("mcp.tools", {"server": "s"}), [1]),
    (
        lambda r: r.ask_approval("p"),
        {"state": "approved", "decision": "approve"},
        ("approval.ask", {"prompt": "p", "proposal": None, "form": None, "expires_in": None}),
        {"decision": "approve"},
    ),
    (
        lambda r: r.ask_approval("p", [1], True, timedelta(seconds=2)),
        {"state": "approved"},
        ("approval.ask", {"prompt": "p", "proposal": [1], "form": True, "expires_in": 2.0}),
        {},
    ),
]

# A call that is a mistake of the script's, and the error.
MISTAKES = [
    (lambda r: r.files.read(5), TypeError, "files.read: path must be str, not int"),
    (lambda r: r.files.read("/a", 5), TypeError, "files.read: ws must be a workspace's id (str) or None"),
    (lambda r: r.files.read_lines("/a", 0), ValueError, "files.read_lines: first must be between 1 and 1000000000, not 0"),
    (lambda r: r.files.read_lines("/a", True), TypeError, "files.read_lines: first must be int, not bool"),
    (lambda r: r.files.read_lines("/a", 1, 1.5), TypeError, "files.read_lines: last must be int, not float"),
    (
        lambda r: r.files.read_lines("/a", 1, 10**9 + 1),
        ValueError,
        "files.read_lines: last must be between 1 and 1000000000, not 1000000001",
    ),
    (lambda r: r.files.read_section("/a", 5), TypeError, "files.read_section: section must be str, not int"),
    (lambda r: r.files.glob(None), TypeError, "files.glob: pattern must be str, not NoneType"),
    (lambda r: r.files.search(5), TypeError, "files.search: query must be str, not int"),
    (lambda r: r.files.search("q", limit="5"), TypeError, "files.search: limit must be int, not str"),
    (lambda r: r.files.search("q", limit=True), TypeError, "files.search: limit must be int, not bool"),
    (lambda r: r.files.search("q", limit=0), ValueError, "files.search: limit must be between 1 and 100, not 0"),
    (lambda r: r.files.search("q", limit=101), ValueError, "files.search: limit must be between 1 and 100, not 101"),
    (lambda r: r.files.write("/a", 5), TypeError, "files.write: content must be str or bytes, not int"),
    (lambda r: r.files.list("/a", recursive=1), TypeError, "files.list: recursive must be bool, not int"),
    (lambda r: r.secrets.get(5), TypeError, "secrets.get: name must be str, not int"),
    (lambda r: r.output(5), TypeError, "output: text must be str, not int"),
    (lambda r: r.set_phase(5), TypeError, "set_phase: text must be str, not int"),
    (lambda r: r.set_progress("5"), TypeError, "set_progress: value must be a number, not str"),
    (lambda r: r.set_progress(True), TypeError, "set_progress: value must be a number, not bool"),
    (lambda r: r.set_progress(-1), ValueError, "set_progress: value must be between 0 and 100, not -1"),
    (lambda r: r.set_progress(100.5), ValueError, "set_progress: value must be between 0 and 100, not 100.5"),
    (lambda r: r.set_progress(float("nan")), ValueError, "set_progress: value must be between 0 and 100, not nan"),
    (lambda r: r.log("a", 5), TypeError, "log: level must be str, not int"),
    (lambda r: r.log("a", "loud"), ValueError, "log: level must be one of debug, info, warning, error, not 'loud'"),
    (lambda r: r.sleep("5"), TypeError, "sleep: seconds must be a number, not str"),
    (lambda r: r.sleep(True), TypeError, "sleep: seconds must be a number, not bool"),
    (lambda r: r.sleep(-1), ValueError, f"sleep: seconds must be from 0 to {YEAR}, not -1"),
    (lambda r: r.sleep(YEAR + 1), ValueError, f"sleep: seconds must be from 0 to {YEAR}, not {YEAR + 1}"),
    (lambda r: r.wait_for_event(5), TypeError, "wait_for_event: name must be str, not int"),
    (lambda r: r.wait_for_event("e", "5"), TypeError, "wait_for_event: timeout must be a number of seconds, not str"),
    (lambda r: r.wait_for_event("e", -1), ValueError, f"wait_for_event: timeout must be from 0 to {YEAR}, not -1"),
    (lambda r: r.run_task(5), TypeError, "run_task: identifier must be str, not int"),
    (lambda r: r.run_task("a", [1]), TypeError, "run_task: params must be dict, not list"),
    (lambda r: r.run_task("a", {}, 5), TypeError, "run_task: name must be str, not int"),
    (lambda r: r.run_tasks([("a",)], settled=1), TypeError, "run_tasks: settled must be bool, not int"),
    (
        lambda r: r.run_tasks(["a"]),
        TypeError,
        'run_tasks: each task must be ("identifier", params) or with a name behind',
    ),
    (
        lambda r: r.run_tasks([("a", {}, "n", 1)]),
        TypeError,
        'run_tasks: each task must be ("identifier", params) or with a name behind',
    ),
    (lambda r: r.step(5, len), TypeError, "step: name must be str, not int"),
    (lambda r: r.step("a", 5), TypeError, "step: fn must be a function, not int; write `lambda: ...`"),
    (lambda r: r.step("a", len, 1.5), TypeError, "step: attempts must be int, not float"),
    (lambda r: r.step("a", len, True), TypeError, "step: attempts must be int, not bool"),
    (lambda r: r.step("a", len, 0), ValueError, "step: attempts must be from 1 to 100, not 0"),
    (lambda r: r.step("a", len, 101), ValueError, "step: attempts must be from 1 to 100, not 101"),
    (lambda r: r.step("a", len, delay=-1), ValueError, "step: delay must be from 0 to 86400, not -1"),
    (lambda r: r.step("a", len, factor=0.5), ValueError, "step: factor must be from 1 to 100, not 0.5"),
    (lambda r: r.step("a", len, max_delay=86401), ValueError, "step: max_delay must be from 0 to 86400, not 86401"),
    (lambda r: r.step("a", len, timeout=0), ValueError, f"step: timeout must be from 0.001 to {YEAR}, not 0"),
    (lambda r: r.step("a", len, timeout="1"), TypeError, "step: timeout must be a number, not str"),
    (lambda r: r.memory.search(5), TypeError, "memory.search: query must be str, not int"),
    (lambda r: r.memory.search("q", 5), TypeError, "memory.search: scope must be str, not int"),
    (lambda r: r.memory.search("q", None, 1.5), TypeError, "memory.search: limit must be int, not float"),
    (lambda r: r.memory.remember(5), TypeError, "memory.remember: text must be str, not int"),
    (lambda r: r.memory.remember("t", 5), TypeError, "memory.remember: kind must be str, not int"),
    (
        lambda r: r.memory.remember("t", expires_in=True),
        TypeError,
        "memory.remember: expires_in must be a number of seconds, a timedelta or None, not bool",
    ),
    (lambda r: r.memory.forget(5), TypeError, "memory.forget: id must be str, not int"),
    (lambda r: r.ai.generate(5), TypeError, "ai.generate: prompt must be str or a list of messages, not int"),
    (lambda r: r.ai.generate("p", 5), TypeError, "ai.generate: model must be str, not int"),
    (lambda r: r.ai.generate("p", schema=5), TypeError, "ai.generate: schema must be dict, not int"),
    (lambda r: r.ai.generate("p", max_tokens=True), TypeError, "ai.generate: max_tokens must be int, not bool"),
    (lambda r: r.ai.generate("p", name=5), TypeError, "ai.generate: name must be str, not int"),
    (lambda r: r.ai.embed("a", "m"), TypeError, "ai.embed: texts must be a list of str, not str"),
    (lambda r: r.ai.embed([5], "m"), TypeError, "ai.embed: each of texts must be str, not int"),
    (lambda r: r.mcp.call(5, "t"), TypeError, "mcp.call: server must be str, not int"),
    (lambda r: r.mcp.call("s", "t", [1]), TypeError, "mcp.call: arguments must be dict, not list"),
    (lambda r: r.mcp.call("s", "t", {}, 0), ValueError, "mcp.call: timeout must be from 0.001 to 3600 seconds, not 0"),
    (lambda r: r.mcp.call("s", "t", {}, 3601), ValueError, "mcp.call: timeout must be from 0.001 to 3600 seconds, not 3601"),
    (
        lambda r: r.mcp.call("s", "t", {}, "1"),
        TypeError,
        "mcp.call: timeout must be a number of seconds or a timedelta, not str",
    ),
    (lambda r: r.ask_approval(5), TypeError, "ask_approval: prompt must be str, not int"),
    (lambda r: r.ask_approval("p", None, 5), TypeError, "ask_approval: form must be a JSON Schema (dict) or None, not int"),
    (lambda r: r.ask_approval("p", notify=5), TypeError, "ask_approval: notify must be a function, not int"),
    (
        lambda r: r.ask_approval("p", expires_in=0),
        ValueError,
        f"ask_approval: expires_in must be from 0.001 to {YEAR} seconds, not 0",
    ),
    (
        lambda r: r.ask_approval("p", expires_in=True),
        TypeError,
        "ask_approval: expires_in must be a number of seconds, a timedelta or None, not bool",
    ),
    (lambda r: r.http.request(5, "u"), TypeError, "http.request: method and url must be str"),
    (lambda r: r.http.request("GET", "u", redirect="x"), ValueError, "http.request: redirect must be one of follow, manual, error"),
    (lambda r: r.http.request("GET", "u", json=1, body="x"), TypeError, "http.request takes json or body, not both"),
    (
        lambda r: r.http.request("GET", "u", body=5),
        TypeError,
        "http.request: body must be str or bytes, not int; json= sends any value",
    ),
    (
        lambda r: r.http.request("GET", "u", headers=[1]),
        TypeError,
        "http.request: headers must be a dict, or pairs of a name and a value",
    ),
    (
        lambda r: r.http.request("GET", "u", params="abc"),
        TypeError,
        "http.request: params must be a dict, or pairs of a name and a value",
    ),
    (
        lambda r: r.http.request("GET", "u", timeout=0),
        ValueError,
        "http.request: timeout must be seconds over 0, or None, not 0",
    ),
    (
        lambda r: r.http.request("GET", "u", timeout="1"),
        TypeError,
        "http.request: timeout must be a number of seconds or None, not str",
    ),
]

# Arguments of a request, and what differs from a plain one.
REQUESTS = [
    ({}, {}),
    ({"timeout": None}, {"timeout_ms": None}),
    ({"timeout": 0.0001}, {"timeout_ms": 1}),
    ({"timeout": 1.5}, {"timeout_ms": 1500}),
    ({"redirect": "manual"}, {"redirect": "manual"}),
    ({"params": {"a": [1, None, True], "b": None, "c": "x y"}}, {"url": "http://a/b?a=1&a=true&c=x+y"}),
    ({"params": [("a", 1), ("a", 2)]}, {"url": "http://a/b?a=1&a=2"}),
    ({"params": {}}, {}),
    ({"headers": {"X": "1", "Y": ["2", "3"]}}, {"headers": [["X", "1"], ["Y", "2"], ["Y", "3"]]}),
    ({"json": {"a": 1}}, {"body": b'{"a": 1}', "headers": [["content-type", "application/json"]]}),
    ({"json": [], "headers": {"Content-Type": "x"}}, {"body": b"[]", "headers": [["Content-Type", "x"]]}),
    ({"body": "ü"}, {"body": "ü".encode(), "headers": [["content-type", "text/plain;charset=UTF-8"]]}),
    ({"body": memoryview(b"\xff")}, {"body": b"\xff"}),
]


class Calls(unittest.TestCase):
    def test_a_method_asks_the_host_and_gives_the_answer(self):
        for number, (act, answer, asked, got) in enumerate(CALLS):
            with self.subTest(number=number, asked=asked):
                host = Host(dict(answer) if isinstance(answer, dict) else answer)
                self.assertEqual(act(build_reporter(host)), got)
                self.assertEqual(host.calls, [asked])

    def test_a_mistake_is_found_before_the_host_is_asked(self):
        for act, kind, message in MISTAKES:
            with self.subTest(message=message):
                host = Host()
                with self.assertRaises(kind) as raised:
                    act(build_reporter(host))
                self.assertEqual(str(raised.exception), message)
                self.assertEqual((host.calls, host.sent), ([], []))

    def test_progress_is_whole_and_never_decreases(self):
        host = Host()
        reporter = build_reporter(host)
        for value in (0, 0.9, 1.9, 1, 50, 49, 100.0):
            reporter.set_progress(value)
        self.assertEqual([frame["value"] for frame in host.sent], [1, 50, 100])

    def test_phases_and_log_lines_are_sent_as_they_may_be_stored(self):
        host = Host()
        reporter = build_reporter(host)
        reporter.set_phase("a\0" + "x" * 600)
        reporter.log("a\nb")
        reporter.log("", "error")
        reporter.log(5, "debug")
        phase = {"type": "phase", "text": "a\ufffd" + "x" * 498}
        self.assertEqual(host.sent, [phase, ("info", "a"), ("info", "b"), ("error", ""), ("debug", "5")])

    def test_a_child_that_fails_raises_with_its_name(self):
        failed = {"status": "failed", "task_id": "t1", "error_code": "timeout", "error_message": "too slow"}
        for args, name in ((("a",), "a"), (("a", {}, "n"), "n")):
            with self.assertRaises(TaskFailed) as raised:
                build_reporter(Host([failed])).run_task(*args)
            error = raised.exception
            found = (error.task, error.task_id, error.error_code, error.code, error.message)
            self.assertEqual(found, (name, "t1", "timeout", "child_failed", f'task "{name}": timeout: too slow'))

    def test_a_refusal_of_a_server_of_tools_keeps_its_code(self):
        for code, kind in (("mcp_outcome_unknown", McpOutcomeUnknown), ("mcp_timeout", MetarunError)):
            with self.assertRaises(MetarunError) as raised:
                build_reporter(Host(MetarunError(code, "m"))).mcp.call("s", "t")
            self.assertEqual((type(raised.exception), raised.exception.code, raised.exception.message), (kind, code, "m"))


class Requests(unittest.TestCase):
    def test_a_request_is_sent_as_its_arguments_say(self):
        for given, differs in REQUESTS:
            with self.subTest(given=given):
                host = Host(HTTP)
                build_reporter(host).http.request("GET", "http://a/b", **given)
                [(method, asked)] = host.calls
                asked["body"] = asked["body"] and base64.b64decode(asked["body"])
                plain = {"method": "GET", "url": "http://a/b", "headers": [], "body": None}
                self.assertEqual(method, "http.request")
                self.assertEqual(asked, {**plain, "redirect": "follow", "timeout_ms": 30_000, **differs})

    def test_params_are_added_to_the_query_before_the_fragment(self):
        for url, sent in (("u?a=1", "u?a=1&b=2"), ("u#f", "u?b=2#f"), ("u?a=1#f?", "u?a=1&b=2#f?")):
            host = Host(HTTP)
            build_reporter(host).http.request("GET", url, params={"b": 2})
            self.assertEqual(host.calls[0][1]["url"], sent)

    def test_a_response_has_its_text_and_its_JSON(self):
        body = base64.b64encode("\ufeff[1]".encode()).decode()
        headers = [["Set-Cookie", "a"], ["set-cookie", "b"], ["X", "1"]]
        found = build_reporter(Host({**HTTP, "body": body, "headers": headers})).http.request("GET", "u")
        self.assertEqual((found.text, found.json(), found.status, found.reason), ("[1]", [1], 200, "OK"))
        self.assertEqual((found.url, found.redirected), ("http://a/b", False))
        self.assertEqual((found.headers["SET-COOKIE"], found.headers.get_all("Set-Cookie")), ("a, b", ["a", "b"]))
        self.assertEqual((found.headers.get("y"), found.headers.get_all("y"), len(found.headers)), (None, [], 2))
        self.assertEqual(dict(HttpHeaders([["A", "1"]])), {"a": "1"})
        oks = [build_reporter(Host({**HTTP, "status": code})).http.request("GET", "u").ok for code in (199, 200, 299, 300)]
        self.assertEqual(oks, [False, True, True, False])


class Approvals(unittest.TestCase):
    def test_a_decision_against_it_is_an_error_with_the_words_of_the_person(self):
        rejected = {"state": "rejected", "message": "m", "comment": "c", "decided_by": "d"}
        with self.assertRaises(ApprovalRejected) as raised:
            build_reporter(Host(rejected)).ask_approval("p")
        error = raised.exception
        self.assertEqual((error.code, error.message, error.comment, error.decided_by), ("approval_rejected", "m", "c", "d"))
        with self.assertRaises(ApprovalExpired) as raised:
            build_reporter(Host({"state": "expired", "message": "m"})).ask_approval("p")
        self.assertEqual((raised.exception.code, raised.exception.message), ("approval_expired", "m"))

    def test_a_notice_is_sent_once_before_the_wait_and_only_where_one_waits(self):
        begun = {"id": 1, "state": "run", "awaited": False}
        for automatic, waits, notices in ((False, True, ["a1"]), (False, False, []), (True, True, [])):
            seen = []
            opened = {"automatic": automatic, "pending": waits, "id": "a1", "expires_at": "x"}
            step = [] if automatic else [begun, {"state": "ended"}]
            host = Host(opened, *step, {"state": "approved", "decision": "approve"})
            answer = build_reporter(host).ask_approval("p" * 200, notify=lambda pending, seen=seen: seen.append(pending.id))
            self.assertEqual((answer, seen), ({"decision": "approve"}, notices))
            steps = [] if automatic else ["step.begin", "step.end"]
            self.assertEqual([method for method, _ in host.calls], ["approval.open", *steps, "approval.await"])
            if not automatic:
                self.assertEqual(host.calls[1][1]["name"], f"notify: {'p' * 150}")

    def test_a_notice_links_to_a_page_for_a_person(self):
        begun = {"id": 1, "state": "run", "awaited": False}
        opened = {"automatic": False, "pending": True, "id": "a1", "expires_at": None}
        links = []
        host = Host(opened, begun, {"url": "http://l"}, {"state": "ended"}, {"state": "approved"})
        build_reporter(host).ask_approval("p", notify=lambda pending: links.append(pending.link("Ann")))
        self.assertEqual((links, host.calls[2]), (["http://l"], ("approval.link", {"id": "a1", "name": "Ann"})))


class Steps(unittest.TestCase):
    BEGUN = {"id": 3, "state": "run", "awaited": False}

    def test_a_step_is_called_once_and_its_result_is_recorded_as_JSON(self):
        host = Host(self.BEGUN, {"state": "ended"})
        self.assertEqual(build_reporter(host).step("s", lambda: (1, 2), 3, 0.5, 3, 10), [1, 2])
        policy = {"attempts": 3, "delay_ms": 500.0, "factor": 3, "max_delay_ms": 10_000}
        ended = ("step.end", {"id": 3, "awaited": False, "result": [1, 2]})
        self.assertEqual(host.calls, [("step.begin", {"name": "s", **policy}), ended])

    def test_a_recorded_step_is_not_called(self):
        host = Host({"id": 3, "state": "ended", "awaited": False, "result": 5})
        self.assertEqual(build_reporter(host).step("s", self.fail), 5)
        failed = {"id": 3, "state": "failed", "awaited": False, "type": "T", "message": "m", "retry": {"final": True}}
        with self.assertRaises(StepError) as raised:
            build_reporter(Host(failed)).step("s", self.fail)
        self.assertEqual((raised.exception.message, retry_advice(raised.exception)), ('step "s": T: m', {"final": True}))

    def test_a_step_that_fails_is_tried_again_as_long_as_the_host_says_so(self):
        tries = []

        def work():
            tries.append(1)
            raise KeyError("x")

        host = Host(self.BEGUN, {"state": "run"}, {"state": "failed"})
        with self.assertRaises(StepError) as raised:
            build_reporter(host).step("s", work)
        reported = {"id": 3, "awaited": False, "type": "KeyError", "message": "'x'"}
        self.assertEqual((len(tries), host.calls[1:]), (2, [("step.fail", reported)] * 2))
        self.assertEqual((raised.exception.step, raised.exception.type), ("s", "KeyError"))
        self.assertIsInstance(raised.exception.__cause__, KeyError)

    def test_a_result_that_JSON_cannot_hold_fails_the_step_for_good(self):
        host = Host(self.BEGUN, {"state": "failed"})
        with self.assertRaises(StepError) as raised:
            build_reporter(host).step("s", lambda: {1})
        method, failed = host.calls[1]
        self.assertEqual((method, failed["type"], failed["final"]), ("step.fail", "InvalidResult", True))
        self.assertEqual(raised.exception.type, "InvalidResult")

    def test_a_step_that_the_host_does_not_record_fails(self):
        host = Host(self.BEGUN, {"state": "failed", "type": "T", "message": "too many"})
        with self.assertRaisesRegex(StepError, 'step "s": T: too many'):
            build_reporter(host).step("s", lambda: 1)


class Advice(unittest.TestCase):
    def test_an_error_says_whether_it_is_worth_another_try(self):
        step = StepError("s", "T", "m")
        step._retry = {"after": 5}
        cases = [
            (errors.NonRetryable("x"), {"final": True}),
            (errors.RetryAfter(5), {"after": 5}),
            (errors.RetryAfter(timedelta(minutes=1)), {"after": 60.0}),
            (step, {"after": 5}),
            (StepError("s", "T", "m"), None),
            (MetarunError("not_found", "m"), {"code": "not_found"}),
            (ValueError("x"), None),
        ]
        for thrown, advice in cases:
            self.assertEqual(retry_advice(thrown), advice)

        class Group(Exception):
            def __init__(self, *exceptions):
                self.exceptions = exceptions

        parts = (errors.RetryAfter(5), errors.RetryAfter(9), ValueError())
        self.assertEqual(retry_advice(Group(*parts)), {"after": 9})
        self.assertEqual(retry_advice(Group(*parts, errors.NonRetryable())), {"final": True})
        self.assertIsNone(retry_advice(Group(MetarunError("c", "m"))))

    def test_a_pause_is_a_number_of_seconds_up_to_a_week(self):
        for seconds in (0, WEEK, 1.5):
            self.assertEqual(errors.RetryAfter(seconds).seconds, seconds)
        self.assertEqual(str(errors.RetryAfter(5)), "to be tried again after 5 s")
        self.assertEqual(str(errors.RetryAfter(5, "later")), "later")
        for seconds in (-1, WEEK + 1, float("nan")):
            with self.assertRaises(ValueError):
                errors.RetryAfter(seconds)
        for seconds in (True, "5", None):
            with self.assertRaises(TypeError):
                errors.RetryAfter(seconds)

    def test_errors_go_to_other_processes_and_come_back(self):
        step = StepError("s", "step_timeout", "m")
        step._retry = {"final": True}
        for error in (
            MetarunError("c", "m"),
            step,
            ApprovalRejected("m", "c", "d"),
            ApprovalExpired("m"),
            TaskFailed("t", "i", "c", "m"),
            McpOutcomeUnknown("m"),
            errors.RetryAfter(5, "m"),
        ):
            copy = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copy), str(copy), vars(copy)), (type(error), str(error), vars(error)))
        self.assertEqual((step.code, StepError("s", "", "m").message), ("step_timeout", 'step "s": m'))

"""Creates a task, follows it, and prints its result; with Python 3.9 or later and nothing else.

    METARUN_URL=http://127.0.0.1:8080 METARUN_TOKEN=mrk_… python3 python_client.py hello '{"name": "Ada"}'

Copy `Metarun` into a program of yours: it sends a request again only where that does no harm, and goes on where a
connection has broken off. https://www.rfc-editor.org/rfc/rfc9457 is how errors look.
"""

import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

TRANSIENT = (429, 502, 503, 504)
# The server is never silent for longer than 15 s, in seconds.
SILENCE = 45


class ApiError(Exception):
    """What the server refuses. Switch on `code`, which is stable; `errors` names the fields."""

    def __init__(self, status, problem, retry_after):
        super().__init__(problem.get("detail", f"HTTP {status}"))
        self.status = status
        self.code = problem.get("code", f"http_{status}")
        self.errors = problem.get("errors", [])
        self.request_id = problem.get("request_id")
        self.retry_after = retry_after


class TaskFailed(Exception):
    """A task has ended as `failed` or `cancelled`; `task` has its `error_code` and `error_message`."""

    def __init__(self, task):
        super().__init__(f"{task['status']}: {task['error_message']}")
        self.task = task


class Metarun:
    """A project of a server. `patience`: seconds for which a server that has answered once may be gone before that is an error."""

    def __init__(self, url, token, project="default", patience=300):
        self.base = f"{url.rstrip('/')}/external/v1/projects/{project}"
        self.token = token
        self.patience = patience
        self.reached = False

    def create(self, identifier, params, key=None):
        """Creates a task of a meta-task, once, however often the request has to be sent. Gives the task."""
        body = {"task_type_identifier": identifier, "params": params}
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        return self._json("POST", "/tasks", body, headers)

    def get(self, task_id):
        return self._json("GET", f"/tasks/{task_id}")

    def events(self, task_id):
        """Yields (name, data) of all that happens to a task, until it has ended: none is lost, none comes twice."""
        last = None
        while True:
            headers = {"Accept": "text/event-stream"}
            if last is not None:
                headers["Last-Event-ID"] = last
            with self._patiently("GET", f"/tasks/{task_id}/events", None, headers) as stream:
                if stream.status == 204:
                    return
                name, data = None, None
                try:
                    for raw in stream:
                        field, _, value = raw.decode().rstrip("\r\n").partition(": ")
                        if field == "id":
                            last = value
                        elif field == "event":
                            name = value
                        elif field == "data":
                            data = value
                        elif field == "" and data is not None:
                            yield name, json.loads(data)
                            name, data = None, None
                except (OSError, http.client.HTTPException):
                    time.sleep(0.2)  # It broke off: once more, after the last event.

    def wait(self, task_id):
        """The result of a task once it has ended. Raises TaskFailed."""
        for _ in self.events(task_id):
            pass
        task = self.get(task_id)
        if task["status"] != "success":
            raise TaskFailed(task)
        return task["result"]

    def _json(self, method, path, body=None, headers=None):
        with self._patiently(method, path, body, headers or {}) as answer:
            return json.load(answer)

    def _patiently(self, method, path, body, headers):
        """Sends a request that does no harm twice, again and again while the server cannot answer."""
        pause, until = 0.2, time.monotonic() + self.patience
        while True:
            try:
                answer = self._once(method, path, body, headers)
                self.reached = True
                return answer
            except ApiError as error:
                self.reached = True
                if error.status not in TRANSIENT or time.monotonic() > until:
                    raise
                wait = error.retry_after or pause
            except (OSError, http.client.HTTPException):
                if not self.reached or time.monotonic() > until:
                    raise
                wait = pause
            time.sleep(wait * random.uniform(0.5, 1))
            pause = min(pause * 2, 10)

    def _once(self, method, path, body, headers):
        request = urllib.request.Request(self.base + path, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in headers.items():
            request.add_header(name, value)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {}
            retry_after = error.headers.get("Retry-After", "")
            raise ApiError(error.code, problem, int(retry_after) if retry_after.isdigit() else None) from None


def main(identifier, params="{}"):
    url, token = (os.environ.get(name) or sys.exit(f"{name} is not set") for name in ("METARUN_URL", "METARUN_TOKEN"))
    server = Metarun(url, token, os.environ.get("METARUN_PROJECT", "default"), patience=60)
    try:
        task = server.create(identifier, json.loads(params))
        for name, data in server.events(task["id"]):
            if name == "phase":
                print(f"== {data['phase']}", file=sys.stderr)
            elif name == "log":
                print(data["text"], file=sys.stderr)
        print(json.dumps(server.wait(task["id"])))
    except TaskFailed as failed:
        sys.exit(f"{failed.task['error_code']}: {failed.task['error_message']}")
    except ApiError as refused:
        faults = "".join(f"\n  {fault['pointer']}: {fault['message']}" for fault in refused.errors)
        sys.exit(f"{refused.code}: {refused}{faults}")
    except (OSError, http.client.HTTPException) as unreachable:
        sys.exit(f"{url} does not answer: {unreachable}")


if __name__ == "__main__":
    main(*sys.argv[1:])

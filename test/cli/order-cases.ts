// A meta-task that acts according to its params, and test cases of it.

export const ORDER = `from metarun import ApprovalRejected, MetarunError, TaskFailed
import urllib.request


def run(params, reporter):
    return globals()[params["do"]](params, reporter)


def ask(params, reporter):
    answer = reporter.http.request("POST", "https://api.example.com/items", json={"a": 1})
    return {"status": answer.status, "body": answer.json(), "url": answer.url}


def refused(params, reporter):
    try:
        reporter.http.request("GET", params["url"])
    except MetarunError as error:
        return error.code


def by_socket(params, reporter):
    urllib.request.urlopen("https://api.example.com/")


def children(params, reporter):
    results = []
    for amount in params["amounts"]:
        try:
            results.append(reporter.run_task("charge", {"amount": amount}))
        except TaskFailed as error:
            results.append(error.error_code)
    return results


def approve(params, reporter):
    reporter.step("prepare", lambda: "done")
    try:
        form = {"type": "object", "properties": {"to": {"type": "string"}}}
        return reporter.ask_approval("Pay 100?", form=form)["payload"]
    except ApprovalRejected as error:
        return error.comment


def wait(params, reporter):
    try:
        return reporter.wait_for_event("paid", timeout=params.get("timeout"))
    except MetarunError as error:
        return error.code


def sleep(params, reporter):
    reporter.set_phase("Before")
    reporter.sleep(36000)
    reporter.set_phase("After")
    reporter.step("work", lambda: {"k": 1})
    reporter.sleep(86400)


def retry(params, reporter):
    if reporter.task.attempt < 3:
        raise ValueError("not yet")
    return reporter.task.attempt


def secret(params, reporter):
    print("it is", reporter.secrets.get("TOKEN"))
    print("read", reporter.files.read("/in/data.csv"))
    reporter.files.write("/out.json", '{"n": 1, "at": "now"}')
    return reporter.files.read_bytes("/in/raw")[0]


def helper(params, reporter):
    import metarun.testing


def broken(params, reporter):
    print("about to fail")
    raise KeyError("sorry")
`;

/** Cases that use every field and all pass. */
export const HOLDS = `# yaml-language-server: $schema=../../schema.json
- name: asks
  params: { do: ask }
  stubs:
    http:
      - { method: POST, url: "https://api.example.com/items", request: { json: { a: 1 } }, times: 1, status: 307, headers: { location: /v2/items } }
      - { method: POST, url: "*/v2/items", status: 201, json: { id: 7 } }
  expect: { result: { status: 201, body: { id: 7 }, url: "https://api.example.com/v2/items" } }
- name: is refused by the network policy
  params: { do: refused, url: "https://other.example.com/" }
  expect: { result: network_denied }
- name: meets a broken service
  params: { do: refused, url: "https://api.example.com/x" }
  stubs: { http: [{ url: "https://api.example.com/x", error: connection refused }] }
  expect: { result: network_error }
- name: has children that are stubs
  params: { do: children, amounts: [1, 2] }
  stubs: { children: { charge: [{ result: one }, { error: no money }] } }
  expect:
    result: [one, script_error]
    children: [{ task: charge, params: { amount: 1 }, result: one }, { task: charge, status: failed }]
    steps: [charge, { kind: task, status: failed }]
- name: has children of the repository
  params: { do: children, amounts: [5, 6] }
  stubs: { children: { charge: real } }
  expect: { result: [{ charged: 5 }, script_error] }
- name: is approved
  params: { do: approve }
  approvals: [{ decision: approve, prompt: Pay, payload: { to: Ada } }]
  expect: { result: { to: Ada }, steps: [prepare, { kind: approval }] }
- name: is rejected
  params: { do: approve }
  approvals: [{ decision: reject, comment: too much }]
  expect: { result: too much }
- name: is not decided
  params: { do: approve }
  approvals: [expire]
  expect: { status: failed, error: { code: approval_expired } }
- name: waits for an event
  params: { do: wait }
  events: [{ name: paid, payload: { by: Ada } }]
  expect: { result: { by: Ada } }
- name: waits no longer
  params: { do: wait, timeout: 3600 }
  expect: { result: event_timeout }
- name: sleeps for days
  params: { do: sleep }
  expect: { phases: [Before, After], progress: 100, steps: [{ kind: sleep }, { name: work, result: { k: 1 } }, { kind: sleep, status: success }] }
- name: is tried again
  params: { do: retry }
  expect: { result: 3 }
- name: has files and secrets
  params: { do: secret }
  secrets: { TOKEN: correct-horse }
  files: { /in/data.csv: { from: fixtures/data.csv }, /in/raw: { base64: /wA= } }
  expect:
    result: 255
    logs: ["read 1,2", { level: info, contains: "[redacted]" }]
    files: { /out.json: { json_includes: { n: 1 }, matches: now }, /in/data.csv: { from: fixtures/data.csv }, /none: { absent: true } }
- name: cannot import the helper of test files
  params: { do: helper }
  expect: { error: ModuleNotFoundError }
- name: is left out
  skip: for now
`;

/** Cases that each fail for the reason in their name. */
export const FAILS = `- name: other result
  params: { do: broken }
  expect: { result: 1 }
- name: no stub
  params: { do: ask }
- name: unused stub
  params: { do: retry }
  stubs: { http: [{ url: "https://api.example.com/" }] }
- name: socket
  params: { do: by_socket }
- name: no child
  params: { do: children, amounts: [1] }
- name: child params
  params: { do: children, amounts: [x] }
  stubs: { children: { charge: { result: 1 } } }
- name: no answer
  params: { do: approve }
- name: wrong answer
  params: { do: approve }
  approvals: [{ decision: approve, payload: { to: 7 } }]
- name: no event
  params: { do: wait }
- name: other files
  params: { do: retry }
  expect:
    result: 4
    files: { /a: b }
- name: unused answer
  params: { do: retry }
  approvals: [approve]
`;

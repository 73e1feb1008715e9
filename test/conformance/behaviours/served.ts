import { expect } from '@jest/globals';
import type { Group, ServedBehaviour } from '../behaviour.js';
import { READING } from './reading.js';
import { refused } from './refusal.js';

export const FILES: Group<ServedBehaviour> = {
  title: 'Files',
  behaviours: {
    'files.text': {
      says: 'text is read back unchanged from any path',
      python:
        'path = params["dir"] + "/ü b/häl.txt"\nreporter.files.write(path, "häl\\n🎉")\nreporter.files.write(path + "2", "")\nreturn [reporter.files.read(path), reporter.files.read(path + "2")]',
      typescript:
        'const path = params.dir + "/ü b/häl.txt";\nawait reporter.files.write(path, "häl\\n🎉");\nawait reporter.files.write(path + "2", "");\nreturn [await reporter.files.read(path), await reporter.files.read(path + "2")];',
      result: ['häl\n🎉', ''],
    },
    'files.bytes': {
      says: 'bytes are read back as bytes, or as text if they are valid UTF-8',
      python:
        'path = params["dir"] + "/b"\nfound = []\nfor content in (b"\\xff\\xfe", bytes(range(256)) * 300, b"caf\\xc3\\xa9"):\n    reporter.files.write(path, content)\n    read = reporter.files.read(path)\n    found.append(read if isinstance(read, str) else [len(read), list(read[:3]), read == content])\nreturn found',
      typescript:
        'const path = params.dir + "/b", found: any[] = [];\nfor (const content of [[255, 254], Array.from({ length: 76_800 }, (_, n) => n % 256), [99, 97, 102, 195, 169]]) {\n  await reporter.files.write(path, Uint8Array.from(content));\n  const read = await reporter.files.read(path);\n  found.push(typeof read === "string" ? read : [read.length, [...read.slice(0, 3)], String([...read]) === String(content)]);\n}\nreturn found;',
      result: [[2, [255, 254], true], [76_800, [0, 1, 2], true], 'café'],
    },
    'files.entry': {
      says: 'a write returns the entry of the file, as the HTTP API does',
      python: 'return reporter.files.write(params["dir"] + "/a.txt", "four")',
      typescript: 'return await reporter.files.write(params.dir + "/a.txt", "four");',
      result: {
        path: expect.stringMatching(/\/a\.txt$/),
        name: 'a.txt',
        type: 'file',
        size: 4,
        mime_type: 'text/plain; charset=utf-8',
        etag: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        converted_from: null,
        conversion: null,
      },
    },
    'files.replaced': {
      says: 'writing to an existing file replaces its content',
      python:
        'path = params["dir"] + "/a"\nreporter.files.write(path, "a long one")\nreporter.files.write(path, "b")\nreturn reporter.files.read(path)',
      typescript:
        'const path = params.dir + "/a"; await reporter.files.write(path, "a long one"); await reporter.files.write(path, "b"); return await reporter.files.read(path);',
      result: 'b',
    },
    'files.list': {
      says: '`list` shows a directory and, with `recursive`, everything below it',
      python:
        'reporter.files.write(params["dir"] + "/x/y.txt", "")\nreporter.files.write(params["dir"] + "/z.txt", "")\nreturn [[entry["name"] for entry in reporter.files.list(params["dir"], recursive=deep)] for deep in (False, True)]',
      typescript:
        'await reporter.files.write(params.dir + "/x/y.txt", ""); await reporter.files.write(params.dir + "/z.txt", "");\nconst names = async (recursive: boolean) => (await reporter.files.list(params.dir, { recursive })).map(({ name }: any) => name);\nreturn [await names(false), await names(true)];',
      result: [
        ['x', 'z.txt'],
        ['x', 'y.txt', 'z.txt'],
      ],
    },
    'files.exists': {
      says: '`exists` finds files and directories',
      python:
        'reporter.files.write(params["dir"] + "/x/y", "")\nreturn [reporter.files.exists(path) for path in ("/", params["dir"], params["dir"] + "/x/y", params["dir"] + "/none")]',
      typescript:
        'await reporter.files.write(params.dir + "/x/y", "");\nreturn Promise.all(["/", params.dir, params.dir + "/x/y", params.dir + "/none"].map((path) => reporter.files.exists(path)));',
      result: [true, true, true, false],
    },
    'files.delete': {
      says: '`delete` removes a file, or a directory with everything in it',
      python:
        'for name in ("/a", "/x/y", "/x/z/z"): reporter.files.write(params["dir"] + name, "")\ndeleted = [reporter.files.delete(params["dir"] + "/a"), reporter.files.delete(params["dir"] + "/x")]\nreturn [*deleted, reporter.files.list(params["dir"])]',
      typescript:
        'for (const name of ["/a", "/x/y", "/x/z/z"]) await reporter.files.write(params.dir + name, "");\nreturn [await reporter.files.delete(params.dir + "/a"), await reporter.files.delete(params.dir + "/x"), await reporter.files.list(params.dir)];',
      result: [null, null, []],
    },
    'files.workspace': {
      says: 'files in another workspace are kept separate',
      python:
        'path = params["dir"] + "/a"\nreporter.files.write(path, "there", ws=params["ws"])\nreturn [reporter.files.read(path, ws=params["ws"]), reporter.files.exists(path), [entry["name"] for entry in reporter.files.list(params["dir"], ws=params["ws"])]]',
      typescript:
        'const path = params.dir + "/a", { ws } = params;\nawait reporter.files.write(path, "there", { ws });\nreturn [await reporter.files.read(path, { ws }), await reporter.files.exists(path), (await reporter.files.list(params.dir, { ws })).map(({ name }: any) => name)];',
      result: ['there', false, ['a']],
    },
    'files.missing': refused('reading a missing file is refused with `not_found`', 'not_found', {
      python: 'reporter.files.read(params["dir"] + "/none")',
      typescript: 'await reporter.files.read(params.dir + "/none");',
    }),
    'files.missing-to-list': refused(
      'listing a missing directory is refused with `not_found`',
      'not_found',
      {
        python: 'reporter.files.list(params["dir"] + "/none")',
        typescript: 'await reporter.files.list(params.dir + "/none");',
      },
    ),
    'files.missing-to-delete': refused(
      'deleting a missing file is refused with `not_found`',
      'not_found',
      {
        python: 'reporter.files.delete(params["dir"] + "/none")',
        typescript: 'await reporter.files.delete(params.dir + "/none");',
      },
    ),
    'files.path-outside': refused(
      'a path that leads out of the workspace is refused with `invalid_path`',
      'invalid_path',
      {
        python: 'reporter.files.read("/../../etc/passwd")',
        typescript: 'await reporter.files.read("/../../etc/passwd");',
      },
    ),
    'files.path-empty': refused('an empty path is refused with `invalid_path`', 'invalid_path', {
      python: 'reporter.files.write("", "x")',
      typescript: 'await reporter.files.write("", "x");',
    }),
    'files.path-long': refused(
      'a file name of 300 characters is refused with `invalid_path`',
      'invalid_path',
      {
        python: 'reporter.files.write("/" + "x" * 300, "x")',
        typescript: 'await reporter.files.write("/" + "x".repeat(300), "x");',
      },
    ),
    'files.directory-to-read': refused(
      'reading a directory is refused with `invalid_path`',
      'invalid_path',
      {
        python: 'reporter.files.read("/")',
        typescript: 'await reporter.files.read("/");',
      },
    ),
    'files.root-to-delete': refused(
      'deleting the root directory is refused with `invalid_path`',
      'invalid_path',
      {
        python: 'reporter.files.delete("/")',
        typescript: 'await reporter.files.delete("/");',
      },
    ),
    'files.workspace-unknown': refused(
      'an unknown workspace is refused with `not_found`',
      'not_found',
      {
        python: 'reporter.files.read("/a", ws=params["unknown"])',
        typescript: 'await reporter.files.read("/a", { ws: params.unknown });',
      },
    ),
    'files.workspace-nonsense': refused(
      'a malformed workspace id is refused with `validation_failed`',
      'validation_failed',
      {
        python: 'reporter.files.read("/a", ws="mine")',
        typescript: 'await reporter.files.read("/a", { ws: "mine" });',
      },
    ),
  },
};

export const SECRETS: Group<ServedBehaviour> = {
  title: 'Secrets',
  behaviours: {
    'secrets.get': {
      says: 'a secret is read by its name',
      python: 'return len(reporter.secrets.get("TOKEN"))',
      typescript: 'return (await reporter.secrets.get("TOKEN")).length;',
      result: 'correct-horse-"ü"'.length,
    },
    'secrets.unknown': refused('an unknown secret is refused with `not_found`', 'not_found', {
      python: 'reporter.secrets.get("NONE")',
      typescript: 'await reporter.secrets.get("NONE");',
    }),
    'secrets.nonsense': refused('an invalid secret name is refused with `not_found`', 'not_found', {
      python: 'reporter.secrets.get("no name")',
      typescript: 'await reporter.secrets.get("no name");',
    }),
    'secrets.redacted': {
      says: 'the value of a secret is redacted in phases and log lines',
      python:
        'token = reporter.secrets.get("TOKEN")\nprint("with", token)\nreporter.log(f"a {token} b {token}", level="error")\nreporter.set_phase(f"Calling with {token}")',
      typescript:
        'const token = await reporter.secrets.get("TOKEN");\nconsole.log("with", token); reporter.log(`a ${token} b ${token}`, "error"); reporter.setPhase(`Calling with ${token}`);',
      events: [
        'info:with [redacted]',
        'error:a [redacted] b [redacted]',
        'phase:Calling with [redacted]',
        'progress:100',
      ],
    },
    'secrets.redacted-error': {
      says: 'the value of a secret is redacted in the error message',
      python: 'raise TypeError("bad " + reporter.secrets.get("TOKEN"))',
      typescript: 'throw new TypeError("bad " + (await reporter.secrets.get("TOKEN")));',
      error: 'script_error',
      message: /^TypeError: bad \[redacted\]$/,
    },
    'secrets.redacted-encoded': {
      says: 'the value of a secret is redacted when encoded as JSON, in a URL or as base64',
      python:
        'import base64, json, urllib.parse\ntoken = reporter.secrets.get("TOKEN")\nprint(json.dumps({"a": token}), urllib.parse.quote(token, safe=""))\nprint("Basic", base64.b64encode(f"sam: {token}".encode()).decode())',
      typescript:
        'const token = await reporter.secrets.get("TOKEN");\nconsole.log(JSON.stringify({ "a": token }).replace(":", ": "), encodeURIComponent(token)); console.log("Basic", btoa(String.fromCharCode(...new TextEncoder().encode(`sam: ${token}`))));',
      events: [
        'info:{"a": "[redacted]"} [redacted]',
        'info:Basic c2FtOiB[redacted]',
        'progress:100',
      ],
    },
  },
};

export const TASKS: Group<ServedBehaviour> = {
  title: 'Tasks as clients see them',
  behaviours: {
    'served.success': {
      says: 'a successful task has its last phase, its log and a progress of 100',
      python:
        'reporter.set_phase("Last ✓")\nreporter.set_progress(10)\nprint("häl")\nreturn {"a": [1]}',
      typescript:
        'reporter.setPhase("Last ✓"); reporter.setProgress(10); console.log("häl"); return { a: [1] };',
      result: { a: [1] },
      events: ['info:häl', 'phase:Last ✓', 'progress:100'],
    },
    'served.failure': {
      says: 'a failed task keeps its progress, at most 99',
      python: 'reporter.set_progress(100)\nraise TypeError("x")',
      typescript: 'reporter.setProgress(100); throw new TypeError("x");',
      error: 'script_error',
      message: /^TypeError: x$/,
      events: ['progress:99'],
    },
    'served.task': {
      says: '`reporter.task` holds the real ids, name, attempt and version of the task',
      python:
        'task = reporter.task\nreturn [len(task.id), task.attempt, len(task.project), task.version, task.name.startswith(task.task_type)]',
      typescript:
        'const { task } = reporter; return [task.id.length, task.attempt, task.project.length, task.version, task.name.startsWith(task.task_type)];',
      result: [36, 1, 36, 1, true],
    },
    'served.result-schema': {
      says: 'a result that does not match the `result_schema` is refused with the location',
      metaTask: {
        result_schema: {
          type: 'object',
          properties: { rows: { type: 'array', items: { type: 'integer' } } },
        },
      },
      python: 'return {"rows": [1, "two"]}',
      typescript: 'return { rows: [1, "two"] };',
      error: 'invalid_result',
      message: 'result/rows/1',
    },
    'served.timeout': {
      says: '`timeout_seconds` ends the run with `timeout`',
      metaTask: { timeout_seconds: 1 },
      python: 'while True: pass',
      typescript: 'for (;;);',
      error: 'timeout',
      message: '1 s',
    },
    'served.memory': {
      says: '`memory_mb` ends the run with `out_of_memory`',
      heavy: true,
      metaTask: { memory_mb: 64 },
      python: 'kept = []\nwhile True: kept.append(bytearray(1_000_000))',
      typescript: 'const kept: any[] = []; for (;;) kept.push(new Uint8Array(1_000_000).fill(1));',
      error: 'out_of_memory',
    },
    'served.result': {
      says: 'a result is stored and read back unchanged',
      python: 'return params["value"]',
      typescript: 'return params.value;',
      params: { value: [null, 1e21, -1.5, 'Ünï 🎉\u2028"\\', { 'a/b': [[{}]] }, 9007199254740991] },
      result: [null, 1e21, -1.5, 'Ünï 🎉\u2028"\\', { 'a/b': [[{}]] }, 9007199254740991],
    },
  },
};

/** All behaviours of the whole server, in the order of the table. */
export const SERVED_GROUPS: readonly Group<ServedBehaviour>[] = [FILES, READING, SECRETS, TASKS];

import { MetarunError } from '../../../src/base/kernel/errors.js';
import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

type Answers = NonNullable<PortBehaviour['answers']>;

function answer(body: string, more: Record<string, Json> = {}): Json {
  return {
    url: 'http://host.test/end',
    status: 200,
    status_text: 'OK',
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from(body, 'latin1').toString('base64'),
    redirected: false,
    ...more,
  };
}

/** Answers a request with the parts that reached the host, as JSON. */
const echo: Answers = ({ args }) => {
  const { id: _, ...asked } = args as Record<string, Json>;
  return Promise.resolve(answer(JSON.stringify(asked)));
};

const refuse = (code: 'network_denied' | 'network_error', message: string): Answers => {
  return () => Promise.reject(new MetarunError(code, message));
};

export const HTTP: Group<PortBehaviour> = {
  title: 'HTTP',
  behaviours: {
    'http.get': {
      says: 'a request reaches the host with its method and URL, no body and a timeout of 30 s',
      answers: echo,
      python: 'return reporter.http.request("GET", "http://host.test/a?b=c").json()',
      typescript: 'return (await reporter.http.request("GET", "http://host.test/a?b=c")).json();',
      result: {
        method: 'GET',
        url: 'http://host.test/a?b=c',
        headers: [],
        body: null,
        redirect: 'follow',
        timeout_ms: 30_000,
      },
    },
    'http.query': {
      says: 'query parameters are added to the URL; lists repeat their name, and null is left out',
      answers: echo,
      python:
        'return reporter.http.request("GET", "http://host.test/?a=1", params={"b": "ü &", "c": [1, 2], "d": None}).json()["url"]',
      typescript:
        'const { url } = await (await reporter.http.request("GET", "http://host.test/?a=1", { query: { b: "ü &", c: [1, 2], d: null } })).json(); return url;',
      result: 'http://host.test/?a=1&b=%C3%BC+%26&c=1&c=2',
    },
    'http.json': {
      says: 'a JSON body is sent as UTF-8 with its media type',
      answers: echo,
      python:
        'asked = reporter.http.request("POST", "http://host.test/", json={"a": ["ü"]}).json()\nimport base64, json\nreturn [dict(asked["headers"])["content-type"], json.loads(base64.b64decode(asked["body"]))]',
      typescript:
        'const asked = await (await reporter.http.request("POST", "http://host.test/", { json: { a: ["ü"] } })).json();\nconst bytes = Uint8Array.from(atob(asked.body), (c) => c.charCodeAt(0));\nreturn [Object.fromEntries(asked.headers)["content-type"], JSON.parse(new TextDecoder().decode(bytes))];',
      result: ['application/json', { a: ['ü'] }],
    },
    'http.body': {
      says: 'a body of bytes is sent unchanged, together with the headers',
      answers: echo,
      python:
        'asked = reporter.http.request("PUT", "http://host.test/", headers={"X-A": "1"}, body=bytes([255, 0])).json()\nreturn [asked["method"], dict(asked["headers"])["x-a" if "x-a" in dict(asked["headers"]) else "X-A"], asked["body"]]',
      typescript:
        'const asked = await (await reporter.http.request("PUT", "http://host.test/", { headers: { "X-A": "1" }, body: new Uint8Array([255, 0]) })).json();\nreturn [asked.method, Object.fromEntries(asked.headers)["x-a"], asked.body];',
      result: ['PUT', '1', '/wA='],
    },
    'http.answer': {
      says: 'a response has a status, case-insensitive headers, text and its final URL',
      answers: () =>
        Promise.resolve(
          answer('h\u00c3\u00a4l', {
            status: 203,
            redirected: true,
            headers: [
              ['X-One', 'a'],
              ['x-one', 'b'],
            ],
          }),
        ),
      python:
        'a = reporter.http.request("GET", "http://host.test/")\nreturn [a.status, a.ok, a.headers["X-ONE"], a.text, a.url, a.redirected]',
      typescript:
        'const a = await reporter.http.request("GET", "http://host.test/");\nreturn [a.status, a.ok, a.headers.get("X-ONE"), await a.text(), a.url, a.redirected];',
      result: [203, true, 'a, b', 'häl', 'http://host.test/end', true],
    },
    'http.bytes': {
      says: 'a response can contain any bytes',
      answers: () => Promise.resolve(answer('\u00ff\u0000\u0080')),
      python: 'return list(reporter.http.request("GET", "http://host.test/").content)',
      typescript:
        'return [...await (await reporter.http.request("GET", "http://host.test/")).bytes()];',
      result: [255, 0, 128],
    },
    'http.status': {
      says: 'an HTTP error status does not raise an exception',
      answers: () => Promise.resolve(answer('gone', { status: 404, status_text: 'Not Found' })),
      python:
        'a = reporter.http.request("GET", "http://host.test/")\nreturn [a.status, a.ok, a.text]',
      typescript:
        'const a = await reporter.http.request("GET", "http://host.test/"); return [a.status, a.ok, await a.text()];',
      result: [404, false, 'gone'],
    },
    'http.denied': {
      says: 'a request to a server outside `allowed_hosts` is refused with the reason',
      answers: refuse('network_denied', 'host.test is not one of the allowed_hosts.'),
      python: 'reporter.http.request("GET", "http://host.test/")',
      typescript: 'await reporter.http.request("GET", "http://host.test/");',
      raises: 'refusal',
      message: 'host.test is not one of the allowed_hosts.',
    },
    'http.caught': {
      says: 'a script can catch a failed request, check its code and go on',
      answers: refuse('network_error', 'host.test refused the connection.'),
      python:
        'import metarun\ntry:\n    reporter.http.request("GET", "http://host.test/")\nexcept metarun.MetarunError as error:\n    return [error.code, str(error)]',
      typescript:
        'try { await reporter.http.request("GET", "http://host.test/"); } catch (error) { return [error.code, error.message]; }',
      result: ['network_error', 'host.test refused the connection.'],
    },
    'http.redirect': {
      says: 'the redirect mode and the timeout of a request reach the host',
      answers: echo,
      python:
        'asked = reporter.http.request("GET", "http://host.test/", redirect="manual", timeout=1.5).json()\nreturn [asked["redirect"], asked["timeout_ms"]]',
      typescript:
        'const asked = await (await reporter.http.request("GET", "http://host.test/", { redirect: "manual", timeoutMs: 1500 })).json(); return [asked.redirect, asked.timeout_ms];',
      result: ['manual', 1500],
    },
    'http.method-type': {
      says: 'a number as the HTTP method raises a type error',
      python: 'reporter.http.request(7, "http://host.test/")',
      typescript: 'await reporter.http.request(7, "http://host.test/");',
      raises: 'type',
    },
    'http.redirect-value': {
      says: 'an unknown redirect mode raises a value error',
      python: 'reporter.http.request("GET", "http://host.test/", redirect="never")',
      typescript: 'await reporter.http.request("GET", "http://host.test/", { redirect: "never" });',
      raises: 'value',
    },
    'http.timeout-value': {
      says: 'a negative request timeout raises a value error',
      python: 'reporter.http.request("GET", "http://host.test/", timeout=-1)',
      typescript: 'await reporter.http.request("GET", "http://host.test/", { timeoutMs: -1 });',
      raises: 'value',
    },
    'http.timeout-type': {
      says: 'a string as the request timeout raises a type error',
      python: 'reporter.http.request("GET", "http://host.test/", timeout="1")',
      typescript: 'await reporter.http.request("GET", "http://host.test/", { timeoutMs: "1" });',
      raises: 'type',
    },
    'http.json-and-body': {
      says: 'a request with both JSON and a body raises a type error',
      python: 'reporter.http.request("POST", "http://host.test/", json=1, body="x")',
      typescript:
        'await reporter.http.request("POST", "http://host.test/", { json: 1, body: "x" });',
      raises: 'type',
    },
  },
};

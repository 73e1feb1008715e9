/** The HTTP globals of an isolate: their classes compared with Node, and `fetch` with a simulated host. */
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../src/base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, run, signal, start, compile, runtime } from '../support/typescript-runs.js';
import { requireResult } from '../support/outcome.js';

beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

async function runCode(code: string, host?: RecordingHost): Promise<unknown> {
  return requireResult(await run(body(code), host === undefined ? {} : { host }));
}

/** Runs the same code in Node and returns its result. */
async function inNode(code: string): Promise<unknown> {
  const value: unknown = await (runInThisContext(`(async () => { ${code} })`) as () => unknown)();
  return JSON.parse(JSON.stringify(value ?? null));
}

/** Returns code that collects the results of the actions, or the names of their errors. */
const TRIED = (...actions: string[]): string =>
  `const results = []; for (const f of [${actions.map((action) => `async () => ${action}`).join(', ')}])
    try { results.push(await f()); } catch (error) { results.push(error.name); } return results;`;

describe('is as in Node', () => {
  it.each([
    `const h = new Headers([['B', ' 2 '], ['a', '1'], ['b', '3'], ['Set-Cookie', 'x=1'], ['set-cookie', 'y=2']]);
     h.append('A', 'ä'); return [[...h], [...h.keys()], [...h.values()], h.get('B'), h.get('none'), h.has('b'), h.getSetCookie(), h.get('set-cookie')];`,
    `const h = new Headers({ a: '1', c: 7 }); h.set('A', 'x'); h.append('a', 'y'); h.set('a', 'z'); h.delete('C'); const seen = [];
     h.forEach((value, name, all) => seen.push(name + value + (all === h))); return [seen, [...new Headers(h)], [...new Headers()]];`,
    TRIED(
      ...[
        `'a b', 'x'`,
        `'', 'x'`,
        `'a', 'x\\r\\ny: 1'`,
        `'a', '\\0'`,
        `'a', '€'`,
        `'a\\n', 'x'`,
        `'ä', 'x'`,
      ].map((args) => `new Headers([[${args}]])`),
      `[...new Headers({ a: '\\t\\n x \\r\\n' })]`,
      `new Headers([['a']])`,
      `new Headers('text')`,
      `new Headers(null)`,
    ),
    `const r = new Response('häl'); const c = r.clone(); return [r.bodyUsed, await r.text(), r.bodyUsed, await c.json().catch((e) => e.name),
       r.status, r.ok, r.statusText, r.type, r.url, r.redirected, [...r.headers]];`,
    TRIED(
      `new Response('x').clone().text()`,
      `(async () => { const r = new Response('x'); await r.text(); return r.text(); })()`,
      `(async () => { const r = new Response('x'); await r.text(); return r.clone(); })()`,
      `new Response('x', { status: 204 })`,
      `new Response(null, { status: 204 }).status`,
      `new Response(null, { status: 199 })`,
      `new Response(null, { status: 600 })`,
      `new Response(null, { statusText: 'a\\nb' })`,
      `Response.redirect('https://a.b/c', 308).headers.get('location')`,
      `Response.redirect('https://a.b/c', 200)`,
      `Response.redirect('nope')`,
      `Response.json({ a: [1] }, { status: 201, headers: { x: 'y' } }).text()`,
      `[...Response.json(1).headers]`,
      `Response.json(undefined)`,
      `[Response.error().type, Response.error().status]`,
      `Response.error().headers.append('a', 'b')`,
      `new Response('\\ufeffx').text()`,
      `new Response('\\ufeff{"a":1}').json()`,
      `new Response('').json()`,
      `new Response().text()`,
      `new Response().body`,
    ),
    `const bytes = new Uint8Array([0, 255, 128]); const r = new Response(bytes.subarray(1)); bytes[1] = 7;
     return [[...(await r.clone().bytes())], [...new Uint8Array(await r.clone().arrayBuffer())], (await r.clone().blob()).size, [...r.headers]];`,
    `return [await new Response(new URLSearchParams({ a: 'ä b' })).text(), new Response(new URLSearchParams()).headers.get('content-type'),
       await new Response(new Blob(['a', 'b'], { type: 'text/X' })).text(), new Response(new Blob(['a'], { type: 'text/X' })).headers.get('content-type'),
       new Response(new Blob([])).headers.get('content-type'), await new Response({ toString: () => 'own' }).text(), await new Response(7).text()];`,
    `const r = new Request('https://A.b/c d?x#h', { method: 'post', headers: { A: '1' }, body: 'x', redirect: 'manual' });
     const c = new Request(r, { headers: { b: '2' } });
     return [r.url, r.method, r.bodyUsed, [...c.headers], c.method, c.redirect, await c.text(), [...r.headers], r.signal.aborted];`,
    TRIED(
      `new Request('/relative')`,
      `new Request('https://me:secret@a.b/')`,
      `new Request('https://a.b/', { method: 'GET', body: 'x' })`,
      `new Request('https://a.b/', { method: 'CONNECT' })`,
      `new Request('https://a.b/', { method: 'a b' })`,
      `new Request('https://a.b/', { method: 'patch' }).method`,
      `new Request('https://a.b/', { method: 'delete' }).method`,
      `new Request('https://a.b/', { redirect: 'none' })`,
      `new Request('https://a.b/', { signal: 'none' })`,
      `new Request(new URL('https://a.b/')).url`,
      `new Request('https://a.b/', { signal: AbortSignal.abort() }).signal.aborted`,
    ),
    `const b = new Blob(['aä', new Uint8Array([66, 67]), new Uint8Array([68]).buffer, new Blob(['!'])], { type: 'Text/PLAIN' });
     const s = b.slice(1, -1, 'x/y'); const f = new File(['x'], 'n.txt', { type: 'a/b', lastModified: 5 });
     return [b.size, b.type, await b.text(), s.size, s.type, await s.text(), [...(await b.bytes())], f.name, f.type, f.lastModified, f instanceof Blob, b.slice(9).size, b.slice(-2).size];`,
    `const f = new FormData(); f.append('a', 1); f.append('a', 'ä'); f.append('b', new Blob(['x']), 'n"\\n.txt'); f.append('c', new Blob(['y']));
     f.set('a', 'z'); const all = [...f].map(([name, value]) => [name, typeof value === 'string' ? value : [value.name, value.size]]);
     f.delete('b'); return [all, f.has('b'), f.get('none'), f.getAll('a'), [...f.keys()], f.get('c') instanceof File];`,
    `const f = new FormData(); f.append('te"xt', 'l1\\nl2\\r\\nü'); f.append('file', new File([new Uint8Array([0, 13, 10, 255])], 'n ü"\\r.bin', { type: 'a/b' }));
     const r = new Response(f); const type = r.headers.get('content-type'); const back = await r.clone().formData();
     const raw = (await r.text()).replaceAll(type.split('boundary=')[1], 'BOUNDARY').replaceAll(';charset', '; charset');
     return [encodeURIComponent(raw), type.startsWith('multipart/form-data; boundary='), back.get('te"xt'), [...(await back.get('file').bytes())], back.get('file').name, back.get('file').type];`,
    TRIED(
      `[...(await new Response('a=1&b=%C3%A4+c', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData())]`,
      `new Response('x', { headers: { 'content-type': 'text/plain' } }).formData()`,
      `new Response('--x\\r\\n\\r\\n', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }).formData()`,
    ),
    `const r = new Response('abc'); const reader = r.body.getReader(); const first = await reader.read(); const last = await reader.read();
     return [[...first.value], first.done, last, r.bodyUsed, r.body.locked, await r.text().catch((e) => e.name)];`,
    `const parts = []; for await (const chunk of new Response('abc').body) parts.push(...chunk);
     const [a, b] = new Response('x').body.tee(); const r = new Response('y'); await r.body.cancel();
     return [parts, await new Response(a).text(), await new Response(b).text(), r.bodyUsed];`,
    `return [new Headers(), new Response(), new Request('https://a/'), new FormData(), new Blob(), new File([], '')].map((one) => [Object.prototype.toString.call(one), one.constructor.name]);`,
  ])('the HTTP classes behave as in Node: %s', async (code) => {
    expect(await runCode(code)).toEqual(await inNode(code));
  });
});

const ANSWER = {
  url: 'https://api.example/after',
  status: 200,
  status_text: 'OK',
  headers: [
    ['Content-Type', 'application/json'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ],
  body: Buffer.from('{"häl": [1]}').toString('base64'),
  redirected: true,
};

/** Returns a host that answers `http.request` with `answer`, and the arguments of all calls. */
function fakeHost(answer: (args: JsonObject) => Promise<Json>) {
  const calls: [method: string, args: JsonObject][] = [];
  const host = new RecordingHost((method, args) => {
    if (!isJsonObject(args)) throw new Error('no object');
    calls.push([method, args]);
    return method === 'http.request' ? answer(args) : Promise.resolve(null);
  });
  return { host, calls };
}

describe('fetch', () => {
  it('fetch sends the request to the host and returns its response', async () => {
    const { host, calls } = fakeHost(() => Promise.resolve(ANSWER));
    const code = `const r = await fetch('https://api.example/a b?q#part', { method: 'post', body: 'hä',
        headers: { 'X-One': '1', Host: 'evil', 'Content-Length': '99', 'Proxy-Authorization': 'x', Cookie: 'c=1' }, mode: 'cors' });
      const wrong = await (async () => r.headers.set('a', 'b'))().catch((error) => error.name);
      return [r.url, r.status, r.ok, r.redirected, r.statusText, r.type, r.headers.getSetCookie(), await r.json(), wrong];`;
    expect(await runCode(code, host)).toEqual([
      'https://api.example/after',
      200,
      true,
      true,
      'OK',
      'basic',
      ['a=1', 'b=2'],
      { häl: [1] },
      'TypeError',
    ]);
    expect(calls).toEqual([
      [
        'http.request',
        {
          id: 1,
          url: 'https://api.example/a%20b?q#part',
          method: 'POST',
          headers: [
            ['x-one', '1'],
            ['cookie', 'c=1'],
            ['content-type', 'text/plain;charset=UTF-8'],
          ],
          body: Buffer.from('hä').toString('base64'),
          redirect: 'follow',
          timeout_ms: null,
        },
      ],
    ]);
  });

  it('fetch carries every byte in both directions', async () => {
    const all = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
    const { host } = fakeHost(({ body: sent = null }) =>
      Promise.resolve({ ...ANSWER, body: sent ?? '' }),
    );
    const code = `const all = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256);
      const bytes = await (await fetch('https://a.b/', { method: 'PUT', body: all })).bytes();
      return [bytes.length, bytes.every((byte, index) => byte === all[index])];`;
    expect(await runCode(code, host)).toEqual([all.length, true]);
  });

  it('fetch reports a refusal as a TypeError with the code in its cause', async () => {
    const { host } = fakeHost(() =>
      Promise.reject(new MetarunError('network_denied', 'a.b is not allowed.')),
    );
    const code = `return fetch('https://a.b/').catch((error) => [error.name, error.message, error.cause.code, error.cause.name]);`;
    expect(await runCode(code, host)).toEqual([
      'TypeError',
      'fetch failed: a.b is not allowed.',
      'network_denied',
      'MetarunError',
    ]);
    await expect(runCode(`await fetch('https://a.b/');`, host)).rejects.toThrow(
      'TypeError: fetch failed: a.b is not allowed.',
    );
  });

  it.each([
    [`AbortSignal.timeout(5)`, 'TimeoutError'],
    [`AbortSignal.any([reporter.signal, AbortSignal.timeout(5)])`, 'TimeoutError'],
    [`(setTimeout(() => c.abort(), 5), c.signal)`, 'AbortError'],
    [`(setTimeout(() => c.abort(new RangeError('mine')), 5), c.signal)`, 'RangeError'],
  ])('fetch ends at once when %s aborts, and notifies the host', async (given, name) => {
    const ended = signal();
    const host = new RecordingHost(async (method) => {
      if (method === 'http.abort') ended.reach();
      else await ended.reached;
      return method === 'http.abort' ? null : ANSWER;
    });
    const code = `const c = new AbortController(); try { await fetch('https://a.b/', { signal: ${given} }); } catch (error) { return error.name; }`;
    expect(await runCode(code, host)).toBe(name);
    await ended.reached;
  });

  it('fetch sends nothing for a signal that has already aborted', async () => {
    const { host, calls } = fakeHost(() => Promise.resolve(ANSWER));
    const code = `return fetch('https://a.b/', { signal: AbortSignal.abort(7) }).catch((reason) => reason);`;
    expect([await runCode(code, host), calls]).toEqual([7, []]);
  });

  it('a run continues after many hanging requests are given up', async () => {
    const ended = signal();
    const { host, calls } = fakeHost(async () => {
      await ended.reached;
      return ANSWER;
    });
    const code = `const all = Array.from({ length: 200 }, () => fetch('https://a.b/', { signal: AbortSignal.timeout(30) }));
      const names = (await Promise.allSettled(all)).map((one) => one.reason.name); return [names.length, [...new Set(names)]];`;
    expect(await runCode(code, host)).toEqual([200, ['TimeoutError']]);
    expect(calls.filter(([method]) => method === 'http.request').length).toBeLessThan(64);
    ended.reach();
  });

  it('fetch answers many requests, at most 24 at a time', async () => {
    let [now, most] = [0, 0];
    const full = signal();
    const { host } = fakeHost(async (args) => {
      most = Math.max(most, (now += 1));
      if (now === 24) full.reach();
      await full.reached;
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return { ...ANSWER, url: args['url'] ?? '' };
    });
    const code = `const urls = Array.from({ length: 100 }, (_, index) => 'https://a.b/' + index);
      return (await Promise.all(urls.map((url) => fetch(url)))).every((r, index) => r.url === urls[index]);`;
    expect(await runCode(code, host)).toBe(true);
    expect(most).toBe(24);
  });

  it('a cancel ends all waiting requests, including queued ones', async () => {
    const begun = signal();
    const { host, calls } = fakeHost(() => {
      if (calls.length === 24) begun.reach();
      return new Promise(() => {});
    });
    const code = `const all = Array.from({ length: 60 }, () => fetch('https://a.b/'));
      const names = (await Promise.allSettled(all)).map((one) => one.reason.name); console.log([...new Set(names)].join()); throw all;`;
    const handle = start(await compile(body(code)), { host });
    await begun.reached;
    host.stop.request('cancelled', 2_000);
    expect(await handle.outcome).toMatchObject({ code: 'cancelled' });
    expect(host.events).toEqual(['info:TaskCancelled']);
    expect(calls).toHaveLength(24);
  });

  it.each([
    [
      'a body over the limit',
      `method: 'PUT', body: new Uint8Array(10 * 1024 * 1024 + 1)`,
      'RangeError',
    ],
    ['integrity, which is not checked', `integrity: 'sha256-x'`, 'TypeError'],
    ['a stream', `method: 'PUT', body: (async function* () {})()`, 'TypeError'],
  ])('fetch rejects %s without a request', async (_what, init, name) => {
    const { host, calls } = fakeHost(() => Promise.resolve(ANSWER));
    const code = `return fetch('https://a.b/', { ${init} }).catch((error) => error.name);`;
    expect([await runCode(code, host), calls]).toEqual([name, []]);
  });

  it('fetch can be replaced like any global, before and after its use', async () => {
    const code = `globalThis.fetch = () => 'mine'; const one = fetch(); const real = Response; Response = 7; const two = Response;
      return [one, two, new real('x').status, Object.keys(globalThis).includes('Headers')];`;
    expect(await runCode(code)).toEqual(['mine', 7, 200, false]);
  });

  it('fetch still works after a script replaces the builtins it relies on', async () => {
    const { host } = fakeHost(() => Promise.resolve(ANSWER));
    const code = `String.prototype.toLowerCase = String.prototype.charCodeAt = Array.prototype.push = () => { throw new Error('no'); };
      globalThis.Uint8Array = globalThis.Promise = globalThis.String = globalThis.TypeError = undefined; JSON.parse = () => 7;
      return (await fetch('https://a.b/', { headers: { A: 'b' } })).json();`;
    expect(await runCode(code, host)).toEqual({ häl: [1] });
  });
});

describe('reporter.http.request', () => {
  it('reporter.http.request sends the request to the host and returns a Response', async () => {
    const { host, calls } = fakeHost(() => Promise.resolve({ ...ANSWER, status: 404 }));
    const code = `const r = await reporter.http.request('get', 'https://a.b/?x=1', { query: { q: 'ä b', n: [1, true], gone: null, none: undefined }, headers: { A: '1' }, timeoutMs: 1500, redirect: 'error' });
      await reporter.http.request('POST', 'https://a.b/', { json: { a: [1] } });
      return [r.status, r.ok, await r.json(), r instanceof Response];`;
    expect(await runCode(code, host)).toEqual([404, false, { häl: [1] }, true]);
    expect(calls.map(([, args]) => args)).toMatchObject([
      {
        url: 'https://a.b/?x=1&q=%C3%A4+b&n=1&n=true',
        method: 'GET',
        headers: [['a', '1']],
        body: null,
        redirect: 'error',
        timeout_ms: 1500,
      },
      {
        method: 'POST',
        headers: [['content-type', 'application/json']],
        body: Buffer.from('{"a":[1]}').toString('base64'),
        redirect: 'follow',
        timeout_ms: 30_000,
      },
    ]);
  });

  it('reporter.http.request rejects with the error of the service', async () => {
    const { host } = fakeHost(() =>
      Promise.reject(new MetarunError('network_error', 'a.b is down.')),
    );
    const code = `return reporter.http.request('GET', 'https://a.b/').catch((error) => [error.name, error.code, error.message]);`;
    expect(await runCode(code, host)).toEqual(['MetarunError', 'network_error', 'a.b is down.']);
  });

  it.each([
    `7, 'https://a.b/'`,
    `'G T', 'https://a.b/'`,
    `'GET', '/a'`,
    `'GET', 'https://a.b/', { timeout: 5 }`,
    `'GET', 'https://a.b/', { timeoutMs: '1' }`,
    `'GET', 'https://a.b/', { query: 'x' }`,
    `'PUT', 'https://a.b/', { json: 1, body: 'x' }`,
    `'PUT', 'https://a.b/', { json: () => 1 }`,
    `'GET', 'https://a.b/', { headers: { 'a\\n': 'x' } }`,
  ])('reporter.http.request rejects the arguments (%s)', async (args) => {
    const { host, calls } = fakeHost(() => Promise.resolve(ANSWER));
    const code = `return reporter.http.request(${args}).catch((error) => error.name);`;
    expect([await runCode(code, host), calls]).toEqual(['TypeError', []]);
  });

  it.each(['timeoutMs: -1', 'timeoutMs: NaN', `redirect: 'no'`])(
    'reporter.http.request rejects the value of { %s }',
    async (given) => {
      const { host, calls } = fakeHost(() => Promise.resolve(ANSWER));
      const code = `return reporter.http.request('GET', 'https://a.b/', { ${given} }).catch((error) => error.name);`;
      expect([await runCode(code, host), calls]).toEqual(['RangeError', []]);
    },
  );
});

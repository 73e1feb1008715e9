import { runInNewContext, runInThisContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { body, run, runtime } from '../support/typescript-runs.js';
import { requireResult } from '../support/outcome.js';

beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

/** The globals of an isolate, except those of the language and `console`, which V8 provides. */
const GLOBALS =
  'AbortController AbortSignal Blob ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy CryptoKey CustomEvent ' +
  'DOMException DecompressionStream ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent MessagePort ' +
  'NonRetryable PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ' +
  'ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader Request Response RetryAfter ' +
  'SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TransformStreamDefaultController ' +
  'URL URLPattern URLSearchParams WritableStream WritableStreamDefaultController WritableStreamDefaultWriter atob btoa ' +
  'clearImmediate clearInterval clearTimeout crypto fetch navigator performance queueMicrotask reportError self setImmediate ' +
  'setInterval setTimeout structuredClone';

/** Returns the value of an expression in an isolate. */
async function evaluateExpression(expression: string): Promise<unknown> {
  return requireResult(await run(body(`return ${expression};`)));
}

/** Returns the value of the expression with Node's own globals instead of Jest's, converted to JSON and back. */
function expected(expression: string): unknown {
  const value: unknown = runInThisContext(`(${expression})`);
  return JSON.parse(JSON.stringify(value ?? null));
}

const SHOWN_URL = `(text, base) => { try { const u = new URL(text, base);
  return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash];
} catch (error) { return error.name; } }`;
const TRIED = (action: string): string =>
  `(() => { try { return ${action}; } catch (error) { return [error.name, +error.code || 0]; } })()`;
const BYTES = `(bytes) => [...new Uint8Array(bytes)]`;
const CUT = `new Uint8Array([0xe2, 0x82, 0xac, 0x41, 0xf0, 0x9f, 0x98, 0x80])`;

describe('is as in Node', () => {
  it.each([
    ...[
      'https://ü.example:443/a/../b?q=ä&r=1#h',
      'HTTP://user:pa%20ss@EXAMPLE.com:8080/x y',
      '/x',
    ].map((url) => `(${SHOWN_URL})(${JSON.stringify(url)})`),
    `(${SHOWN_URL})('../c?d', 'file:///a/b/')`,
    `(${SHOWN_URL})('data:text/plain,x', 'https://a/')`,
    `[URL.canParse('nope'), URL.canParse('x', 'https://a'), URL.parse('::') === null]`,
    `(() => { const u = new URL('https://a.de/p?x=1'); u.port = '99'; u.hash = 'h'; u.searchParams.append('y', 'ä b');
      u.pathname = '/ü'; u.protocol = 'http'; u.hostname = 'b.de'; u.username = 'me'; return [u.href, '' + u, u]; })()`,
    `(() => { const u = new URL('https://a.de/?x=1'); const p = u.searchParams; u.search = '?z=2&z=3'; return [[...p], p.getAll('z'), p.size]; })()`,
    `(() => { const p = new URLSearchParams('?a=1&b=%C3%A4+c&a=2&&d=%zz'); p.set('a', 'ü&='); p.delete('d'); p.sort();
      return [p.toString(), p.get('b'), p.get('none'), p.has('a'), p.has('a', '1'), [...p.keys()], [...p.values()]]; })()`,
    `[new URLSearchParams({ a: 1, b: 'x y' }) + '', new URLSearchParams([['a', 'b'], ['a', 'c']]) + '']`,
    `(${BYTES})(new TextEncoder().encode('aä€😀\\ud800z'))`,
    `new TextEncoder().encodeInto('a€b', new Uint8Array(4))`,
    ...['', ', { fatal: true }'].map((options) =>
      TRIED(
        `new TextDecoder('utf-8'${options}).decode(new Uint8Array([65, 0xff, 0xe2, 0x82, 66, 0xc0, 0x80, 0xed, 0xa0, 0x80]))`,
      ),
    ),
    `(() => { const d = new TextDecoder(); return [...${CUT}].map((byte) => d.decode(new Uint8Array([byte]), { stream: true })).join('|') + d.decode(); })()`,
    `[new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])), new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 65])).length]`,
    `new TextDecoder('utf-16le').decode(new Uint8Array([0xff, 0xfe, 0x3d, 0xd8, 0, 0xde, 0x41, 0, 0, 0xd8, 0x42, 0, 0x43]))`,
    `[new TextDecoder('latin1').decode(new Uint8Array([0x80, 0xe4, 0x9f, 0x41])), new TextDecoder('ascii').encoding, new TextDecoder('UTF8').encoding]`,
    TRIED(`new TextDecoder('no-such')`),
    `[atob(' aGVs bG8='), atob('aGk'), btoa('h\\u00e9llo'), btoa(''), atob('')]`,
    ...['a', 'a===', '%%%%', 'aGk=x', 'aGk=='].map((text) => TRIED(`atob('${text}')`)),
    TRIED(`btoa('€')`),
    TRIED(`structuredClone(() => 1)`),
    TRIED(`structuredClone({ a: Promise.resolve() })`),
    `(() => { const a = { d: new Date(5), r: /x/gi, m: new Map([[1, { a: 1 }]]), s: new Set(['a']), e: new RangeError('no'), n: null, u: undefined, l: [1, , 3], b: new Uint8Array([1, 2, 3]).subarray(1), o: new Number(4), big: 10n };
      a.self = a; const c = structuredClone(a);
      return [c.d.constructor.name, +c.d, '' + c.r, c.m.get(1).a, c.m !== a.m, [...c.s], c.e.constructor.name, c.e.message, c.n, 'u' in c, 1 in c.l, c.l.length, [...c.b], c.b.byteOffset, +c.o, '' + c.big, c.self === c]; })()`,
    `(() => { const b = new ArrayBuffer(8); const c = structuredClone(b, { transfer: [b] }); return [b.byteLength, c.byteLength]; })()`,
    `(() => { class P { x = 1; get y() { return 2; } } const c = structuredClone(new P()); return [c, c instanceof P]; })()`,
    `(() => { const e = new DOMException('m', 'AbortError'); return [e.name, e.message, e.code, '' + e, new DOMException().name]; })()`,
    `(() => { const seen = []; const t = new EventTarget(); const f = (e) => seen.push(e.type + (e.target === t));
      t.addEventListener('a', f); t.addEventListener('a', f); t.addEventListener('a', { handleEvent() { seen.push('object'); } }, { once: true });
      t.dispatchEvent(new Event('a')); t.dispatchEvent(new Event('a')); t.removeEventListener('a', f);
      t.addEventListener('c', (e) => { e.preventDefault(); e.stopImmediatePropagation(); }); t.addEventListener('c', () => seen.push('never'));
      seen.push(t.dispatchEvent(new Event('c', { cancelable: true }))); t.dispatchEvent(new Event('a')); return seen; })()`,
    `(() => { const c = new AbortController(); const seen = []; c.signal.onabort = () => seen.push('on');
      const any = AbortSignal.any([new AbortController().signal, c.signal]); any.addEventListener('abort', () => seen.push(any.reason.name));
      const t = new EventTarget(); t.addEventListener('x', () => seen.push('gone'), { signal: c.signal });
      c.abort(); c.abort('again'); t.dispatchEvent(new Event('x'));
      return [seen.sort(), c.signal.aborted, c.signal.reason.name, any.aborted, AbortSignal.abort(7).reason, AbortSignal.any([AbortSignal.abort(8)]).reason]; })()`,
    TRIED(`AbortSignal.abort().throwIfAborted()`),
    TRIED(`new AbortSignal()`),
    `[typeof performance.now(), performance.now() <= performance.now()]`,
    `(() => { const bytes = crypto.getRandomValues(new Uint16Array(9)); return [bytes.length, bytes.some((n) => n > 255)]; })()`,
    TRIED(`crypto.getRandomValues(new Uint8Array(65537))`),
    TRIED(`crypto.getRandomValues(new Float32Array(1))`),
    `/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())`,
  ])('the web globals behave as in Node: %s', async (expression) => {
    expect(await evaluateExpression(expression)).toEqual(expected(expression));
  });
});

describe('in an isolate', () => {
  it('the globals of an isolate beyond the language are exactly those listed', async () => {
    const names = 'Object.getOwnPropertyNames(globalThis)';
    const own = (await evaluateExpression(names)) as string[];
    const language = runInNewContext(names) as string[];
    const more = own.filter((name) => !language.includes(name)).sort();
    expect(more.join(' ')).toBe(GLOBALS);
  });

  it('AbortSignal.timeout aborts after its time', async () => {
    const outcome = await run(
      body(`const signal = AbortSignal.timeout(5);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return signal.reason.name;`),
    );
    expect(outcome).toEqual({ kind: 'success', result: 'TimeoutError' });
  });

  it('no two runs share their randomness', async () => {
    const code = body(
      'return [crypto.randomUUID(), crypto.randomUUID(), Math.random(), Math.random()]',
    );
    const runs = await Promise.all(Array.from({ length: 10 }, () => run(code)));
    const values = runs.flatMap((outcome) => (outcome.kind === 'success' ? outcome.result : []));
    expect(values).toHaveLength(40);
    expect(new Set(values).size).toBe(40);
  });

  it('a listener that throws fails the run', async () => {
    const code = `const t = new EventTarget(); t.addEventListener('a', () => { throw new Error('mine'); });
      t.dispatchEvent(new Event('a')); await new Promise((resolve) => setTimeout(resolve, 50));`;
    expect(await run(body(code))).toMatchObject({ code: 'script_error', message: 'Error: mine' });
  });

  it('the web globals still work after a script replaces the builtins they rely on', async () => {
    const code = `String.prototype.charCodeAt = () => { throw new Error('no'); };
      String.fromCharCode = () => ''; Map.prototype.set = () => { throw new Error('no'); };
      Array.prototype.push = () => { throw new Error('no'); };
      return [btoa('hi'), new TextDecoder().decode(new TextEncoder().encode('ä')), structuredClone(new Map([])).size];`;
    expect(await run(body(code))).toEqual({ kind: 'success', result: ['aGk=', 'ä', 0] });
  });

  it('globals that are created on first use take the builtins from before the script', async () => {
    const code = `const { getOwnPropertyNames, getPrototypeOf } = Object, no = () => { throw new Error('no'); };
      const prototypes = [Array, String, Uint8Array, Object, Function, Map].map((one) => one.prototype);
      prototypes.push(getPrototypeOf(Uint8Array.prototype), getPrototypeOf([][Symbol.iterator]()));
      for (let at = 0; at < prototypes.length; at += 1) {
        const names = getOwnPropertyNames(prototypes[at]);
        for (let index = 0; index < names.length; index += 1)
          if (names[index] !== 'constructor' && typeof Object.getOwnPropertyDescriptor(prototypes[at], names[index]).value === 'function')
            prototypes[at][names[index]] = no;
      }
      Array.prototype[Symbol.iterator] = String.prototype[Symbol.iterator] = no;
      for (let index = 0, of = ['Uint8Array', 'Int8Array', 'Map', 'String', 'Error', 'TypeError', 'Symbol']; index < of.length; index += 1)
        globalThis[of[index]] = no;
      Object.defineProperty = Object.assign = Object.create = Reflect.apply = no;
      const query = new URLSearchParams('a=1'), bytes = new TextEncoder().encode('ä');
      return { url: new URL('https://a.example/b?c=1').search, query: query.get('a'), text: new TextDecoder('latin1').decode(bytes),
        base64: [btoa('hi'), atob('aGk=')], id: crypto.randomUUID().length, headers: new Headers({ a: 'b' }).get('a') };`;
    expect(await run(body(code))).toEqual({
      kind: 'success',
      result: {
        url: '?c=1',
        query: '1',
        text: 'Ã¤',
        base64: ['aGk=', 'hi'],
        id: 36,
        headers: 'b',
      },
    });
  });

  it.each(['URL', 'TextEncoder', 'atob', 'crypto', 'Headers'])(
    'the global %s stays the same and can be replaced before and after its use',
    async (name) => {
      const code = `const first = globalThis.${name}, same = first === ${name};
        const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(globalThis, '${name}');
        globalThis.${name} = 1; const replaced = ${name}; delete globalThis.${name};
        return { same, writable, enumerable, configurable, replaced, gone: typeof ${name} };`;
      const result = { same: true, writable: true, enumerable: false, configurable: true };
      expect(await run(body(code))).toEqual({
        kind: 'success',
        result: { ...result, replaced: 1, gone: 'undefined' },
      });
      expect(await run(body(`globalThis.${name} = 1; return ${name};`))).toEqual({
        kind: 'success',
        result: 1,
      });
    },
  );

  it.each([
    ['Promise.reject(new RangeError("lost"))', 'Unhandled promise rejection: RangeError: lost'],
    ['Promise.reject("text")', 'Unhandled promise rejection: text'],
    ['void (async () => { await null; throw new Error("deep"); })()', 'Error: deep'],
    ['reporter.files.read("/none")', 'no files.read here'],
  ])('an unhandled rejection fails the run: %s', async (code, message) => {
    const outcome = await run(body(`${code}; await new Promise((done) => setTimeout(done, 100));`));
    expect(outcome).toMatchObject({
      code: 'script_error',
      message: expect.stringContaining(message),
    });
  });

  it('an unhandled rejection shows where it came from', async () => {
    const outcome = await run(
      body('Promise.reject(new Error("x"));\nawait new Promise((done) => setTimeout(done, 100));'),
    );
    expect(outcome).toMatchObject({ stack: '    at run (workflow.ts:2:16)' });
  });

  it('a rejection that is handled later in the same turn does not fail the run', async () => {
    const code = `const late = Promise.reject(new Error('later')); await null; await null;
      return late.catch((error) => error.message);`;
    expect(await run(body(code))).toEqual({ kind: 'success', result: 'later' });
  });
});

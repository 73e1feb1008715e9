/** Compares the globals of both TypeScript runtimes with those of Node, member by member. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';
import { requireResult } from '../support/outcome.js';
import { body, run, runtime } from '../support/typescript-runs.js';

afterAll(() => runtime.close());

/** Type of each member, by path, such as `URL.prototype.href`. */
type Members = Record<string, string>;

/** Objects of classes whose members are only visible on instances, created in both environments. */
const MADE = `{
  AbortController: () => new AbortController(),
  AbortSignal: () => new AbortController().signal,
  Blob: () => new Blob(['a']),
  ByteLengthQueuingStrategy: () => new ByteLengthQueuingStrategy({ highWaterMark: 1 }),
  CompressionStream: () => new CompressionStream('gzip'),
  CountQueuingStrategy: () => new CountQueuingStrategy({ highWaterMark: 1 }),
  CustomEvent: () => new CustomEvent('a'),
  DOMException: () => new DOMException('a'),
  DecompressionStream: () => new DecompressionStream('gzip'),
  Event: () => new Event('a'),
  EventTarget: () => new EventTarget(),
  File: () => new File(['a'], 'b'),
  FormData: () => new FormData(),
  Headers: () => new Headers(),
  MessageChannel: () => new MessageChannel(),
  MessageEvent: () => new MessageEvent('a'),
  ReadableStream: () => new ReadableStream(),
  ReadableStreamDefaultReader: () => new ReadableStream().getReader(),
  Request: () => new Request('https://a.example/'),
  Response: () => new Response('a'),
  SubtleCrypto: () => crypto.subtle,
  TextDecoder: () => new TextDecoder(),
  TextDecoderStream: () => new TextDecoderStream(),
  TextEncoder: () => new TextEncoder(),
  TextEncoderStream: () => new TextEncoderStream(),
  TransformStream: () => new TransformStream(),
  URL: () => new URL('https://a.example/?b#c'),
  URLPattern: () => new URLPattern({ pathname: '/a' }),
  URLSearchParams: () => new URLSearchParams('a=b'),
  WritableStream: () => new WritableStream(),
  WritableStreamDefaultWriter: () => new WritableStream().getWriter(),
  setTimeout: () => { const timer = setTimeout(() => {}, 1); clearTimeout(timer); return timer; },
  setInterval: () => { const timer = setInterval(() => {}, 1); clearInterval(timer); return timer; },
  setImmediate: () => { const timer = setImmediate(() => {}); clearImmediate(timer); return timer; },
}`;

/**
 * Code that returns the members of globals: of an object all members, of a class the static members and those of an
 * instance.
 */
const MEMBERS = `(names) => {
  const made = ${MADE};
  const found = {};
  const known = new Set(['iterator', 'asyncIterator', 'toStringTag', 'toPrimitive', 'dispose', 'asyncDispose'].map((name) => Symbol[name]));
  const typeOf = (of) => { try { return typeof of(); } catch { return 'refused'; } };
  const add = (path, owner, from, without) => {
    for (const key of Reflect.ownKeys(owner)) {
      if (without.includes(key) || (typeof key === 'symbol' && !known.has(key)) || String(key).startsWith('_')) continue;
      // A getter of a prototype refuses it, some by a rejected promise.
      if (from === null && typeof key === 'string' && Object.getOwnPropertyDescriptor(owner, key).get) continue;
      found[path + '.' + String(key)] ??= typeOf(() => (from ?? owner)[key]);
    }
  };
  const addAll = (path, value) => {
    for (let owner = value; owner !== null && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
      add(path, owner, value, ['constructor']);
  };
  for (const path of names) {
    const [name, member] = path.split('.');
    const value = globalThis[name];
    if (member !== undefined) {
      found[path] = typeOf(() => value[member]);
      continue;
    }
    found[name] = typeof value;
    if (value === globalThis || value == null) continue;
    if (typeof value === 'function') {
      add(name, value, value, ['length', 'name', 'prototype', 'arguments', 'caller']);
      if (name in made) addAll(name + '.prototype', made[name]());
      else if (value.prototype !== undefined) add(name + '.prototype', value.prototype, null, ['constructor']);
    } else addAll(name, value);
  }
  return found;
}`;

/** Members that isolates omit on purpose, with the reasons. */
const BROWSERS =
  'it means nothing without a page, as the guide says of `mode`, `credentials` and `cache`';
const OLD = 'the standard keeps it for old pages alone';
const NEW = 'it is an experiment of Node';
const ABSENT: Record<string, string> = {
  'console.Console': 'it writes to streams of Node, and a run has a log',
  'console.context': 'it belongs to the inspector of V8',
  'console.createTask': 'it belongs to the inspector of V8',
  ...absent('Blob.prototype', ['textStream'], NEW),
  ...absent('File.prototype', ['textStream'], NEW),
  ...absent('Event.prototype', ['initEvent'], OLD),
  ...absent('CustomEvent.prototype', ['initEvent'], OLD),
  ...absent('MessageEvent.prototype', ['initEvent', 'initMessageEvent'], OLD),
  ...absent(
    'Request.prototype',
    'destination referrer referrerPolicy mode credentials cache integrity keepalive isReloadNavigation isHistoryNavigation duplex'.split(
      ' ',
    ),
    BROWSERS,
  ),
  ...absent('SubtleCrypto', ['supports'], NEW),
  ...absent(
    'SubtleCrypto.prototype',
    ['getPublicKey', 'encapsulateBits', 'encapsulateKey', 'decapsulateBits', 'decapsulateKey'],
    NEW,
  ),
  ...absent('URL', ['createObjectURL', 'revokeObjectURL'], 'a run has no store of objects by URL'),
};

function absent(of: string, names: readonly string[], why: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${of}.${name}`, why]));
}

/** The globals listed in docs/scripts.md, with their members if only some are listed. */
const NAMES = listedGlobals();

function listedGlobals(): string[] {
  const page = readFileSync(join(ROOT, 'docs/scripts.md'), 'utf8');
  const [, list = ''] =
    /these globals of the web platform:\n\n((?:[-\s].*\n)+?)\n/.exec(page) ?? [];
  const quoted = [...list.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
  const described =
    'clearTimeout clearInterval clearImmediate SubtleCrypto ReadableStreamDefaultReader ReadableStreamBYOBReader ' +
    'WritableStreamDefaultWriter ReadableStreamDefaultController ReadableByteStreamController ReadableStreamBYOBRequest ' +
    'WritableStreamDefaultController TransformStreamDefaultController ByteLengthQueuingStrategy CountQueuingStrategy';
  return [...new Set([...quoted, ...described.split(' ')])].toSorted();
}

let ofNode: Members;
beforeAll(() => {
  const program = `console.log(JSON.stringify((${MEMBERS})(${JSON.stringify(NAMES)})))`;
  ofNode = JSON.parse(execFileSync(process.execPath, ['-e', program]).toString()) as Members;
});

describe.each(['isolate', 'node'] as const)('the globals of the runtime %s', (engine) => {
  it('every member of a global that the guide lists is as in Node, or known to be absent', async () => {
    const found = requireResult(
      await run(body(`return (${MEMBERS})(${JSON.stringify(NAMES)});`), { engine }),
    ) as Members;
    expect(NAMES.length).toBeGreaterThan(50);
    expect(Object.keys(ofNode).length).toBeGreaterThan(400);
    const differing = Object.entries(ofNode).flatMap(([path, type]) =>
      found[path] === type || type === 'undefined' || path in ABSENT
        ? []
        : [`${path}: ${type}, not ${found[path] ?? 'absent'}`],
    );
    expect(differing).toEqual([]);
  });
});

it('a member that is listed as absent from isolates is one in Node and none there', async () => {
  const found = requireResult(await run(body(`return (${MEMBERS})(${JSON.stringify(NAMES)});`)));
  for (const path of Object.keys(ABSENT)) {
    expect(ofNode).toHaveProperty([path]);
    expect(found).not.toHaveProperty([path]);
  }
});

/** Bundles of generated packages, run in the real runtime. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundled, npmPackage } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';
import { run, runtime } from '../support/typescript-runs.js';

beforeAll(() => runtime.warm());
afterAll(async () => {
  removeFolders();
  await runtime.close();
});

/** Bundles `main` with these files and returns the result of its `run`. */
async function runBundle(main: string, files: Files = {}, options = {}): Promise<unknown> {
  const { script } = await bundled(main, files, options);
  const outcome = await run(script, { params: {} });
  return outcome.kind === 'success' ? outcome.result : outcome;
}

describe('a package', () => {
  it.each<[string, string, Files, unknown]>([
    [
      'of ES modules alone',
      `import twice, { once } from 'p'; export default () => [twice(2), once];`,
      npmPackage(
        'p',
        { type: 'module', exports: './index.js' },
        {
          'index.js': `export { once } from './once.js'; export default (x) => 2 * x;`,
          'once.js': `export const once = 1;`,
        },
      ),
      [4, 1],
    ],
    [
      'of CommonJS alone',
      `import p, { half } from 'p'; export default () => [p(4), half(4), p.name];`,
      npmPackage(
        'p',
        { main: 'lib' },
        {
          'lib/index.js': `module.exports = function twice(x) { return 2 * x; }; module.exports.half = require('./half');`,
          'lib/half.js': `exports = module.exports = (x) => x / 2;`,
        },
      ),
      [8, 2, 'twice'],
    ],
    [
      'with both, by the conditions of its exports',
      `import { kind } from 'p'; import { kind as sub } from 'p/sub'; export default () => [kind, sub];`,
      npmPackage(
        'p',
        {
          exports: {
            '.': {
              node: './node.js',
              worker: './worker.js',
              import: './import.js',
              require: './require.js',
            },
            './sub': { node: './node.js', import: './import.js', default: './require.js' },
          },
        },
        {
          'node.js': `exports.kind = require('fs') && 'node';`,
          'worker.js': `exports.kind = 'worker';`,
          'import.js': `export const kind = 'import';`,
          'require.js': `exports.kind = 'require';`,
        },
      ),
      ['worker', 'import'],
    ],
    [
      'that is adapted by its field "browser"',
      `import { where, fs } from 'p'; export default () => [where, Object.keys(fs)];`,
      npmPackage(
        'p',
        { main: 'index.js', browser: { './where.js': './browser.js', fs: false } },
        {
          'index.js': `exports.where = require('./where.js'); exports.fs = require('fs');`,
          'where.js': `module.exports = 'node';`,
          'browser.js': `module.exports = 'browser';`,
        },
      ),
      ['browser', []],
    ],
    [
      'that asks for NODE_ENV, whose other branch needs what is not there',
      `import { mode } from 'p'; export default () => mode;`,
      npmPackage(
        'p',
        {},
        {
          'index.js': `module.exports = process.env.NODE_ENV === 'production' ? { mode: 'production' } : require('fs');`,
        },
      ),
      'production',
    ],
    [
      'whose modules import each other in a circle',
      `import { a } from 'p'; export default () => a.name();`,
      npmPackage(
        'p',
        { main: 'a.js' },
        {
          'a.js': `exports.a = { of: 'a' }; const { b } = require('./b'); exports.a.name = () => b.join();`,
          'b.js': `const seen = require('./a'); exports.b = { join: () => seen.a.of + 'b' };`,
        },
      ),
      'ab',
    ],
    [
      'with JSON and text',
      `import { version } from 'p/package.json'; import data from 'p/data.json'; import text from './note.txt';
       import plain from './plain.json' with { type: 'json' };
       export default () => [version, data.deep[1], text, plain];`,
      {
        ...npmPackage('p', {}, { 'data.json': { deep: [1, 'ü'] } }),
        'src/note.txt': 'a\nnote ✓',
        'src/plain.json': '[1]',
      },
      ['1.0.0', 'ü', 'a\nnote ✓', [1]],
    ],
    [
      'that looks for Node, for an optional package and for an addon, and does without',
      `import { found } from 'p'; export default () => found;`,
      {
        ...npmPackage(
          'p',
          {},
          {
            'index.js': `
            const found = exports.found = [];
            try { require('fs'); found.push('fs'); } catch { found.push('no fs'); }
            try { require('not-installed'); found.push('it'); } catch { found.push('no package'); }
            try { require('bindings')('fast'); found.push('it'); } catch { found.push('no addon'); }
            if (typeof process === 'object' && process.versions.node) found.push('node');
            if (typeof window !== 'undefined') found.push('page');`,
          },
        ),
        ...npmPackage('bindings', {}, { 'index.js': `module.exports = require('fs');` }),
      },
      ['no fs', 'no package', 'no addon'],
    ],
    [
      'that another one brings in another version',
      `import { v } from 'p'; import { q } from 'q'; export default () => [v, q];`,
      {
        ...npmPackage('p', {}, { 'index.js': `exports.v = 2;` }),
        ...npmPackage(
          'q',
          {},
          {
            'index.js': `exports.q = require('p').v;`,
            'node_modules/p/package.json': { name: 'p', version: '1.0.0' },
            'node_modules/p/index.js': `exports.v = 1;`,
          },
        ),
      },
      [2, 1],
    ],
    [
      'that is imported when the script runs',
      `export default async () => { const { x } = await import('p'); const own = await import('./own'); return [x, own.y]; };`,
      {
        ...npmPackage(
          'p',
          { type: 'module' },
          { 'index.js': `export const x = await Promise.resolve(1);` },
        ),
        'src/own.ts': `export const y: number = 2;`,
      },
      [1, 2],
    ],
  ])('a bundled script uses a package %s', async (_name, main, files, result) => {
    expect(await runBundle(main, files)).toEqual(result);
  });

  it('a bundle keeps the side effects of a package and drops its unused code', async () => {
    const files = npmPackage(
      'p',
      { type: 'module', sideEffects: ['./effect.js'] },
      {
        'index.js': `import './effect.js'; export { used } from './used.js'; export { unused } from './unused.js';`,
        'effect.js': `globalThis.effect = 'seen';`,
        'used.js': `import fs from 'node:fs'; export const used = 1; export const reads = () => fs.readFileSync('x');`,
        'unused.js': `import { spawn } from 'child_process'; export const unused = () => spawn('UNUSED');`,
      },
    );
    const { script, inputs } = await bundled(
      `import { used } from 'p'; export default () => [used, (globalThis as any).effect];`,
      files,
    );
    expect(script).not.toMatch(/UNUSED|readFileSync|node:fs/);
    expect(inputs.map(({ file }) => file)).not.toContain('node_modules/p/unused.js');
    expect(await run(script)).toEqual({ kind: 'success', result: [1, 'seen'] });
  });
});

describe('the author’s own files', () => {
  it('a bundle finds the author’s files by relative path, any extension and tsconfig alias', async () => {
    const result = await runBundle(
      `import { a } from './a.js'; import { b } from './b'; import { c } from '@/lib'; import { d } from '~c';
       import type { Reporter } from 'metarun/workflow';
       enum E { One = 1 }
       export default function run(_params: unknown, reporter: Reporter) { return [a, b, c, d, E.One, reporter.task.id]; }`,
      {
        'tsconfig.json': {
          compilerOptions: { paths: { '@/*': ['./src/deep/*'], '~c': ['./src/c.ts'] } },
        },
        'src/a.ts': `export const a: string = 'a';`,
        'src/b/index.ts': `export const b = 'b' satisfies string;`,
        'src/c.ts': `export const d = 'd';`,
        'src/deep/lib.ts': `export * from './more'; `,
        'src/deep/more.mts': '',
        'src/deep/more.ts': `export const c = 'c';`,
      },
    );
    expect(result).toEqual(['a', 'b', 'c', 'd', 1, 'task-1']);
  });

  it('a bundle supports a named `run`, top-level await and `using`', async () => {
    const result = await runBundle(
      `const ready = await Promise.resolve('ready');
       const held: string[] = [];
       export function run() { { using x = { [Symbol.dispose]() { held.push('gone'); } }; } return [ready, ...held]; }`,
    );
    expect(result).toEqual(['ready', 'gone']);
  });

  it('a JavaScript file in a bundle is not parsed as TypeScript', async () => {
    const files = {
      'src/pair.js': `const a = 3, b = 2, c = 5, d = 4; export default [a < b, c > (d)];`,
    };
    expect(
      await runBundle(`import pair from './pair.js'; export default () => pair;`, files),
    ).toEqual([false, true]);
  });
});

describe('modules and globals of Node that need no machine', () => {
  it('a bundle provides the modules and globals of Node that need no machine', async () => {
    const result = await runBundle(
      `import EventEmitter, { once } from 'node:events';
       import { join } from 'path';
       import assert, { AssertionError } from 'assert/strict';
       import util, { inspect, promisify } from 'util';
       import { Readable } from 'stream';
       import { pipeline } from 'stream/promises';
       import { parse } from 'url';
       import qs from 'querystring';
       import { setTimeout as wait } from 'node:timers/promises';
       import { StringDecoder } from 'string_decoder';
       import punycode from 'punycode';
       import { env } from 'process';
       import old from 'old';
       export default async () => {
         const emitter = new EventEmitter();
         setTimeout(() => emitter.emit('it', 5), 1);
         const [emitted] = await once(emitter, 'it');
         const chunks: string[] = [];
         await pipeline(Readable.from(['a', 'b']), async (source: any) => { for await (const chunk of source) chunks.push(chunk); });
         let refused = '';
         try { assert.equal(1, '1' as any); } catch (error) { refused = error instanceof AssertionError ? error.name : 'other'; }
         await wait(1);
         return {
           emitted, chunks, refused,
           path: join('/a', '../b'),
           inspect: inspect({ a: [1, 'x'] }),
           promised: await promisify((done: any) => done(null, 'p'))(),
           formatted: util.format('%s-%d', 'a', 1),
           url: parse('http://a/b?c=1').query,
           query: qs.parse('a=1&b=2'),
           half: new StringDecoder('utf8').write(Buffer.from([0xc3])),
           ascii: punycode.toASCII('mañana.com'),
           env, old,
         };
       };`,
      npmPackage(
        'old',
        {},
        {
          'index.js': `
          const EventEmitter = require('events');
          class Own extends EventEmitter {}
          module.exports = {
            emits: new Own().on('x', () => {}).emit('x'),
            base64: Buffer.from('hé').toString('base64'),
            sameBuffer: require('buffer').Buffer === Buffer,
            inherits: typeof require('util').inherits,
            global: global === globalThis,
            cwd: process.cwd(),
          };`,
        },
      ),
    );
    expect(result).toEqual({
      emitted: 5,
      chunks: ['a', 'b'],
      refused: 'AssertionError',
      path: '/b',
      inspect: "{ a: [ 1, 'x' ] }",
      promised: 'p',
      formatted: 'a-1',
      url: 'c=1',
      query: { a: '1', b: '2' },
      half: '',
      ascii: 'xn--maana-pta.com',
      env: {},
      old: {
        emits: true,
        base64: 'aMOp',
        sameBuffer: true,
        inherits: 'function',
        global: true,
        cwd: '/',
      },
    });
  });

  it('a bundle runs nextTick callbacks before setImmediate callbacks', async () => {
    const main = `export default () => new Promise((resolve) => {
      const order: string[] = [];
      setImmediate(() => resolve([...order, 'immediate']));
      process.nextTick((name: string) => order.push(name), 'tick');
    });`;
    expect(await runBundle(main)).toEqual(['tick', 'immediate']);
  });

  it('a bundle includes globals of Node only where they are named', async () => {
    const { inputs } = await bundled(`export default () => 1;`);
    expect(inputs.map(({ file }) => file)).toEqual(['src/main.ts']);
    const named = await bundled(`export default () => process.env['X'] ?? null;`);
    expect(named.inputs.length).toBeGreaterThan(1);
    expect(named.bytes).toBeLessThan(5_000);
  });

  it('an installed package takes precedence over the Node module of its name', async () => {
    const files = npmPackage('events', {}, { 'index.js': `module.exports = 'installed';` });
    const main = `import events from 'events'; import { once } from 'node:events'; export default () => [events, typeof once];`;
    expect(await runBundle(main, files)).toEqual(['installed', 'function']);
  });
});

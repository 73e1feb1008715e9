/** Properties of a bundle besides its code: line numbers of errors, schema and size. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundled, npmPackage } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { run, runtime } from '../support/typescript-runs.js';

beforeAll(() => runtime.warm());
afterAll(async () => {
  removeFolders();
  await runtime.close();
});

describe('an error in a bundle', () => {
  const files = {
    'src/parts.ts': `interface Part { weight: number }\n\nexport function weigh(part: Part): never {\n  return fail(part.weight);\n}\nimport { fail } from 'p';\n`,
    ...npmPackage(
      'p',
      {},
      {
        'index.js': `\nexports.fail = function fail(x) {\n  throw new RangeError('weighs ' + x);\n};\n`,
      },
    ),
  };
  const main = `import { weigh } from './parts';\n\nexport default async function (params: object) {\n  return weigh({ weight: 3 });\n}\n`;

  it.each([{ minify: false }, { minify: true }])(
    'an error in a bundle shows the author’s own lines: %j',
    async (options) => {
      const { script, minified } = await bundled(main, files, options);
      expect(minified).toBe(options.minify);
      const outcome = await run(script);
      expect(outcome).toMatchObject({ kind: 'failed', message: 'RangeError: weighs 3' });
      const lines = outcome.kind === 'failed' ? (outcome.stack?.split('\n') ?? []) : [];
      expect(lines[0]).toMatch(/^ {4}at \S+ \(node_modules\/p\/index\.js:\d+:\d+\)$/);
      expect(lines.slice(1)).toEqual([
        '    at weigh (src/parts.ts:4:10)',
        '    at default (src/main.ts:4:10)',
      ]);
    },
  );
});

describe('the schema of the params', () => {
  it('a bundle carries the schema of its params, including types from other files', async () => {
    const { script, paramsSchema } = await bundled(
      `import type { Size as Measure } from './types.js';
       import { type Color } from './barrel';
       interface Part { id: string }
       /** The paint job. */
       interface Params { size: Measure; color: Color; parts: Part[]; }
       export default ({ size, color, parts }: Params) => [size, color, parts];`,
      {
        'src/types.ts': `interface Part { weight: number }\nexport interface Size { width: number; of?: Part }`,
        'src/barrel/index.ts': `export * from './colors';`,
        'src/barrel/colors.ts': `export const COLORS = ['red', 'green'] as const;\nexport type Color = (typeof COLORS)[number];`,
      },
    );
    const part = (name: string, type: string) => ({
      type: 'object',
      properties: { [name]: { type } },
      required: [name],
      additionalProperties: false,
    });
    const expected = {
      type: 'object',
      description: 'The paint job.',
      properties: {
        size: { $ref: '#/$defs/Size' },
        color: { enum: ['red', 'green'] },
        parts: { type: 'array', items: { $ref: '#/$defs/Part' } },
      },
      required: ['size', 'color', 'parts'],
      additionalProperties: false,
      $defs: {
        Part_2: part('weight', 'number'),
        Size: {
          type: 'object',
          properties: { width: { type: 'number' }, of: { $ref: '#/$defs/Part_2' } },
          required: ['width'],
          additionalProperties: false,
        },
        Part: part('id', 'string'),
      },
    };
    expect(paramsSchema).toEqual(expected);
    const checked = await runtime.check(script, 'project-a');
    expect(checked).toMatchObject({ ok: true, paramsSchema: expected });
  });

  it('a bundle with untyped params has no params schema', async () => {
    const { script, paramsSchema } = await bundled(`export default (params: any) => params;`);
    expect(paramsSchema).toBeNull();
    expect(await runtime.check(script, 'project-a')).toMatchObject({
      ok: true,
      paramsSchema: null,
    });
  });
});

describe('the size of a bundle', () => {
  const words = (count: number): string =>
    `export const words = {\n${Array.from({ length: count }, (_, index) => `    'word ${index}':      'this is the word number ${index}',\n`).join('')}};\n`;

  it('the reported size of a bundle is that of its script, with its parts sorted by size', async () => {
    const { script, bytes, inputs } = await bundled(
      `import { words } from 'p'; export default () => Object.keys(words).length;`,
      npmPackage('p', { type: 'module' }, { 'index.js': words(1000) }),
    );
    expect(bytes).toBe(Buffer.byteLength(script));
    expect(inputs[0]?.file).toBe('node_modules/p/index.js');
    expect(inputs.map(({ bytes: size }) => size)).toEqual(
      inputs.map(({ bytes: size }) => size).toSorted((a, b) => b - a),
    );
  });

  it('a bundle that would be too large is minified', async () => {
    const files = npmPackage(
      'p',
      { type: 'module' },
      {
        'index.js': Array.from(
          { length: 13_000 },
          (_, n) =>
            `\n\n            export function f${n}(first, second) {\n                    return first + second + ${n};\n            }\n`,
        ).join(''),
      },
    );
    const { minified, bytes, script } = await bundled(
      `import * as p from 'p'; export default () => Object.keys(p).length;`,
      files,
    );
    expect([minified, bytes < 1024 * 1024]).toEqual([true, true]);
    expect(await run(script)).toEqual({ kind: 'success', result: 13_000 });
  });

  it('a bundle that is too large even minified is rejected, naming its largest parts', async () => {
    await expect(
      bundled(
        `import { words } from 'p'; export default () => words;`,
        npmPackage('p', { type: 'module' }, { 'index.js': words(350_000) }),
      ),
    ).rejects.toThrow(
      /^src\/main\.ts:1:23: The bundle has \d+ bytes, minified; 10485760 are the most\. The largest of it: p \(\d+ bytes\), src\/main\.ts .*"install": \["p"\]/,
    );
  });
});

it('a note locates the import of a package that uses WebAssembly', async () => {
  const { notes } = await bundled(
    `import { load } from 'p'; export default () => typeof load;`,
    npmPackage(
      'p',
      { type: 'module' },
      {
        'index.js': `export const there = typeof WebAssembly;\nexport const load = (bytes) => WebAssembly.instantiate(bytes);`,
      },
    ),
  );
  expect(notes).toEqual([
    expect.objectContaining({
      file: 'src/main.ts',
      line: 1,
      column: 22,
      message: expect.stringMatching(/^"p" uses .*: WebAssembly\./),
    }),
  ]);
});

it('a bundle is the same script in every folder', async () => {
  const files = npmPackage('p', {}, { 'index.js': `exports.x = require('path').join('a', 'b');` });
  const main = `import { x } from 'p'; export default () => x;`;
  const [one, other] = [await bundled(main, files), await bundled(main, files)];
  expect(one.script).toBe(other.script);
});

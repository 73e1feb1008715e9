/** Sources that cannot be bundled. Each error names the problem, its location, the importing file and a solution. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../../src/sandbox/bundling/bundle.js';
import { BundleError, type BundleDiagnostic } from '../../src/sandbox/bundling/bundle-error.js';
import { bundled, npmPackage } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';

afterAll(removeFolders);

async function collectDiagnostics(
  main: string,
  files: Files = {},
): Promise<readonly BundleDiagnostic[]> {
  const thrown: unknown = await bundled(main, files).catch((error: unknown) => error);
  if (!(thrown instanceof BundleError)) throw new Error(`not refused: ${JSON.stringify(thrown)}`);
  return thrown.diagnostics;
}

const RUN = `export default () => 1;\n`;
const uses = (name: string): string =>
  `import * as used from '${name}';\nexport default () => used;\n`;

describe('an error names its location and what to do', () => {
  it.each<[string, string, Files, Partial<BundleDiagnostic>]>([
    [
      'a module of Node in the entry',
      `import { readFile } from 'node:fs/promises';\nexport default () => readFile('x');\n`,
      {},
      {
        message:
          'imports "node:fs/promises", a module of Node that an isolate does not have: read and write files with `reporter.files`, ' +
          "as in `await reporter.files.read('/a.txt')`; or run the script on Node, with `runtime: node` in metatask.yaml",
        file: 'src/main.ts',
        line: 1,
        column: 26,
        chain: ['src/main.ts'],
      },
    ],
    [
      'what is not installed deep in packages, with the way there',
      uses('a'),
      {
        ...npmPackage(
          'a',
          {},
          {
            'index.js': `module.exports = require('./lib/x');`,
            'lib/x.js': `module.exports = require('@s/b');`,
          },
        ),
        ...npmPackage(
          '@s/b',
          { main: 'm.js' },
          { 'm.js': `\n  exports.run = () => require('not-there').exec('x');` },
        ),
      },
      {
        message: expect.stringContaining('run `npm install not-there`') as never,
        file: 'node_modules/@s/b/m.js',
        line: 2,
        column: 31,
        chain: [
          'src/main.ts',
          'node_modules/a/index.js',
          'node_modules/a/lib/x.js',
          'node_modules/@s/b/m.js',
        ],
      },
    ],
    [
      'http, for which there is fetch',
      uses('http'),
      {},
      { message: expect.stringContaining('"http"') as never, line: 1 },
    ],
    [
      'a native addon',
      uses('p'),
      npmPackage(
        'p',
        {},
        {
          'index.js': `const fs = require('fs');\nmodule.exports = require('./build/p.node');`,
          'build/p.node': '\x7fELF',
        },
      ),
      {
        message: expect.stringMatching(
          /p\.node", native code, which cannot be part of a script/,
        ) as never,
        file: 'node_modules/p/index.js',
        line: 2,
        chain: ['src/main.ts', 'node_modules/p/index.js'],
      },
    ],
    [
      'a package that loads a native addon by another',
      uses('p'),
      {
        ...npmPackage(
          'p',
          {},
          { 'index.js': `module.exports = require('bindings')('p') || require('fs');` },
        ),
        ...npmPackage('bindings', {}, { 'index.js': `require('fs');` }),
      },
      {
        message: expect.stringContaining('imports "bindings", which loads native code') as never,
        file: 'node_modules/p/index.js',
      },
    ],
    [
      'WebAssembly in a file',
      `import wasm from './x.wasm';\nexport default () => wasm;`,
      { 'src/x.wasm': '\0asm' },
      { message: expect.stringContaining('isolates have no WebAssembly') as never, line: 1 },
    ],
    [
      'a file of an unknown kind',
      `import image from './x.png';\nexport default () => image;`,
      { 'src/x.png': 'PNG' },
      { message: expect.stringMatching(/x\.png": a bundle holds code, JSON and text/) as never },
    ],
    [
      'a require of what only shows at run time',
      `import load from './load.cjs'; export default () => load('p');`,
      { 'src/load.cjs': `module.exports = (name) =>\n  require(name);` },
      {
        message: expect.stringContaining('known only at run time') as never,
        file: 'src/load.cjs',
        line: 2,
        column: 3,
        chain: ['src/main.ts', 'src/load.cjs'],
      },
    ],
    [
      'an import of what only shows at run time',
      `export default (params: any) => import(params.name);`,
      {},
      { message: expect.stringContaining('known only at run time') as never, line: 1 },
    ],
    [
      'a package that is not installed',
      uses('@scope/gone/sub'),
      {},
      {
        message:
          'imports "@scope/gone/sub", but the package is not installed: run `npm install @scope/gone`',
        column: 23,
      },
    ],
    [
      'a part that a package does not export',
      uses('p/hidden'),
      npmPackage('p', { exports: './index.js' }, { 'index.js': '', 'hidden.js': '' }),
      {
        message: expect.stringMatching(/cannot be found: .*"\.\/hidden" is not exported/) as never,
      },
    ],
    [
      'a file that is not there',
      `import { x } from './gone';\nexport default () => x;`,
      {},
      { message: 'imports "./gone", but there is no such file', line: 1, column: 19 },
    ],
    [
      'an export that is not there',
      `import { x } from './own';\nexport default () => x;`,
      { 'src/own.ts': 'export const y = 1;' },
      { message: expect.stringContaining('No matching export') as never, line: 1, column: 10 },
    ],
    [
      'a syntax error, with its column in characters',
      `const ü = 'ü'; const = 2;\n${RUN}`,
      {},
      { file: 'src/main.ts', line: 1, column: 22 },
    ],
    [
      'a script without run',
      `export const go = 1;`,
      {},
      { message: expect.stringContaining('exports no `run`') as never, file: 'src/main.ts' },
    ],
    [
      'a CommonJS script',
      `module.exports = { run: () => 1 };`,
      {},
      { message: expect.stringContaining('CommonJS') as never, file: 'src/main.ts' },
    ],
  ])('the bundler reports what is wrong and where: %s', async (_name, main, files, error) => {
    const errors = await collectDiagnostics(main, files);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject(error);
  });

  it('the bundler reports a missing entry by its path', async () => {
    await expect(bundle('/nowhere/main.ts')).rejects.toThrow('There is no file /nowhere/main.ts');
  });
});

it('all errors are reported at once, with at most ten in the message', async () => {
  const imports = Array.from(
    { length: 12 },
    (_, index) => `import * as m${index} from './m${index}';\n`,
  );
  const names = imports.map((_, index) => `m${index}`);
  const main = `${imports.join('')}export default () => [${names.join()}];`;
  const errors = await collectDiagnostics(main);
  expect(errors.map(({ line }) => line)).toEqual(names.map((_, index) => index + 1));
  const { message } = new BundleError(errors);
  expect(message).toContain('src/main.ts:1:21: imports "./m0", but there is no such file\n');
  expect(message).toMatch(/m9".*\n… and 2 more like these$/);
});

it('the error message shows the import chain of a file in a package', async () => {
  const errors = await collectDiagnostics(
    uses('a'),
    npmPackage('a', {}, { 'index.js': `exports.x = require('gone');` }),
  );
  expect(new BundleError(errors).message).toBe(
    'node_modules/a/index.js:1:21: imports "gone", but the package is not installed: run `npm install gone`\n' +
      '    imported by src/main.ts → node_modules/a/index.js',
  );
});

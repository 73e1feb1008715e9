/** TypeScript on Node, with a sandboxed process for each run. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { bundled, npmPackage } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, compile, run, runtime, start, warnings } from '../support/typescript-runs.js';

afterAll(async () => {
  removeFolders();
  await runtime.close();
  expect(warnings).toEqual([]);
});

const onNode = { engine: 'node' } as const;

describe('a run on Node', () => {
  it('a run on Node has the modules of Node', async () => {
    const outcome = await run(
      `import { createHash } from 'node:crypto';
import fs from 'fs';
import { join } from 'node:path';
export default async function run() {
  const file = join(process.cwd(), 'a.txt');
  fs.writeFileSync(file, 'text');
  const os = await import('node:os');
  return [fs.readFileSync(file, 'utf8'), createHash('sha256').update('a').digest('hex').slice(0, 8), os.homedir(), process.version.split('.')[0]];
}`,
      onNode,
    );
    expect(outcome).toEqual({
      kind: 'success',
      result: ['text', 'ca978112', '/tmp', process.version.split('.')[0]],
    });
  });

  it('a run on Node reports printed text as log lines', async () => {
    const host = new RecordingHost();
    await run(
      body(`console.log('a', { b: 1 }); console.warn('w'); console.debug('d');
process.stdout.write('par'); process.stdout.write('ts\\n'); process.stderr.write('no end');
reporter.setProgress(50);`),
      { ...onNode, host },
    );
    expect(host.events).toEqual([
      'info:a { b: 1 }',
      'warning:w',
      'debug:d',
      'info:parts',
      'progress:50',
      'error:no end',
    ]);
  });

  it('a run on Node leaves nothing for the next one', async () => {
    const program = await compile(
      `import fs from 'node:fs';
export default () => {
  const found = fs.existsSync('/tmp/left');
  fs.writeFileSync('/tmp/left', 'x');
  const before = (globalThis as any).left ?? null;
  (globalThis as any).left = 1;
  return [found, before];
}`,
      'node',
    );
    for (let round = 0; round < 3; round += 1)
      expect(await start(program, onNode).outcome).toEqual({
        kind: 'success',
        result: [false, null],
      });
  });
});

describe('a bundle for Node', () => {
  it('a bundle for Node resolves packages as Node does and uses its modules', async () => {
    const files = npmPackage(
      'reads',
      { main: './node.js', browser: './browser.js' },
      {
        'node.js': `const fs = require('fs');
exports.there = (name) => fs.existsSync(name);
exports.late = (name) => require(name).sep;
exports.folder = __dirname;`,
        'browser.js': 'exports.there = () => "browser";',
      },
    );
    const esm = npmPackage(
      'modern',
      { type: 'module', exports: { node: './node.js', default: './other.js' } },
      {
        'node.js': `import { createRequire } from 'node:module';
import { inspect } from 'node:util';
export const shown = inspect(createRequire(import.meta.url)('node:os').EOL);`,
        'other.js': 'export const shown = "other";',
      },
    );
    const main = `import { there, late, folder } from 'reads';
import { shown } from 'modern';
export default () => [there('/tmp'), late('path'), folder, shown];`;
    const { script, notes } = await bundled(main, { ...files, ...esm }, { engine: 'node' });
    expect(await run(script, onNode)).toEqual({
      kind: 'success',
      result: [true, '/', '/', "'\\n'"],
    });
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^"reads" uses .* modules whose names it computes\. .*"install": \["reads"\]/,
      ),
    ]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { loadGuestLibrary } from '../../src/sandbox/bundling/guest-library.js';
import { body, run, runtime } from '../support/typescript-runs.js';

afterAll(() => runtime.close());

const failing = `\n${body(`  throw new Error('x');`)}\n`;

function mapped(sources: string[], mappings: string): string {
  const json = JSON.stringify({ version: 3, sources, names: [], mappings });
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString('base64')}`;
  return `${failing}${comment}\n`;
}

async function runForStack(source: string): Promise<string | null> {
  const outcome = await run(source);
  return outcome.kind === 'failed' ? outcome.stack : 'no failure';
}

// Column 2 of line 3, where the script throws, is mapped to line 11, column 5 of the only source.
const THROWN = ';;EAUI';

describe('a source map within a script', () => {
  it('a source map shows the author’s own file and line', async () => {
    expect(await runForStack(mapped(['src/made.ts'], THROWN))).toMatch(
      /^ {4}at run \(src\/made\.ts:11:5\)/,
    );
  });

  it('a source map cannot forge a stack frame through the name of its file', async () => {
    const stack = await runForStack(
      mapped([`a.ts:1:1)\n    at evil (b${'x'.repeat(1000)}`], THROWN),
    );
    expect(stack).toMatch(/^ {4}at run \(a\.ts:1:1\?\? {4}at evil \?bx{1,200}:11:5\)/);
  });

  it.each([
    ['is not a map', '//# sourceMappingURL=data:application/json;base64,bm90IGpzb24='],
    ['is not base64', '//# sourceMappingURL=data:application/json;base64,A'],
    ['says nothing', '//# sourceMappingURL=data:application/json;base64,e30='],
  ])(
    'a source map that %s does not affect the check of the next script',
    async (_name, comment) => {
      const checked = await runtime.check(`${failing}${comment}\n`, 'project-a');
      expect(checked.ok || checked.diagnostics[0].message).toBeTruthy();
      expect((await runtime.check(failing, 'project-a')).ok).toBe(true);
    },
  );

  it('a source map is never read from a file of the server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'metarun-map-'));
    try {
      const map = JSON.stringify({ version: 3, sources: ['read.ts'], names: [], mappings: THROWN });
      writeFileSync(join(folder, 'x.map'), map);
      // Compile in this process, where no sandbox hides the file.
      const library = loadGuestLibrary();
      for (const url of [`file://${folder}/x.map`, `${folder}/x.map`]) {
        const compiled = await library.compile(`${failing}//# sourceMappingURL=${url}\n`);
        expect(compiled.ok).toBe(true);
        expect(JSON.stringify(compiled)).not.toContain('read.ts');
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

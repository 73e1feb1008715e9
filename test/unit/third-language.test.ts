import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

interface Compiled {
  /** Paths below src/ without extension; the first one defines the ids. */
  registries: [string, ...string[]];
  idAlone: { file: string; message: string }[];
  whole: { file: string; message: string }[];
}

let compiled: Compiled;

beforeAll(() => {
  const program = 'test/fixtures/toy-language/compile.mjs';
  const { stdout, stderr } = spawnSync(process.execPath, [program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  compiled = JSON.parse(stdout) as Compiled;
});

describe('a third language', () => {
  it('a third language with only an id fails to compile in exactly the registries that lack it', () => {
    const [, ...others] = compiled.registries;
    const files = new Set(compiled.idAlone.map(({ file }) => file));
    expect([...files].sort()).toEqual(others.map((name) => `${name}.ts`).sort());
    for (const { message } of compiled.idAlone) expect(message).toMatch(/'toy' is missing/);
  });

  it('a third language with an entry in each registry compiles', () => {
    expect(compiled.whole).toEqual([]);
  });

  it('docs/conformance.md names every registry for a third language', () => {
    const page = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8');
    const [, section = ''] = /## A third language\n([^]*?)\n## /.exec(page) ?? [];
    const named = [...section.matchAll(/`src\/([\w/-]+)\.ts`/g)].map(([, name = '']) => name);
    // The page also names the file that defines a language description.
    expect(named.sort()).toEqual(['base/languages/language', ...compiled.registries].sort());
  });
});

/** Compares the tests of the gate, and the table of tests by changed path, with the test files that exist. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';
import { GATE, touchedTests } from '../suites.js';

const { projects } = (await import(join(ROOT, 'jest.config.mjs'))) as {
  projects: { displayName: string; testMatch: string[] }[];
};
const PARTS = projects.map(({ displayName }) => displayName);

function expandBraces(pattern: string): string[] {
  const [all, before = '', inner = '', after = ''] = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  return inner.split(',').flatMap((part) => expandBraces(before + part + after));
}

describe('the projects of tests', () => {
  it('every file that a project of tests names is there', () => {
    const named = projects
      .flatMap(({ testMatch }) => testMatch.flatMap(expandBraces))
      .filter((path) => !path.includes('**'))
      .map((path) => path.replace('<rootDir>/', ''));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  });
});

describe('the gate', () => {
  it.each(Object.entries(GATE))('every path of the gate is one of tests: %s', (part, paths) => {
    expect(PARTS).toContain(part);
    for (const path of paths) expect([path, globSync(path).length > 0]).toEqual([path, true]);
  });

  it('every end-to-end test of the gate but that of a slow host shares its server with other files', () => {
    const files = GATE.sqlite.flatMap((path) => globSync(path));
    const startsOne = (file: string): boolean =>
      /\bstartServer(Process)?\(/.test(readFileSync(file, 'utf8'));
    expect(files.filter(startsOne)).toEqual(['test/faults/slow-host.test.ts']);
  });
});

describe('what a change touches', () => {
  it.each([
    ['web/src/screens/runs/folded.ts', { browser: null }],
    ['docs/api.md', { docs: ['docs/api.md'] }],
    ['test/browser/runs.test.ts', { browser: ['test/browser/runs.test.ts'] }],
    [
      'test/faults/crash.test.ts',
      Object.fromEntries(
        ['sqlite', 'postgres'].map((part) => [part, ['test/faults/crash.test.ts']]),
      ),
    ],
    ['src/tasks/webhooks/delivery.ts', { sqlite: ['test/(servers|faults)/.*webhook'] }],
    ['src/cli/program.ts', { cli: null }],
    ['bench/rate.mjs', { bench: ['bench/rate'] }],
    ['LICENSE', {}],
  ])('a change of %s runs the tests that it touches', (file, touched) => {
    expect(Object.fromEntries(touchedTests([file]))).toEqual(touched);
  });

  it('a part that one changed file touches as a whole is not narrowed by another one', () => {
    const changed = ['test/cli/run.test.ts', 'src/cli/program.ts', 'test/cli/new.test.ts'];
    expect(Object.fromEntries(touchedTests(changed))).toEqual({ cli: null });
  });

  it('every part that a change can touch is a project of tests', () => {
    const everything = globSync(
      '{src,runtimes,web,bench,docs,packages,scripts,templates,test}/**/*.*',
    );
    const parts = [...touchedTests(everything).keys()];
    expect(parts.filter((part) => !PARTS.includes(part))).toEqual([]);
    expect(parts.length).toBeGreaterThan(8);
  });
});

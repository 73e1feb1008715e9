/** What is built contains code of other packages, whose licences want to be told. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';

const notices = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');

function bundled(): string[] {
  const files = globSync('dist/runtimes/typescript/*.mjs', { cwd: ROOT });
  const names = files.flatMap((file) => {
    const places = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /^\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm,
    );
    return [...places].map(([, name = '']) => name);
  });
  return [...new Set(names)].sort();
}

describe('dist/THIRD_PARTY_LICENSES.txt', () => {
  it('names every package that the programs of the runtime contain, with its version', () => {
    const found = bundled();
    expect(found).toContain('lru-cache');
    for (const name of found) {
      const file = join(ROOT, 'node_modules', name, 'package.json');
      const { version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      expect(notices).toContain(`\n${name} ${version} (${license})\n`);
    }
  });

  it.each([
    ['lru-cache', '# Blue Oak Model License'],
    ['@babel/parser', 'Permission is hereby granted'],
    ['@jspm/core', 'Apache License'],
  ])('has the text of the licence of %s', (name, words) => {
    const [, after = ''] = notices.split(`\n${name} `);
    expect(after.split('='.repeat(80))[0]).toContain(words);
  });
});

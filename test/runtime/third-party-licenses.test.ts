/** The build contains code of other packages, whose licences require attribution. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';

const notices = readFileSync(join(ROOT, 'dist/THIRD_PARTY_LICENSES.txt'), 'utf8');

/** Returns the packages in built files, according to the comments or source maps that name their modules. */
function bundled(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT });
  const names = files.flatMap((file) => {
    const places = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:^\/\/ |")(?:\.\.\/)*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm,
    );
    return [...places].map(([, name = '']) => name);
  });
  // The source maps of some packages name sources that are not included.
  const isThere = (name: string): boolean =>
    existsSync(join(ROOT, 'node_modules', name, 'package.json'));
  return [...new Set(names)].filter(isThere).sort();
}

describe('dist/THIRD_PARTY_LICENSES.txt', () => {
  it.each([
    ['the programs of the runtime', 'dist/runtimes/typescript/*.mjs', 'lru-cache'],
    ['the server', 'dist/server/*.js.map', 'typeorm'],
  ])('the notices name every package in %s with its version', (_, pattern, one) => {
    const found = bundled(pattern);
    expect(found).toContain(one);
    for (const name of found) {
      const file = join(ROOT, 'node_modules', name, 'package.json');
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
      expect(notices).toContain(`\n${name} ${version} (`);
    }
  });

  it.each([
    ['lru-cache', '# Blue Oak Model License'],
    ['@babel/parser', 'Permission is hereby granted'],
    ['@jspm/core', 'Apache License'],
    ['busboy', 'Permission is hereby granted'],
    ['typeorm', 'Permission is hereby granted'],
    ['swagger-ui-dist', 'Apache License'],
  ])('the notices contain the licence text of %s', (name, words) => {
    const [, after = ''] = notices.split(`\n${name} `);
    expect(after.split('='.repeat(80))[0]).toContain(words);
  });
});

import { describe, expect, it } from '@jest/globals';
import { byPackage, findPackageName } from './bundle-inputs.js';

describe('the package of a file', () => {
  it.each([
    ['src/main.ts', null],
    ['node_modules/p/lib/x.js', 'p'],
    ['node_modules/@s/p/x.js', '@s/p'],
    ['../node_modules/a/node_modules/b/x.js', 'b'],
    ['src/node_modules_of_mine/x.ts', null],
  ])('the file %s belongs to the package %s', (file, name) => {
    expect(findPackageName(file)).toBe(name);
  });
});

it('the parts of a bundle are summed by package, the largest first', () => {
  const inputs = [
    { file: 'src/main.ts', bytes: 5 },
    { file: 'node_modules/p/a.js', bytes: 4 },
    { file: 'node_modules/p/b.js', bytes: 3 },
    { file: 'node:events', bytes: 1 },
    { file: 'node:shared/x.js', bytes: 1 },
  ];
  expect(byPackage(inputs)).toEqual([
    { file: 'p', bytes: 7 },
    { file: 'src/main.ts', bytes: 5 },
    { file: 'modules of Node', bytes: 2 },
  ]);
});

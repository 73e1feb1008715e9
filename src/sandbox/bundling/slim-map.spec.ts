import { decode, encode } from '@jridgewell/sourcemap-codec';
import { describe, expect, it } from '@jest/globals';
import { slimMap } from './slim-map.js';

const map = JSON.stringify({
  version: 3,
  sources: ['src/a.ts', 'node_modules/p/i.js'],
  names: ['x'],
  mappings: encode([
    [[0, 0, 1, 0, 0], [4, 0, 1, 4], [9]],
    [
      [0, 1, 5, 0],
      [3, 1, 5, 3],
      [7, 0, 2, 0],
      [9, 1, 6, 0],
      [11, 1, 6, 2],
    ],
    [],
    [[2, 1, 7, 0]],
  ]),
});

describe('a slim source map', () => {
  it('a slim source map keeps all places of own files, few of packages, and no names', () => {
    const slim = JSON.parse(slimMap(map, (source) => source.startsWith('src/')));
    expect(slim).toMatchObject({ sources: ['src/a.ts', 'node_modules/p/i.js'], names: [] });
    expect(decode(slim.mappings)).toEqual([
      [
        [0, 0, 1, 0],
        [4, 0, 1, 4],
      ],
      [
        [0, 1, 5, 0],
        [7, 0, 2, 0],
        [9, 1, 6, 0],
      ],
      [],
      [[2, 1, 7, 0]],
    ]);
  });
});

import { expect, it } from '@jest/globals';
import type { ErrorFrame } from '../../../api/types.js';
import { buildFrameParts } from './frame-parts.js';

const frame = (line: number, own: boolean, cause = 0): ErrorFrame => ({
  file: 'workflow.py',
  line,
  column: null,
  function: null,
  text: null,
  own,
  cause,
});

it.each([
  [[], []],
  [[frame(1, true)], ['innermost 1']],
  [
    [frame(1, false), frame(2, false), frame(3, true), frame(4, false), frame(5, true)],
    ['packages 1 2', 'innermost 3', 'packages 4', 'own 5'],
  ],
  [
    [frame(1, false), frame(2, false, 1), frame(3, true, 1)],
    ['packages 1', 'cause', 'packages 2', 'innermost 3'],
  ],
])('the frames %j are shown as %j', (frames, expected) => {
  const parts = buildFrameParts(frames).map((part) => {
    if (part.kind === 'cause') return 'cause';
    const lines = part.kind === 'packages' ? part.frames : [part.frame];
    return [part.kind, ...lines.map(({ line }) => line)].join(' ');
  });
  expect(parts).toEqual(expected);
});

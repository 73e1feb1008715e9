import { expect, it } from '@jest/globals';
import { chosenFiles } from './chosen-files.js';

const file = (size: number) => ({ path: `/${size}`, size, version: null, asNow: false });

it('files that do not fit are left out, and smaller ones after them are not', () => {
  const [one, large, two] = [file(1), file(9), file(2)];
  expect(chosenFiles([one, large, two], 3)).toEqual({ files: [one, two], left: [large], bytes: 3 });
});

it.each([-1e18, -1, 0.5, 1e300, Number.NaN])('a size of %d is an answer of no server', (size) => {
  expect(() => chosenFiles([file(size), file(3)], 3)).toThrow(
    expect.objectContaining({ code: 'wrong_answer' }),
  );
});

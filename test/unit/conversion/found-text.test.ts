import { expect, it } from '@jest/globals';
import {
  combined,
  type FoundText,
  missedBy,
} from '../../../packages/document-converter/src/pdf/found-text.js';

const PAGE = { width: 600, height: 800 };

/** Returns the texts of a line. Each starts at `x` and is 5 points wide per letter. */
function line(...texts: [x: number, text: string][]): FoundText[] {
  return texts.map(([x0, text]) => {
    const x1 = x0 + text.length * 5;
    return {
      text,
      x0,
      x1,
      y0: 100,
      y1: 110,
      size: 10,
      font: '',
      style: {},
      rotation: 0,
    };
  });
}

function added(found: FoundText[], seen: FoundText[]): string[] {
  return missedBy(found, seen, PAGE).map(({ text }) => text);
}

it.each([
  [
    'numbers that it measures elsewhere',
    line([100, '0'], [200, '2,248'], [300, '1,135']),
    line([90, '0'], [150, '2,248'], [340, '1,135']),
    [],
  ],
  ['numbers that it reads as one', line([100, '0 2,248 1,135']), line([180, '2,248 1,135']), []],
  ['a part of a word', line([100, 'number 12,248']), line([166, '248']), []],
  [
    'a word that the line does not have',
    line([100, 'Total'], [200, '5']),
    line([100, 'Total'], [300, 'paid']),
    ['paid'],
  ],
  [
    'a number that the line has once less',
    line([100, '0'], [200, '0']),
    line([100, '0'], [200, '0'], [300, '0']),
    ['0'],
  ],
  [
    'the words of a text that the line does not have',
    line([100, 'Total']),
    line([300, 'Total due']),
    ['due'],
  ],
])(
  'the texts of the fallback parser add no more than is missing: %s',
  (_, found, seen, expected) => {
    expect(added(found, seen)).toEqual(expected);
  },
);

it('a whole line that the first engine missed is added', () => {
  expect(added([], line([100, 'A line'], [200, 'of text']))).toEqual(['A line', 'of text']);
});

it.each([
  ['the mo del was', 'p u', 'the model was|pu', 'the model was'],
  ['a cat is', 'cat is', 'a catis|cat is', 'a cat is'],
  ['Shenetal. wrote b=fg of', '', 'Shen et al.wrote b=f g of', 'Shen et al. wrote b=fg of'],
  ['mo del A', '', 'model B', 'mo del A'],
])(
  'the other engine corrects spaces between letters, but joins no two words of the page: %s',
  (own, more, others, expected) => {
    const apart = (texts: string[]) => texts.flatMap((text, at) => line([100 + at * 100, text]));
    const found = combined(apart([own, more]), apart(others.split('|')), PAGE);
    expect(found.slice(0, 2).map(({ text }) => text)).toEqual([expected, more]);
  },
);

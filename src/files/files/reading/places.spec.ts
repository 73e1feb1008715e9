import { expect, it } from '@jest/globals';
import { placeAt, placesWithin, takePlaces } from './places.js';

it('takePlaces removes the place marks from a text and returns which lines belong to which place', () => {
  const lines = [
    'before',
    '<!-- page 1 -->',
    'a',
    '- item',
    '  <!-- page 2 -->',
    '- item',
    '```',
    '<!-- page 9 -->',
    '```',
    'no <!-- page 8 --> mark',
    '<!-- sheet 0 -->',
    '<!-- slide 12 -->\r',
    'z',
  ];
  const { text, places } = takePlaces(lines.join('\n'));
  expect(text.split('\n')).toEqual(lines.map((line, at) => ([1, 4, 11].includes(at) ? '' : line)));
  const page = (number: number) => ({ kind: 'page', number });
  expect(lines.map((_, at) => placeAt(places, at + 1))).toEqual([
    null,
    ...Array.from({ length: 3 }, () => page(1)),
    ...Array.from({ length: 7 }, () => page(2)),
    ...Array.from({ length: 2 }, () => ({ kind: 'slide', number: 12 })),
  ]);
  expect(placesWithin(places, 3, 6)).toEqual([
    { line: 3, place: page(1) },
    { line: 5, place: page(2) },
  ]);
  expect(placesWithin(places, 1, 1)).toEqual([]);
  expect(takePlaces('`` ` ``\n```js `x` y\n<!-- page 3 -->').places).toHaveLength(1);
});

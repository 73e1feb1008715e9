import { expect, it } from '@jest/globals';
import { withTexts } from './with-texts.js';

const piece = (stepId: string | null, text: string, kind = 'text', reset = false) => ({
  seq: 1,
  stepId,
  kind,
  text,
  reset,
});

it('pieces of text are joined for each step and kind', () => {
  const one = withTexts(
    [],
    [piece('a', 'It '), piece('a', 'thinks', 'reasoning'), piece('b', 'x')],
  );
  const two = withTexts(one, [piece('a', 'says'), piece(null, 'of a script')]);
  expect(two).toEqual([
    { stepId: 'a', text: 'It says', reasoning: 'thinks' },
    { stepId: 'b', text: 'x', reasoning: '' },
  ]);
});

it('a request that is made again discards the earlier text', () => {
  const texts = withTexts(
    [{ stepId: 'a', text: 'half', reasoning: 'r' }],
    [piece('a', '', 'text', true), piece('a', 'whole')],
  );
  expect(texts).toEqual([{ stepId: 'a', text: 'whole', reasoning: '' }]);
});

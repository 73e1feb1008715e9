import { describe, expect, it } from '@jest/globals';
import { computeScore } from './memory-search.service.js';
import { fused } from '../../files/search/fused.js';
import { type CountedPhrase, rarest, scoreOfText } from './memory-ranking.js';

const phrase = (text: string, memories: number): CountedPhrase => {
  const prefix = text.endsWith('*');
  return { terms: text.replace('*', '').split(' '), prefix, memories };
};
const score = (text: string, ...phrases: CountedPhrase[]): number =>
  scoreOfText(text, phrases, 100);

describe('the score of a text', () => {
  const common = phrase('invoice', 90);
  const rare = phrase('kraken', 1);

  it.each([
    ['a rare word counts for more', 'the kraken', 'the invoice'],
    ['more words count for more', 'kraken and invoice', 'kraken and others'],
    ['a long text counts for less', 'kraken', `kraken${' word'.repeat(40)}`],
    ['a word that is there twice counts for a little more', 'kraken and kraken', 'kraken and word'],
  ])('the score of a text follows this rule: %s', (_, better, worse) => {
    expect(score(better, rare, common)).toBeGreaterThan(score(worse, rare, common));
  });

  it.each([
    ['deep sea', 'the deep blue sea', 0],
    ['deep sea', 'a deep sea of deep seas', 1],
    ['deep sea*', 'a deep sea of deep seas', 2],
    ['sea', '', 0],
  ])('the phrase %j in %j is found %d times', (wanted, text, finds) => {
    expect(score(text, phrase(wanted, 1)) > 0).toBe(finds > 0);
    if (finds > 1)
      expect(score(text, phrase(wanted, 1))).toBeGreaterThan(score(text, phrase('of', 1)));
  });
});

it('the rarest words are chosen while few memories hold them, but always at least one', () => {
  const all = [phrase('a', 50), phrase('b', 3), phrase('c', 9)];
  const taken = (most: number): string[] => rarest(all, most).flatMap(({ terms }) => terms);
  expect([taken(100), taken(20), taken(1)]).toEqual([['b', 'c', 'a'], ['b', 'c'], ['b']]);
});

describe('places in several lists', () => {
  it('an entry of both lists ranks before the first of either one', () => {
    const scores = fused([
      [1, 2, 3],
      [4, 2],
    ]);
    const order = [...scores].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
    expect(order[0]).toBe(2);
    expect(scores.get(1)).toBe(scores.get(4));
    expect(order.at(-1)).toBe(3);
  });
});

it.each<[string, object, number]>([
  ['as well as its words do', {}, 8],
  ['half as well after half a year', { created_at: -180 }, 4],
  ['a quarter as well after a year', { created_at: -360 }, 2],
  [
    'half as well after a year, where it is a preference',
    { kind: 'preference', created_at: -365 },
    4,
  ],
  ['half as well after 90 days, where it is a pitfall', { kind: 'pitfall', created_at: -90 }, 4],
  ['as well where a clock has it made later', { created_at: 10 }, 8],
  ['better by its uses', { uses: 9 }, Number((8 * (1 + 0.2 * Math.log(10))).toPrecision(6))],
  ['better where it is about a subject', { scope: 'subject' }, 8.24],
  ['better where it is about an agent', { scope: 'agent' }, 8.16],
  ['better where it is about a meta-task', { scope: 'task_type' }, 8.08],
])('a memory fits %s', (_, given, rank) => {
  const day = 24 * 60 * 60 * 1000;
  const match = { score: 8, uses: 0, kind: 'fact', scope: 'project', created_at: 0, ...given };
  const created_at = match.created_at * day;
  expect(computeScore({ ...match, created_at } as Parameters<typeof computeScore>[0], 0)).toBe(
    rank,
  );
});

import { expect, it } from '@jest/globals';
import { ConversionSpeed, ConversionTimes } from './remaining-time.js';

const pages = (done: number, total: number | null = 100) => {
  return { done, total, unit: 'pages' } as const;
};

it('the time that is left follows the speed since the first count', () => {
  const speed = new ConversionSpeed();
  expect(speed.secondsLeft(0)).toBeNull();
  speed.add(pages(20), 0);
  expect(speed.secondsLeft(0)).toBeNull();
  speed.add(pages(30), 500);
  expect(speed.secondsLeft(500)).toBeNull();
  speed.add(pages(40), 2_000);
  expect(speed.secondsLeft(2_000)).toBe(6);
  expect(speed.secondsLeft(4_500)).toBe(4);
});

it('no time is given where none can be known, or more than it has passed', () => {
  const speed = new ConversionSpeed();
  speed.add(pages(10, null), 0);
  speed.add(pages(50, null), 5_000);
  expect(speed.secondsLeft(5_000)).toBeNull();
  const late = new ConversionSpeed();
  late.add(pages(50), 0);
  late.add(pages(90), 4_000);
  expect([late.secondsLeft(4_000), late.secondsLeft(6_000)]).toEqual([1, null]);
});

it('a second attempt is measured from its own start', () => {
  const speed = new ConversionSpeed();
  speed.add(pages(10), 0);
  speed.add(pages(90), 1_000);
  speed.add(pages(5), 2_000);
  expect(speed.secondsLeft(2_000)).toBeNull();
  speed.add(pages(10), 4_000);
  expect(speed.secondsLeft(4_000)).toBe(36);
});

it('those that wait know their time once some documents have been converted', () => {
  const times = new ConversionTimes();
  for (const ms of [1_000, 3_000]) times.add(ms);
  expect(times.secondsUntil(3, 2)).toBeNull();
  times.add(2_000);
  expect([times.secondsUntil(1, 2), times.secondsUntil(6, 2)]).toEqual([3, 8]);
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Alarm } from './alarm.js';

describe('Alarm', () => {
  let rings: number[];
  let started: number;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick'] });
    rings = [];
    started = performance.now();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const noted = async (): Promise<void> => {
    rings.push(Math.round(performance.now() - started));
  };

  it('rings once for all that was asked for, at the earliest time', async () => {
    const alarm = new Alarm(noted);
    for (const ms of [500, 100, 300]) alarm.within(ms);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rings).toEqual([100]);
  });

  it('rings again for what is asked for later, also within a ring', async () => {
    let again = true;
    const alarm: Alarm = new Alarm(async () => {
      await noted();
      if (again) alarm.within(50);
      again = false;
    });
    alarm.within(100);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(rings).toEqual([100, 150]);
  });

  it('does not ring while it is ringing', async () => {
    let now = 0;
    let most = 0;
    const alarm: Alarm = new Alarm(async () => {
      most = Math.max(most, (now += 1));
      alarm.within(0);
      await new Promise((done) => setTimeout(done, 100));
      now -= 1;
    });
    alarm.within(0);
    await jest.advanceTimersByTimeAsync(1_000);
    alarm.stop();
    expect(most).toBe(1);
  });

  it('takes a time that is further away than a timer can be', async () => {
    const alarm = new Alarm(noted);
    alarm.within(366 * 24 * 3_600_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(rings).toEqual([]);
    alarm.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { BackgroundLoop, type LoopOptions } from './background-loop.js';
import { getErrorMessage } from './errors.js';

const loops: BackgroundLoop[] = [];
afterEach(async () => {
  for (const loop of loops.splice(0)) await loop.stop();
});

function createLoop(options: Partial<LoopOptions> & Pick<LoopOptions, 'work'>): BackgroundLoop {
  const loop = new BackgroundLoop({
    pollMs: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  loops.push(loop);
  return loop;
}

/** Resolves when `count` passes have begun. */
function passes(count: number, options: Partial<LoopOptions> = {}): Promise<void> {
  return new Promise((resolve) => {
    let begun = 0;
    const { work } = options;
    createLoop({
      ...options,
      work: async () => {
        begun += 1;
        if (begun === count) resolve();
        return work?.();
      },
    }).start();
  });
}

describe('a background loop', () => {
  it('a background loop makes its first pass when it is started, and none before', async () => {
    let begun = 0;
    const loop = createLoop({
      work: async () => {
        begun += 1;
      },
    });
    loop.trigger();
    await nextTurn();
    expect(begun).toBe(0);
    loop.start();
    expect(begun).toBe(1);
  });

  it('a background loop makes passes only while its process leads, the first on taking over', async () => {
    let begun = 0;
    let taken: () => void = () => undefined;
    const led = {
      leads: false,
      onTaken: (listener: () => void) => {
        taken = listener;
      },
    };
    const loop = createLoop({
      work: async () => {
        begun += 1;
      },
      led,
    });
    loop.start();
    loop.trigger();
    await nextTurn();
    expect(begun).toBe(0);
    led.leads = true;
    taken();
    expect(begun).toBe(1);
  });

  it('a background loop makes one pass at a time and merges all triggers during it into one more', async () => {
    const ends: (() => void)[] = [];
    let atOnce = 0;
    let most = 0;
    const loop = createLoop({
      work: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise<void>((resolve) => ends.push(resolve));
        atOnce -= 1;
      },
    });
    loop.start();
    for (let n = 0; n < 3; n += 1) loop.trigger();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await nextTurn();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await nextTurn();
    expect([ends.length, most]).toEqual([2, 1]);
  });

  it('a background loop makes a pass at each poll interval', async () => {
    await passes(3, { pollMs: 1 });
  });

  it('a background loop makes its next pass after the delay that the last pass returned', async () => {
    await passes(3, { pollMs: 3_600_000, work: () => Promise.resolve(1) });
  });

  it('a background loop retries a failed pass after its own retry delay', async () => {
    const errors: unknown[] = [];
    const work = (): Promise<never> => Promise.reject(new Error(`failed ${errors.length}`));
    await passes(3, {
      pollMs: 3_600_000,
      retryMs: 1,
      work,
      onError: (error) => errors.push(String(error)),
    });
    expect(errors.slice(0, 2)).toEqual(['Error: failed 0', 'Error: failed 1']);
  });

  it('a background loop makes its next pass at the earliest of the requested times', async () => {
    let begun = 0;
    const second = new Promise<void>((resolve) => {
      const loop = createLoop({
        work: async () => {
          begun += 1;
          if (begun === 2) resolve();
        },
      });
      loop.start();
      loop.within(3_600_000);
      loop.within(1);
      loop.within(3_600_000);
    });
    await second;
    expect(begun).toBe(2);
  });

  it('a background loop makes no further pass for triggers within its pause', async () => {
    let begun = 0;
    const loop = createLoop({
      pauseMs: 3_600_000,
      work: async () => {
        begun += 1;
      },
    });
    loop.start();
    await nextTurn();
    for (let n = 0; n < 3; n += 1) loop.trigger();
    await nextTurn();
    expect(begun).toBe(1);
  });

  it('a background loop rests in proportion to its pass, so that it keeps to its share of the time', async () => {
    const times: [number, number][] = [];
    const work = async (): Promise<number> => {
      const began = performance.now();
      await delay(20);
      times.push([began, performance.now()]);
      return 0;
    };
    await passes(3, { share: 0.25, work });
    const [[began, ended], [next]] = times as [[number, number], [number, number]];
    expect(next - ended).toBeGreaterThanOrEqual((ended - began) * 3 - 1);
  });

  it('a background loop rests at most the time that its options allow', async () => {
    const begun: number[] = [];
    const work = async (): Promise<number> => {
      begun.push(performance.now());
      await delay(20);
      return 0;
    };
    // The share alone would demand a rest of half a year.
    await passes(2, { share: 1e-9, maxRestMs: 1, work });
    expect(begun).toHaveLength(2);
  });

  it('a background loop does not rest after a failed pass', async () => {
    const errors: unknown[] = [];
    const work = async (): Promise<void> => {
      await delay(20);
      throw new Error('failed');
    };
    await passes(2, { share: 1e-9, retryMs: 1, work, onError: (error) => errors.push(error) });
    expect(errors).toHaveLength(1);
  });

  it('a background loop reports a repeated error once, and again after a success or a minute', async () => {
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now');
    const errors: string[] = [];
    const outcomes = ['a', 'a', 'b', 'b', null, 'b', 'b', 'b a minute later', 'b', 'b', null];
    let begun = 0;
    await passes(outcomes.length, {
      pollMs: 1,
      work: async () => {
        const outcome = outcomes[begun++];
        if (outcome?.endsWith('later')) clock.mockImplementation(() => now() + 60_000);
        if (typeof outcome === 'string') throw new Error(outcome[0]);
      },
      onError: (error) => errors.push(getErrorMessage(error)),
    });
    clock.mockRestore();
    expect(errors).toEqual(['a', 'b', 'b', 'b']);
  });

  it('a background loop that stops aborts and awaits its pass, hides its error and makes no other', async () => {
    const errors: unknown[] = [];
    let begun = 0;
    let ended = false;
    const loop: BackgroundLoop = createLoop({
      pollMs: 1,
      onError: (error) => errors.push(error),
      work: async () => {
        begun += 1;
        await new Promise((resolve) => loop.signal.addEventListener('abort', resolve));
        ended = true;
        throw new Error('stopped');
      },
    });
    loop.start();
    loop.trigger();
    await loop.stop();
    loop.trigger();
    await nextTurn();
    expect([begun, ended, errors]).toEqual([1, true, []]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../../../../test/support/recording-host.js';
import { LoggedStacks } from './logged-stacks.js';

/** Source map in which line `n` of the compiled text, from 1, is line `n + 10` of the script, at the same column. */
const MAP = JSON.stringify({
  version: 3,
  sources: ['main.ts'],
  names: [],
  mappings: `AAUA${';AACA'.repeat(10_000)}`,
});
const FRAMES = 200_000;

function frame(line: number): string {
  return `    at run (workflow.ts:${line}:1)`;
}

describe('stacks in a log', () => {
  it('a line that goes on is passed on as one', () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, MAP);
    stacks.onLog('info', '0 %', 'open');
    stacks.onLog('info', '100 %', 'ended');
    expect(host).toMatchObject({ open: ['0 %'], events: ['info:100 %'] });
  });

  it('lines behind a stack wait until that has been mapped', async () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, MAP);
    stacks.onLog('info', 'a');
    stacks.onLog('error', `${frame(2)} {`);
    stacks.onLog('info', 'b');
    stacks.onPhase('c');
    stacks.onProgress(4);
    expect(host.events).toEqual(['info:a']);
    await stacks.written();
    expect(host.events).toEqual([
      'info:a',
      'error:    at run (main.ts:12:1) {',
      'info:b',
      'phase:c',
      'progress:4',
    ]);
  });

  it('a frame that is known is passed on at once', async () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, MAP);
    stacks.onLog('info', frame(3));
    await stacks.written();
    stacks.onLog('info', frame(3));
    expect(host.events).toEqual([
      'info:    at run (main.ts:13:1)',
      'info:    at run (main.ts:13:1)',
    ]);
  });

  it('text that only looks like a frame of the script stays as it is', async () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, MAP);
    const lines = [
      'see workflow.ts:2:1',
      '    at run (workflow.ts:99999:1)',
      'at (workflow.ts:x:1)',
    ];
    for (const line of lines) stacks.onLog('info', line);
    await stacks.written();
    expect(host.logged('info')).toEqual(lines);
  });

  it('a source map that cannot be read leaves the lines as they are', async () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, '{');
    stacks.onLog('info', frame(3));
    await stacks.written();
    expect(host.logged('info')).toEqual([frame(3)]);
  });

  it('a flood of frames is passed on in small parts, between which the event loop goes on', async () => {
    const host = new RecordingHost();
    const stacks = new LoggedStacks(host, MAP);
    let [most, before] = [0, 0];
    let isDone = false;
    const poll = (): void => {
      most = Math.max(most, host.events.length - before);
      before = host.events.length;
      if (!isDone) setImmediate(poll);
    };
    poll();
    for (let n = 0; n < FRAMES;) {
      // One piece contains this many lines.
      for (let end = n + 500; n < end; n += 1) stacks.onLog('error', frame((n * 7) % 9_000));
      await new Promise((done) => setImmediate(done));
    }
    await stacks.written();
    isDone = true;
    expect(host.events).toHaveLength(FRAMES);
    // One piece and one part of the waiting lines may be written together.
    expect(most).toBeLessThanOrEqual(1_000);
  });
});

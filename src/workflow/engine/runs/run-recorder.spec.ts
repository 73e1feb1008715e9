import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Recorded, SideRecord } from '../operations/record.js';
import { RunRecorder } from './run-recorder.js';

const RUN = { projectId: 'p', taskId: 't', attempt: 2, fence: 7 };

describe('RunRecorder', () => {
  let stored: Recorded[];
  let accepts: boolean;
  let recorder: RunRecorder;
  beforeEach(() => {
    jest.useFakeTimers();
    stored = [];
    accepts = true;
    recorder = new RunRecorder(RUN, async (recorded) => {
      if (accepts) stored.push(recorded);
      return accepts;
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const texts = (batches: Recorded[]): unknown[] =>
    batches.flatMap(({ events }) => events.map(({ data }) => data['text'] ?? data));

  it('a burst of reports becomes one batch in order, with the last phase and progress', async () => {
    recorder.onPhase('One');
    recorder.onLog('info', 'a');
    recorder.onProgress(10);
    recorder.onProgress(20);
    recorder.onLog('error', 'b');
    recorder.onPhase('Two');
    expect(stored).toEqual([]);
    await jest.advanceTimersByTimeAsync(60);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ phase: 'Two', progress: 20 });
    expect(texts(stored)).toEqual([{ phase: 'One' }, 'a', { progress: 20 }, 'b', { phase: 'Two' }]);
    expect(stored[0]?.events[1]).toMatchObject({ taskId: 't', attempt: 2, level: 'info' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toHaveLength(1);
  });

  it('a line that goes on is stored at once and then now and then, each time in place of itself', async () => {
    recorder.onLog('info', '0 %', 'open');
    await jest.advanceTimersByTimeAsync(60);
    for (let percent = 1; percent <= 40; percent += 1) {
      recorder.onLog('info', `${percent} %`, 'open');
      await jest.advanceTimersByTimeAsync(10);
    }
    recorder.onLog('info', 'another');
    recorder.onLog('info', '100 %', 'ended');
    await jest.advanceTimersByTimeAsync(1_000);
    const events = stored.flatMap((batch) => batch.events);
    expect(events.map(({ data }) => [data['text'], data['open'] ?? false])).toEqual([
      ['0 %', true],
      [expect.stringMatching(/^2\d %$/), true],
      ['another', false],
      ['100 %', false],
    ]);
    const [line] = events.map(({ data }) => data['line']);
    expect(line).toEqual(expect.any(Number));
    expect(events.map(({ data }) => data['line'])).toEqual([line, line, undefined, line]);
  });

  it('a line that goes on takes the place of what was stored of it, also after a failed write', async () => {
    recorder.onLog('info', 'a', 'open');
    await jest.advanceTimersByTimeAsync(60);
    accepts = false;
    recorder.onLog('info', 'ab', 'open');
    await jest.advanceTimersByTimeAsync(300);
    recorder.onLog('info', 'abc', 'ended');
    const [first] = stored.flatMap((batch) => batch.events);
    const rest = await recorder.finish();
    expect(texts([rest])).toEqual(['ab', 'abc']);
    expect(rest.events.map(({ replaces }) => replaces)).toEqual([first, rest.events[0]]);
  });

  it('a line that ends before it was stored is a line like any other', async () => {
    recorder.onLog('warning', 'a', 'open');
    recorder.onLog('warning', 'ab', 'ended');
    await jest.advanceTimersByTimeAsync(60);
    expect(stored.flatMap((batch) => batch.events)).toMatchObject([{ data: { text: 'ab' } }]);
    expect(stored[0]?.events[0]?.data).not.toHaveProperty('line');
  });

  it('text is written within 150 ms in order, and an excess of it is reported once', async () => {
    const text = (of: string) => ({ stepId: null, kind: 'text', text: of }) as const;
    recorder.onText(text('a'), 4_998);
    recorder.onText(text('b'), 4_998);
    recorder.onLog('info', 'log');
    recorder.onText(text('c'), 4_998);
    await jest.advanceTimersByTimeAsync(150);
    expect(texts(stored)).toEqual(['ab', 'log', 'c']);
    recorder.onText(text('d'), 4_998);
    const rest = await recorder.finish();
    expect(texts([rest])).toEqual([expect.stringContaining('has written 5000 text events')]);
    expect(rest.events[0]).toMatchObject({ type: 'log', level: 'warning' });
    recorder.onText(text('late'), 4_998);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(texts(stored)).toEqual(['ab', 'log', 'c']);
  });

  it('finish returns the remaining reports, and later ones are dropped', async () => {
    recorder.onLog('info', 'a');
    const rest = await recorder.finish();
    expect(texts([rest])).toEqual(['a']);
    recorder.onLog('info', 'late');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([]);
  });

  it('a flood of reports is cut into batches, and the last one is left for the end', async () => {
    for (let line = 0; line < 4_500; line += 1) recorder.onLog('info', String(line));
    const rest = await recorder.finish();
    expect(stored.map(({ events }) => events.length)).toEqual([2_000, 2_000]);
    expect(texts([...stored, rest])).toEqual(
      Array.from({ length: 4_500 }, (_, line) => String(line)),
    );
  });

  it('the recorder stores 10,000 phases as events, and the last phase in any case', async () => {
    for (let phase = 1; phase <= 10_500; phase += 1) recorder.onPhase(`p${phase}`);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(texts(stored)).toHaveLength(10_000);
    expect(texts(stored).at(-1)).toEqual({ phase: 'p10000' });
    recorder.onPhase('Last');
    await jest.advanceTimersByTimeAsync(60);
    expect(stored.at(-1)).toEqual({
      phase: 'Last',
      phaseSince: expect.any(Number),
      progress: null,
      events: [],
      records: [],
    });
  });

  it('reports that could not be stored are kept and stored later in order', async () => {
    accepts = false;
    recorder.onPhase('One');
    recorder.onProgress(10);
    recorder.onLog('info', 'a');
    await jest.advanceTimersByTimeAsync(60);
    recorder.onLog('info', 'b');
    recorder.onPhase('Two');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(stored).toEqual([]);
    accepts = true;
    await jest.advanceTimersByTimeAsync(600);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({ phase: 'Two', progress: 10 });
    expect(texts(stored)).toEqual([{ phase: 'One' }, { progress: 10 }, 'a', 'b', { phase: 'Two' }]);
  });

  it('reports made while a write fails come after those of the write', async () => {
    const slow = new RunRecorder(RUN, async (recorded) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (accepts) stored.push(recorded);
      return accepts;
    });
    accepts = false;
    slow.onPhase('One');
    slow.onLog('info', 'a');
    await jest.advanceTimersByTimeAsync(60);
    slow.onLog('info', 'b');
    slow.onPhase('Two');
    await jest.advanceTimersByTimeAsync(100);
    accepts = true;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(texts(stored)).toEqual([{ phase: 'One' }, 'a', 'b', { phase: 'Two' }]);
    expect(stored.at(-1)).toMatchObject({ phase: 'Two' });
  });

  it('finish returns every report when nothing could be stored', async () => {
    accepts = false;
    for (let line = 0; line < 4_500; line += 1) recorder.onLog('info', String(line));
    const rest = await recorder.finish();
    expect(rest.events).toHaveLength(4_500);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  describe('with a write of something else', () => {
    it('a write with reports includes all earlier ones, which are not written again', async () => {
      recorder.onPhase('One');
      recorder.onLog('info', 'a');
      const seen = await recorder.withReports((reports) => Promise.resolve(reports));
      expect(texts([seen])).toEqual([{ phase: 'One' }, 'a']);
      expect(seen.phase).toBe('One');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(stored).toEqual([]);
      recorder.onLog('info', 'b');
      await jest.advanceTimersByTimeAsync(60);
      expect(texts(stored)).toEqual(['b']);
    });

    it('a failed write with reports keeps them in their order', async () => {
      recorder.onLog('info', 'a');
      const failed = recorder.withReports(() => {
        recorder.onLog('info', 'meanwhile');
        return Promise.reject(new Error('the disk is full'));
      });
      await expect(failed).rejects.toThrow('the disk is full');
      recorder.onLog('info', 'b');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(texts(stored)).toEqual(['a', 'meanwhile', 'b']);
    });
  });

  it('a record is written with the next batch unless it is withdrawn before', async () => {
    const record = (id: string): SideRecord => ({
      event: { type: 'step', taskId: 't', attempt: 2, level: null, createdAt: 0, data: { id } },
      write: () => Promise.resolve(),
    });
    recorder.onRecord(record('short'))();
    await jest.advanceTimersByTimeAsync(60);
    expect(stored).toEqual([]);
    recorder.onRecord(record('long'));
    await jest.advanceTimersByTimeAsync(60);
    expect(stored).toMatchObject([{ records: [{ event: { data: { id: 'long' } } }] }]);
  });
});

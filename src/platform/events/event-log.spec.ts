import { describe, expect, it } from '@jest/globals';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { EventBus } from './event-bus.js';
import { EventLog } from './event-log.js';
import type { NewTaskEvent } from './task-event.js';
import { TOGETHER } from './write-together.js';

const bench = useEngineBench();

function event(given: Partial<NewTaskEvent> = {}): NewTaskEvent {
  const rest = { type: 'log', taskId: 'task', attempt: 1, level: 'info', createdAt: 1 } as const;
  return { ...rest, data: { text: 'line' }, ...given };
}

async function append(events: readonly NewTaskEvent[], projectId = PROJECT): Promise<void> {
  await bench.database.write(async (transaction) => {
    bench.events.append(transaction, projectId, events);
  });
}

const after = (seq: number, limit = 1_000) => ({ projectId: PROJECT, after: seq, limit });
const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq);
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the numbers of events', () => {
  it('each project counts its own events without gaps, in the order of their appends', async () => {
    const texts = ['first', 'second', 'third'];
    for (const text of texts) await append([event({ data: { text } })]);
    await append([event()], 'other');
    const events = await bench.events.read(after(0));
    expect(events.map(({ seq, data }) => [seq, data['text']])).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
    ]);
    expect(await bench.events.last(PROJECT)).toBe(3);
    expect(await bench.events.last('other')).toBe(1);
    expect(await bench.events.last('none')).toBe(0);
  });

  it('transactions at the same time take numbers without gaps, each in one piece', async () => {
    await Promise.all(
      numbers(1, 20).map((one) => append([0, 1, 2].map((part) => event({ data: { one, part } })))),
    );
    const events = await bench.events.read(after(0));
    expect(seqs(events)).toEqual(numbers(1, 60));
    for (let at = 0; at < events.length; at += 3) {
      const piece = events.slice(at, at + 3).map(({ data }) => data);
      expect(piece).toEqual([0, 1, 2].map((part) => ({ one: piece[0]?.['one'], part })));
    }
  });

  it('an event takes the place of an earlier one, also of one that is written with it', async () => {
    const [first, other] = [event({ data: { text: '1 %' } }), event({ data: { text: 'other' } })];
    await append([first, other]);
    const second = event({ data: { text: '2 %' }, replaces: first });
    const third = event({ data: { text: '3 %' }, replaces: second });
    await append([second, third]);
    const events = await bench.events.read(after(0));
    expect(events.map(({ seq, data }) => [seq, data['text']])).toEqual([
      [2, 'other'],
      [4, '3 %'],
    ]);
  });

  it('a transaction that fails leaves no number out', async () => {
    await append([event()]);
    await expect(
      bench.database.write(async (transaction) => {
        bench.events.append(transaction, PROJECT, [event(), event()]);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    await append([event()]);
    expect(seqs(await bench.events.read(after(0)))).toEqual([1, 2]);
  });

  it('a transaction writes more events than one statement holds, in their order', async () => {
    const count = TOGETHER + 7;
    await append(numbers(1, count).map((n) => event({ data: { n } })));
    const events = await bench.events.read(after(0));
    expect(events.map(({ seq, data }) => [seq, data['n']])).toEqual(
      numbers(1, count).map((n) => [n, n]),
    );
  });

  it('an event keeps every character of its data, and all of its other fields', async () => {
    const data = { text: 'é "quoted" \\ 😀 \u0000 \ud800', list: [1, null, { a: true }] };
    const given = event({ type: 'phase', level: null, attempt: 3, createdAt: 4_102_444_800_000 });
    await append([{ ...given, data }]);
    expect(await bench.events.read(after(0))).toEqual([{ ...given, data, seq: 1 }]);
  });

  it('new tasks are refused where the open tasks of a project have more params than it may', async () => {
    const log = new EventLog(bench.database, { maxOpenParamsBytes: 10 }, new EventBus());
    const grow = (openParamsBytes: number): Promise<void> =>
      bench.database.write(async (transaction) => {
        log.append(transaction, PROJECT, [event({ openParamsBytes })]);
      });
    await grow(8);
    await expect(grow(3)).rejects.toMatchObject({ code: 'project_quota_exceeded' });
    await grow(-3);
    await grow(3);
    expect(seqs(await log.read(after(0)))).toEqual([1, 2, 3]);
  });
});

describe('the reading of events', () => {
  it('a reader that goes on after the last number sees each event once', async () => {
    await append(numbers(1, 25).map(() => event()));
    const read: number[] = [];
    for (let last = 0; ; last = read.at(-1) ?? 0) {
      const page = await bench.events.read(after(last, 10));
      if (page.length === 0) break;
      read.push(...seqs(page));
    }
    expect(read).toEqual(numbers(1, 25));
  });

  it('the events of several tasks come in one order, and those of other projects never', async () => {
    for (const taskId of ['a', 'b', 'c', 'a', 'b', 'c']) await append([event({ taskId })]);
    await append([event({ taskId: 'a' })], 'other');
    const read = async (given: { taskId?: string; taskIds?: string[] }, from = 0, limit = 10) =>
      seqs(await bench.events.read({ ...after(from, limit), ...given }));
    expect(await read({ taskId: 'a' })).toEqual([1, 4]);
    expect(await read({ taskIds: ['c'] }, 3)).toEqual([6]);
    expect(await read({ taskIds: ['b', 'a', 'a'] })).toEqual([1, 2, 4, 5]);
    expect(await read({ taskIds: ['b', 'a'] }, 1, 2)).toEqual([2, 4]);
    expect(await read({ taskIds: ['none', 'neither'] })).toEqual([]);
  });

  it('a filter by type, level and meta-task holds for each event that is read', async () => {
    const own = await bench.addTask({ task_type: 'mine' });
    const other = await bench.addTask();
    await append([
      event({ taskId: own, level: 'error' }),
      event({ taskId: own, level: 'debug' }),
      event({ taskId: own, type: 'status', level: null, data: { status: 'success' } }),
      event({ taskId: other, level: 'error' }),
    ]);
    const read = async (given: object) => seqs(await bench.events.read({ ...after(0), ...given }));
    expect(await read({ types: ['status'] })).toEqual([3]);
    // Events without a level always match.
    expect(await read({ levels: ['error'] })).toEqual([1, 3, 4]);
    expect(await read({ types: ['log'], levels: ['error', 'debug'], metaTask: 'mine' })).toEqual([
      1, 2,
    ]);
    expect(await read({ taskIds: [own, other], levels: ['error'] })).toEqual([1, 3, 4]);
    expect(await read({ taskId: own, types: ['log'] })).toEqual([1, 2]);
    const stored = await bench.events.readStored(after(2));
    expect(stored.map(({ seq, metaTask, data }) => [seq, metaTask, data])).toEqual([
      [3, 'mine', '{"status":"success"}'],
      [4, 'type', '{"text":"line"}'],
    ]);
  });

  it('a filter that all events pass leaves none of them out, however many they are', async () => {
    await append(numbers(1, 3_000).map(() => event()));
    const read = await bench.events.read({ ...after(0, 3_000), types: ['log'] });
    expect(seqs(read)).toEqual(numbers(1, 3_000));
  });

  it('a filter finds the few events that pass it among many, and where the oldest are gone', async () => {
    const rare = [3, 700, 1_900];
    await append(numbers(1, 2_000).map((n) => event({ type: rare.includes(n) ? 'phase' : 'log' })));
    const types = ['phase'] as const;
    expect(seqs(await bench.events.read({ ...after(0), types }))).toEqual(rare);
    expect(seqs(await bench.events.read({ ...after(3, 1), types }))).toEqual([700]);
    expect(await bench.events.oldest(PROJECT)).toBe(1);
    await bench.database.execute('DELETE FROM task_events WHERE seq <= 600');
    await append([event()], 'other');
    expect(await bench.events.oldest(PROJECT)).toBe(601);
    expect(seqs(await bench.events.read({ ...after(0), types }))).toEqual([700, 1_900]);
    await bench.database.execute('DELETE FROM task_events');
    expect(await bench.events.oldest(PROJECT)).toBeNull();
    expect(await bench.events.read({ ...after(0), types })).toEqual([]);
  });
});

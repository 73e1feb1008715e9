import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';
import { type LogFilter, LogLines } from './log-lines.js';
import type { NewTaskEvent } from './task-event.js';

const FILTER = { projectId: PROJECT, taskId: 'task' };
const bench = useEngineBench();

/** Appends lines of a task, written 1 ms apart, the first at 1 ms. */
async function append(
  lines: readonly { text: string; level?: LogLevel | null; attempt?: number; taskId?: string }[],
): Promise<void> {
  const events = lines.map(({ text, ...given }, index): NewTaskEvent => {
    const rest = { taskId: 'task', attempt: 1, level: 'info', createdAt: index + 1 } as const;
    return { type: 'log', ...rest, ...given, data: { text } };
  });
  await bench.database.write(async (transaction) => {
    bench.events.append(transaction, PROJECT, events);
  });
}

async function texts(given: Partial<LogFilter> = {}): Promise<string[]> {
  const page = await new LogLines(bench.database).page({ ...FILTER, ...given }, { after: 0 }, 100);
  return page.lines.map(({ text }) => text);
}

describe('the log lines of a task', () => {
  it('lines are read by pages in both directions, each once', async () => {
    await append(Array.from({ length: 9 }, (_, index) => ({ text: `${index + 1}` })));
    await append([{ text: 'of another task', taskId: 'other' }]);
    const lines = new LogLines(bench.database);
    const oldest: string[] = [];
    for await (const page of lines.pages(FILTER, 4))
      oldest.push(page.map(({ text }) => text).join());
    expect(oldest).toEqual(['1,2,3,4', '5,6,7,8', '9']);
    const first = await lines.page(FILTER, { before: 1_000 }, 5);
    expect([first.lines.map(({ text }) => text), first.more]).toEqual([
      ['9', '8', '7', '6', '5'],
      true,
    ]);
    const rest = await lines.page(FILTER, { before: first.lines.at(-1)?.seq ?? 0 }, 5);
    expect([rest.lines.map(({ text }) => text), rest.more]).toEqual([['4', '3', '2', '1'], false]);
  });

  it('a part of a text is found whatever its case and its signs', async () => {
    await append([
      { text: 'Loaded 50% of "a_b" \\ c' },
      { text: 'loaded 50 of aXb' },
      { text: 'ÉCOLE ÄÖ 😀' },
      { text: 'two\nlines' },
    ]);
    expect(await texts({ q: 'LOADED 50' })).toEqual([
      'Loaded 50% of "a_b" \\ c',
      'loaded 50 of aXb',
    ]);
    expect(await texts({ q: '50%' })).toEqual(['Loaded 50% of "a_b" \\ c']);
    expect(await texts({ q: '"A_B" \\ C' })).toEqual(['Loaded 50% of "a_b" \\ c']);
    expect(await texts({ q: 'école' })).toEqual(['ÉCOLE ÄÖ 😀']);
    expect(await texts({ q: 'äö 😀' })).toEqual(['ÉCOLE ÄÖ 😀']);
    expect(await texts({ q: 'two\nLINES' })).toEqual(['two\nlines']);
    expect(await texts({ q: 'aub' })).toEqual([]);
  });

  it('lines are found by level and attempt, and counted by level', async () => {
    await append([
      { text: 'a', level: 'error' },
      { text: 'b', level: 'debug' },
      { text: 'c', level: 'error', attempt: 2 },
      { text: 'd' },
    ]);
    expect(await texts({ levels: ['error'] })).toEqual(['a', 'c']);
    expect(await texts({ levels: ['error', 'debug'], attempt: 1 })).toEqual(['a', 'b']);
    const lines = new LogLines(bench.database);
    const none = { debug: 0, info: 0, warning: 0, error: 0 };
    expect(await lines.levels(FILTER)).toEqual({ ...none, debug: 1, info: 1, error: 2 });
    expect(await lines.levels({ ...FILTER, q: 'C' })).toEqual({ ...none, error: 1 });
    expect(await lines.levels({ ...FILTER, taskId: 'none' })).toEqual(none);
  });

  it('the number of the first line of a time is found', async () => {
    await append(Array.from({ length: 20 }, (_, index) => ({ text: `${index}` })));
    const lines = new LogLines(bench.database);
    expect(await lines.seqAt(FILTER, 0)).toBe(0);
    expect(await lines.seqAt(FILTER, 12)).toBe(12);
    expect(await lines.seqAt(FILTER, 100)).toBe(21);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { EventSelection } from './event-selection.js';
import { type Chunk, EventTail } from './event-tail.js';

/** Number of events that a tail keeps. */
const KEPT = 1_000;
const ALL = new EventSelection({});
const MANY = 10_000_000;

const bench = useEngineBench();
const tails: EventTail[] = [];
afterEach(() => {
  for (const tail of tails.splice(0)) tail.close();
});

async function append(count: number, taskId = 'task', text = 'line'): Promise<void> {
  const rest = { type: 'log', taskId, attempt: 1, level: 'info', createdAt: 1 } as const;
  await bench.database.write(async (transaction) => {
    bench.events.append(
      transaction,
      PROJECT,
      Array.from({ length: count }, () => ({ ...rest, data: { text } })),
    );
  });
}

/** Returns a tail of the project that begins at its current end. */
async function newTail(): Promise<EventTail> {
  const tail = new EventTail(bench.events, PROJECT, await bench.events.last(PROJECT));
  tails.push(tail);
  return tail;
}

/** Waits until the tail has read all events. */
async function caughtUp(tail: EventTail): Promise<void> {
  const last = await bench.events.last(PROJECT);
  while (tail.newest < last) await bench.pass(1_000);
}

/** Returns the numbers of the events of a chunk. */
function seqs(chunk: Chunk | null): number[] | null {
  if (chunk === null) return null;
  return [...chunk.frames.toString().matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq));
}

describe('the newest events of a project', () => {
  it('a reader behind the kept events gets null, and one at their begin gets them all', async () => {
    await append(3);
    const tail = await newTail();
    expect([tail.next(2, ALL, MANY), seqs(tail.next(3, ALL, MANY))]).toEqual([null, []]);
    await append(KEPT + 7);
    await caughtUp(tail);
    const begin = 3 + 7;
    expect(tail.next(begin - 1, ALL, MANY)).toBeNull();
    expect(seqs(tail.next(begin, ALL, MANY))).toEqual(
      Array.from({ length: KEPT }, (_, index) => begin + 1 + index),
    );
  });

  it('long events are kept as far as their characters allow', async () => {
    const tail = await newTail();
    await append(5, 'task', 'x'.repeat(600_000));
    await caughtUp(tail);
    expect(tail.next(1, ALL, MANY)).toBeNull();
    expect(seqs(tail.next(2, ALL, MANY))).toEqual([3, 4, 5]);
  });

  it('a reader gets the events of its selection, up to its length and without a repetition', async () => {
    const tail = await newTail();
    await append(2);
    await append(2, 'other');
    await append(1);
    await caughtUp(tail);
    const ofTask = new EventSelection({ taskIds: ['task'] });
    expect(seqs(tail.next(0, ofTask, MANY))).toEqual([1, 2, 5]);
    const got: (number[] | null)[] = [];
    for (let [after, more] = [0, true]; more;) {
      const chunk = tail.next(after, ofTask, 1);
      got.push(seqs(chunk));
      if (chunk === null) break;
      ({ after, more } = chunk);
    }
    expect(got).toEqual([[1], [2], [5]]);
  });
});

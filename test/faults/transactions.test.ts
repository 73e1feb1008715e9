import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import { eventsAppended } from '../../src/platform/events/messages.js';
import type { NewTaskEvent } from '../../src/platform/events/task-event.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';

declare const DATABASE: 'sqlite' | 'postgres';

const AT_ONCE = 200;
const PROJECT = 'project';

let empty: EmptyDatabase;
let database: Database;
beforeEach(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
});
afterEach(() => empty.remove());

function event(text: string): NewTaskEvent {
  return { type: 'log', taskId: 'task', attempt: 1, level: 'info', data: { text }, createdAt: 1 };
}

async function rows(): Promise<{ project_id: string; seq: number }[]> {
  return database.query('SELECT project_id, seq FROM event_counters ORDER BY project_id');
}

describe('200 writes at once', () => {
  it('two hundred concurrent writes of one row lose none, and those that fail roll back alone', async () => {
    await database.execute('INSERT INTO event_counters (project_id, seq) VALUES (?, ?)', [
      'sum',
      0,
    ]);
    const work = Array.from({ length: AT_ONCE }, async (_, index) => {
      if (index % 4 === 0)
        return database.execute(
          'UPDATE event_counters SET seq = seq + 1 WHERE project_id = ? RETURNING seq',
          ['sum'],
        );
      return database.write(async (transaction) => {
        await transaction.query('UPDATE event_counters SET seq = seq + 1 WHERE project_id = ?', [
          'sum',
        ]);
        await transaction.query('INSERT INTO event_counters (project_id, seq) VALUES (?, ?)', [
          `row ${index}`,
          index,
        ]);
        if (index % 4 === 1) throw new Error(`refused ${index}`);
        // This violates the primary key, so the database rejects it.
        if (index % 4 === 2)
          await transaction.query('INSERT INTO event_counters (project_id, seq) VALUES (?, ?)', [
            `row ${index}`,
            0,
          ]);
        return [];
      });
    });
    const results = await Promise.allSettled(work);
    for (const [index, { status }] of results.entries())
      expect([index, status]).toEqual([
        index,
        index % 4 === 1 || index % 4 === 2 ? 'rejected' : 'fulfilled',
      ]);
    const found = await rows();
    expect(found.find(({ project_id }) => project_id === 'sum')?.seq).toBe(AT_ONCE / 2);
    expect(
      found
        .filter(({ project_id }) => project_id !== 'sum')
        .map(({ seq }) => seq)
        .toSorted((one, other) => one - other),
    ).toEqual(
      Array.from({ length: AT_ONCE }, (_, index) => index).filter((index) => index % 4 === 3),
    );
  });

  it('no reader sees a transaction before its commit, and every reader sees it afterwards', async () => {
    const seen: number[] = [];
    const { promise: written, resolve: reportWritten } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
    const writing = database.write(async (transaction) => {
      await transaction.query('INSERT INTO event_counters (project_id, seq) VALUES (?, ?)', [
        'x',
        1,
      ]);
      reportWritten();
      await goOn;
    });
    await written;
    seen.push((await rows()).length);
    release();
    await writing;
    seen.push((await rows()).length);
    expect(seen).toEqual([0, 1]);
  });
});

describe('the end of a transaction', () => {
  it('a transaction runs its before-commit work last and its effects once its data can be read', async () => {
    const order: string[] = [];
    let read: Promise<unknown[]> | undefined;
    await database.write(async (transaction) => {
      transaction.afterCommit(() => {
        order.push('after');
        read = rows();
      });
      transaction.beforeCommit(async () => {
        order.push('before');
        await transaction.query('INSERT INTO event_counters (project_id, seq) VALUES (?, ?)', [
          'x',
          1,
        ]);
      });
      order.push('work');
    });
    order.push('written');
    expect(order).toEqual(['work', 'before', 'after', 'written']);
    expect(await read).toEqual([{ project_id: 'x', seq: 1 }]);
  });

  it('a transaction that is rolled back has no effects', async () => {
    const effects: string[] = [];
    const failing = (fails: 'work' | 'before'): Promise<void> =>
      database.write(async (transaction) => {
        transaction.afterCommit(() => effects.push(fails));
        transaction.beforeCommit(async () => {
          if (fails === 'before') throw new Error('refused');
        });
        if (fails === 'work') throw new Error('refused');
      });
    await expect(failing('work')).rejects.toThrow('refused');
    await expect(failing('before')).rejects.toThrow('refused');
    expect(effects).toEqual([]);
  });
});

describe('the event log', () => {
  it('the event log publishes once for each project after the commit of a transaction', async () => {
    const bus = new EventBus();
    const published: string[] = [];
    bus.subscribe(eventsAppended, ({ projectId }) => published.push(projectId));
    const log = new EventLog(database, { maxOpenParamsBytes: 0 }, bus);
    await database.write(async (transaction) => {
      log.append(transaction, 'two', [event('a')]);
      log.append(transaction, 'one', [event('b')]);
      log.append(transaction, 'two', [event('c')]);
      expect(published).toEqual([]);
    });
    expect(published.toSorted()).toEqual(['one', 'two']);
    const found = await log.read({ projectId: 'two', after: 0, limit: 10 });
    expect(found.map(({ data }) => data['text'])).toEqual(['a', 'c']);
  });

  it('the event log has no gaps under concurrent appends, and a follower misses nothing', async () => {
    // A SQLite database has only one server.
    const servers = DATABASE === 'postgres' ? [database, await empty.open()] : [database, database];
    const batches = 120;
    const bus = new EventBus();
    const reader = new EventLog(await empty.open(), { maxOpenParamsBytes: 0 }, bus);
    const followed: { seq: number; text: string }[] = [];
    let total = 0;
    let writing = true;
    const following = (async () => {
      for (;;) {
        const last = !writing;
        // Reads of SQLite do not yield, so without a pause the writers would never run.
        await new Promise(setImmediate);
        const after = followed.at(-1)?.seq ?? 0;
        const found = await reader.read({ projectId: PROJECT, after, limit: 50 });
        for (const { seq, data } of found)
          followed.push({ seq, text: JSON.stringify(data['text']).slice(1, -1) });
        if (last && found.length === 0) return;
      }
    })();
    const appending = servers.flatMap((server, which) =>
      Array.from({ length: batches }, async (_, batch) => {
        const size = 1 + (batch % 4);
        const events = Array.from({ length: size }, (_item, item) =>
          event(`${which}.${batch}.${item}`),
        );
        const log = new EventLog(server, { maxOpenParamsBytes: 0 }, bus);
        const appended = server.write(async (transaction) => {
          log.append(transaction, PROJECT, events);
          if (batch % 10 === 9) throw new Error('rolled back');
        });
        await appended.then(
          () => (total += size),
          () => undefined,
        );
      }),
    );
    await Promise.all(appending);
    writing = false;
    await following;
    expect(followed.map(({ seq }) => seq)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
    expect(new Set(followed.map(({ text }) => text)).size).toBe(total);
    expect(await reader.last(PROJECT)).toBe(total);
    // Items of one append stay together and in order.
    for (const [index, { text }] of followed.entries()) {
      const [which, batch, item] = text.split('.');
      if (item !== '0')
        expect(followed[index - 1]?.text).toBe(`${which}.${batch}.${Number(item) - 1}`);
    }
  });
});

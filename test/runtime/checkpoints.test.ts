import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { pino } from 'pino';
import { Checkpoints } from '../../src/platform/database/checkpoints.js';

describe('Checkpoints', () => {
  it('checkpoints move written data into the database while its writer is idle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metarun-checkpoints-'));
    const path = join(folder, 'a.db');
    const writer = new Sqlite(path);
    writer.pragma('journal_mode = WAL');
    writer.pragma('wal_autocheckpoint = 0');
    writer.exec('CREATE TABLE t (x)');
    const checkpoints = new Checkpoints(path, pino({ enabled: false }));
    checkpoints.start();
    writer.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(5_000_000));
    expect((await stat(path)).size).toBeLessThan(1_000_000);
    while ((await stat(path)).size < 5_000_000) await delay(50);
    await checkpoints.stop();
    writer.close();
    await rm(folder, { recursive: true });
  });
});

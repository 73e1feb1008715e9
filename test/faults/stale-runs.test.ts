import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { readServerConfig } from '../../src/server/core/config.js';
import type { Database } from '../../src/platform/database/database.js';
import { lose } from '../../src/workflow/engine/operations/lose.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { WorkspaceChanges } from '../../src/files/files/workspaces/workspace-changes.service.js';
import { Quotas } from '../../src/access/projects/quotas.service.js';
import { DiskBlobStore } from '../../src/platform/storage/disk.blob-store.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';
import { createTransitions } from '../support/transitions.js';

const RUN = { projectId: 'project', taskId: 'task', attempt: 1, fence: 2 };
const STALE = { ...RUN, fence: 1 };
const WORKSPACE = { id: 'workspace', projectId: 'project' };
const CONTENT = { id: 'blob', size: 1, etag: '"e"', original: null, convertedFrom: null };

let empty: EmptyDatabase;
let folder: string;
let database: Database;
let changes: WorkspaceChanges;

beforeEach(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
  folder = await mkdtemp(join(tmpdir(), 'metarun-blobs-'));
  const blobs = await DiskBlobStore.open(folder);
  const config = readServerConfig({});
  changes = new WorkspaceChanges(
    database,
    blobs,
    new EventBus(),
    pino({ enabled: false }),
    new Quotas(config, database),
  );
  await database.execute(
    `INSERT INTO workspaces (id, project_id, name, kind, is_default, created_at)
     VALUES ('workspace', 'project', 'name', 'files', ?, 0)`,
    [true],
  );
  await database.execute(
    `INSERT INTO tasks (id, project_id, version_id, task_type, task_type_version, name, status, progress, params,
       attempt, crashes, fence, priority, run_at, created_at)
     VALUES ('task', 'project', 'version', 'type', 1, 'name', 'running', 0, '{}', 1, 0, 2, 0, 0, 0)`,
  );
});
afterEach(async () => {
  await empty.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a file as part of a run's change; `during` is awaited after the change has begun. */
function put(path: string, run: typeof RUN, during?: () => Promise<void>): Promise<void> {
  return changes.run(
    WORKSPACE,
    async (tree) => {
      await during?.();
      await tree.setContent(path, await tree.find(path), { ...CONTENT, conversion: null });
      return { value: undefined, unnamed: [] };
    },
    run,
  );
}

async function paths(): Promise<string[]> {
  const rows = await database.query<{ path: string }>('SELECT path FROM files ORDER BY path');
  return rows.map(({ path }) => path);
}

describe('files of a run', () => {
  it('files of a run are stored only while the run holds its task', async () => {
    await put('/a', RUN);
    await expect(put('/b', STALE)).rejects.toMatchObject({ code: 'conflict' });
    await lose(createTransitions(database), RUN);
    await expect(put('/c', RUN)).rejects.toMatchObject({ code: 'conflict' });
    expect(await paths()).toEqual(['/a']);
  });

  it('no file is stored for a task of another project', async () => {
    await expect(put('/a', { ...RUN, projectId: 'other' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('a task is taken from its run only after a file write in progress has ended', async () => {
    const order: string[] = [];
    let taken: Promise<unknown> | undefined;
    await put('/a', RUN, async () => {
      taken = lose(createTransitions(database), RUN).then(() => order.push('taken'));
      // Enough time for the takeover if it did not wait.
      await new Promise((done) => setTimeout(done, 200));
      order.push('stored');
    });
    await taken;
    expect(order).toEqual(['stored', 'taken']);
    expect(await paths()).toEqual(['/a']);
  });
});

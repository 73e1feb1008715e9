import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { DiskBlobStore } from '../../../platform/storage/disk.blob-store.js';
import { readServerConfig } from '../../../server/core/config.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { BlobSweep } from '../blobs/blob-sweep.js';
import { RemovalHold } from '../blobs/removal-hold.js';
import { storedContent } from '../content/file-content.js';
import {
  ConversionCache,
  type ConversionKey,
  type StoredConversion,
} from '../documents/conversion-cache.js';
import { FileWriterService } from '../tree/file-writer.service.js';
import { TaskFiles } from '../uses/task-files.service.js';
import { VersionExpiry } from '../versions/version-expiry.service.js';
import { DeletedWorkspaces } from './deleted-workspaces.service.js';
import { WorkspaceChanges } from './workspace-changes.service.js';
import { type Workspace, workspaceTag } from './workspace.js';
import { WorkspacesService } from './workspaces.service.js';

const LEADS = { leads: true, onTaken: () => undefined };
const LIMIT = { maxBytes: 1_000 };

const bench = useEngineBench(
  'projects',
  'workspaces',
  'files',
  'file_versions',
  'conversion_jobs',
  'task_files',
  'installation',
  'conversions',
  'conversion_contents',
);
const logger = pino({ enabled: false });
let folder: string;
let blobs: DiskBlobStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-contents-'));
  blobs = await DiskBlobStore.open(folder);
  await bench.insert('projects', { id: PROJECT, slug: 'p', name: 'P', created_at: 0 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const config = (settings: NodeJS.ProcessEnv = {}) => readServerConfig(settings);

function changes(): WorkspaceChanges {
  const quotas = new Quotas(config(), bench.database);
  return new WorkspaceChanges(bench.database, blobs, bench.bus, logger, quotas);
}

function writer(settings?: NodeJS.ProcessEnv): FileWriterService {
  const uses = new TaskFiles(bench.database, logger);
  return new FileWriterService(config(settings), changes(), uses);
}

async function addWorkspace(quotaBytes: number | null = null): Promise<Workspace> {
  const id = newId();
  await bench.insert('workspaces', {
    id,
    project_id: PROJECT,
    name: id,
    kind: 'files',
    is_default: false,
    quota_bytes: quotaBytes,
    created_at: 0,
  });
  const rest = { name: id, kind: 'files', isDefault: false, createdAt: 0 } as const;
  return { id, projectId: PROJECT, quotaBytes, ...rest };
}

const write = (workspace: Workspace, path: string, text: string, settings?: NodeJS.ProcessEnv) =>
  writer(settings).write(workspace, path, Buffer.from(text));

async function stored(): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of blobs.list()) found.push(id);
  return found.toSorted();
}

async function versions(): Promise<string[]> {
  const sql = 'SELECT path, number FROM file_versions ORDER BY path, number';
  const rows = await bench.database.query<{ path: string; number: number }>(sql);
  return rows.map(({ path, number }) => `${path} ${number}`);
}

describe('the files of a workspace', () => {
  it('a run that has lost its task changes nothing, and leaves no content behind', async () => {
    const workspace = await addWorkspace();
    await write(workspace, '/a', 'one');
    const before = await stored();
    const run = await bench.addRun();
    await bench.changeTask(run.taskId, { fence: run.fence + 1 });
    const lost = { code: 'conflict' };
    const other = writer().write(workspace, '/b', Buffer.from('two'), {}, run);
    await expect(other).rejects.toMatchObject(lost);
    await expect(writer().remove(workspace, '/a', {}, run)).rejects.toMatchObject(lost);
    expect(await stored()).toEqual(before);
    expect(await bench.database.query('SELECT path FROM files')).toEqual([{ path: '/a' }]);
  });

  it('contents that no file has become are removed, but for those that rows may name', async () => {
    const unknown = new Error('the connection was lost');
    const store = async (error: Error): Promise<void> => {
      await using made = changes().newBlobs();
      const [one, other] = [
        await made.store(Buffer.from('1'), 1),
        await made.store(Buffer.from('2'), 1),
      ];
      await made.commit(async () => undefined, [one.id]);
      await made.commit(() => Promise.reject(error), [other.id]);
    };
    await expect(store(new MetarunError('conflict', 'refused'))).rejects.toThrow('refused');
    expect(await stored()).toHaveLength(1);
    await expect(store(unknown)).rejects.toThrow(unknown);
    expect(await stored()).toHaveLength(3);
  });

  it('a copy has to fit into its workspace', async () => {
    const workspace = await addWorkspace(5);
    await write(workspace, '/a/b', '123');
    const copy = writer().copy(workspace, '/a', '/c');
    await expect(copy).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await bench.database.query(`SELECT path FROM files WHERE path LIKE '/c%'`)).toEqual([]);
  });

  it('the last versions of a file are kept, as many as may be, and their contents', async () => {
    const workspace = await addWorkspace();
    for (const text of ['1', '2', '3', '4'])
      await write(workspace, '/a', text, { METARUN_LIMITS: 'file_versions=2' });
    expect(await versions()).toEqual(['/a 2', '/a 3']);
    expect(await stored()).toHaveLength(3);
  });

  it('a document that was never converted leaves no content behind when it is removed', async () => {
    const workspace = await addWorkspace();
    const content = storedContent(await blobs.put(Buffer.from('document'), LIMIT));
    const document = { ...content, name: 'a.pdf', charset: null };
    await changes().run(workspace, async (tree) => {
      return writer().writeRows(tree, null, [{ path: '/d/a.md', what: document }]);
    });
    expect(await stored()).toEqual([content.id]);
    await bench.database.execute('DELETE FROM conversion_jobs');
    await writer().remove(workspace, '/d');
    expect(await stored()).toEqual([]);
  });

  it('versions are dropped by the age that holds then, and those of a deleted workspace with it', async () => {
    const [workspace, deleted] = [await addWorkspace(), await addWorkspace()];
    for (const one of [deleted, workspace])
      for (const text of ['1', '2']) await write(one, '/a', text);
    const remove = 'UPDATE workspaces SET deleted_at = 1 WHERE id = ?';
    await bench.database.execute(remove, [deleted.id]);
    await bench.pass(1_000);
    const expiry = new VersionExpiry(bench.database, changes());
    const ages = [500, 2_000];
    const raised = async () => ages.shift() ?? null;
    expect(await expiry.dropSome(PROJECT, raised, 10)).toMatchObject({ rows: 0 });
    expect(await versions()).toHaveLength(2);
    expect(await expiry.dropSome(PROJECT, async () => 500, 10)).toMatchObject({ rows: 1 });
    expect(await expiry.dropSome(PROJECT, async () => 500, 10)).toMatchObject({ rows: 0 });
    expect(await stored()).toHaveLength(3);
    const sweep = new DeletedWorkspaces(bench.database, changes());
    while ((await sweep.deleteSome(PROJECT, 1)).rows > 0);
    expect(await stored()).toHaveLength(1);
    const left = await bench.database.query('SELECT id FROM workspaces');
    expect(left).toEqual([{ id: workspace.id }]);
  });
});

it('a deletion with If-Match is refused where another change came first, and one without is not', async () => {
  const workspace = await addWorkspace();
  const database = bench.afterReads(() =>
    bench.database.execute('UPDATE workspaces SET quota_bytes = 1000'),
  );
  const quotas = new Quotas(config(), database);
  const conversions = new ConversionCache(database, changes());
  const late = new WorkspacesService(database, changes(), conversions, bench.bus, quotas);
  const refused = late.remove(PROJECT, workspace.id, true, { ifMatch: workspaceTag(workspace) });
  await expect(refused).rejects.toMatchObject({ code: 'precondition_failed' });
  const alive = 'SELECT id FROM workspaces WHERE deleted_at IS NULL';
  expect(await bench.database.query(alive)).toHaveLength(1);
  await late.remove(PROJECT, workspace.id, true);
  expect(await bench.database.query(alive)).toEqual([]);
});

describe('the conversions that are kept', () => {
  const KEY = { projectId: PROJECT, etag: '"e"', name: 'a.doc', converter: '1' };
  const DAY_MS = 24 * 60 * 60 * 1000;
  const cache = () => new ConversionCache(bench.database, changes());
  const content = async (text: string) => storedContent(await blobs.put(Buffer.from(text), LIMIT));
  async function keep(key: ConversionKey = KEY): Promise<StoredConversion> {
    const markdown = await content('# Text');
    const media = [{ name: 'one.png', ...(await content('one')) }];
    await cache().keep(key, { markdown, media, warnings: ['cut'] });
    return { markdown, media, warnings: ['cut'] };
  }
  const take = (key: ConversionKey) =>
    bench.database.write((transaction) => cache().take(transaction, key));

  it('a conversion is found by all that it depends on, and is kept once', async () => {
    const kept = await keep();
    const before = await stored();
    // A second conversion is not stored.
    await keep();
    expect(await stored()).toEqual(before);
    expect([await cache().has(KEY), await take(KEY)]).toMatchObject([true, kept]);
    for (const other of [
      { projectId: 'other' },
      { etag: '"o"' },
      { name: 'b.doc' },
      { converter: '2' },
    ]) {
      const key = { ...KEY, ...other };
      expect([await cache().has(key), await take(key)]).toEqual([false, null]);
    }
  });

  it('a conversion is dropped with its contents two days after its last use', async () => {
    await keep();
    await bench.pass(DAY_MS);
    await take(KEY);
    await bench.pass(2 * DAY_MS);
    expect(await cache().dropSome(PROJECT, 10)).toMatchObject({ rows: 0 });
    await bench.pass(1);
    expect(await cache().dropSome('other', 10)).toMatchObject({ rows: 0 });
    expect(await stored()).toHaveLength(2);
    expect(await cache().dropSome(PROJECT, 10)).toMatchObject({ rows: 1 });
    expect(await stored()).toEqual([]);
    expect(await bench.database.query('SELECT * FROM conversion_contents')).toEqual([]);
  });

  it('a content that a file names stays when its conversion is dropped', async () => {
    const { markdown } = await keep();
    const workspace = await addWorkspace();
    const file = { ...markdown, convertedFrom: null, original: null, conversion: null };
    await changes().run(workspace, async (tree) => {
      await tree.setContent('/a.md', null, file);
      return { value: undefined, unnamed: [] };
    });
    await cache().dropAll(PROJECT);
    expect(await cache().has(KEY)).toBe(false);
    expect(await stored()).toEqual([markdown.id]);
  });
});

it('contents that no row names are removed after an hour, unless a backup reads them', async () => {
  const workspace = await addWorkspace();
  for (const text of ['present', 'later']) await write(workspace, '/a', text);
  await bench.database.execute(`UPDATE file_versions SET original_blob_id = 'original'`);
  const named = ['original', ...(await stored())];
  const at = Date.now() - 60 * 60 * 1000;
  const held = new Map([...named, 'lost'].map((id) => [id, at - 1]));
  held.set('young', at);
  const lists = Object.assign(Object.create(blobs) as DiskBlobStore, {
    list: async function* () {
      for (const [id, storedAt] of held) yield { id, storedAt };
    },
    remove: async (id: string) => void held.delete(id),
    removeUnfinished: async () => 0,
  });
  const sweep = async (): Promise<void> => {
    const own = new BlobSweep(config(), bench.database, lists, LEADS, logger);
    own.start();
    await bench.pass(0);
    await own.stop();
  };
  const hold = await RemovalHold.begin(bench.database);
  await sweep();
  expect(held.size).toBe(5);
  await hold[Symbol.asyncDispose]();
  await sweep();
  expect([...held.keys()]).toEqual([...named, 'young']);
});

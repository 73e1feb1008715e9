import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { ConfigError } from '../../../base/config/config.js';
import type { Config } from '../../../base/config/settings.js';
import { DiskBlobStore } from '../../../platform/storage/disk.blob-store.js';
import { InstallationCheck } from './installation-check.service.js';

const bench = useEngineBench('installation', 'conversion_jobs');
let folder: string;
let blobs: DiskBlobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-installation-'));
  blobs = await DiskBlobStore.open(folder);
});
afterEach(() => rm(folder, { recursive: true }));

function check(): Promise<void> {
  const config = { storage: 'disk', dataDir: folder } as Config;
  return new InstallationCheck(config, bench.database, blobs, pino({ enabled: false })).run();
}

async function addJob(blobId: string): Promise<void> {
  await bench.database.execute(
    `INSERT INTO conversion_jobs
       (file_id, project_id, workspace_id, name, blob_id, size, etag, attempts, due_at, created_at)
     VALUES ('file', ?, 'workspace', 'report.docx', ?, 1, 'etag', 0, 0, 0)`,
    [PROJECT, blobId],
  );
}

it('files belong to a database of which only a document that waits for its conversion is left', async () => {
  const { id } = await blobs.put(Buffer.from('a'), { maxBytes: 1 });
  await addJob(id);
  await check();
  expect(await blobs.readMark()).not.toBeNull();
});

it('files that lack the document of a database are refused', async () => {
  await blobs.put(Buffer.from('a'), { maxBytes: 1 });
  await addJob('01900000-0000-7000-8000-000000000000');
  await expect(check()).rejects.toThrow(ConfigError);
  expect(await blobs.readMark()).toBeNull();
});

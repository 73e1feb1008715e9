import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Entry, FilesClient, type Version } from '../support/files-client.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { loadNumber, sql } from '../support/sql.js';
import { until } from '../support/until.js';

const KILLS = sized(40, 2);
/** Number of folders in a deleted workspace, and of files in each. */
const FOLDERS = sized(30, 20);
/** Number of deleted earlier versions, in thousands. */
const VERSIONS = sized(20, 10);
const WRITERS = 6;
const SHARED = ['/shared/0.bin', '/shared/1.bin', '/shared/2.bin'];

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

/** Contents that files may have: those of accepted writes must exist, those of sent writes may exist. */
interface Ledger {
  /** Contents of accepted writes, by path. */
  accepted: Map<string, Set<string>>;
  /** Number of accepted writes. */
  acceptances: number;
  /** Every content that was ever sent. */
  sent: Set<string>;
  /** Names of uploads of several files, which must be stored together or not at all. */
  together: string[][];
}

function computeEtag(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
}

/** Writes files in every way until the server is gone. */
async function writeUntilGone(ledger: Ledger, writer: number, round: number): Promise<void> {
  const files = new FilesClient(server, server.apiKey);
  const content = (): Buffer => {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 400_000));
    ledger.sent.add(computeEtag(bytes));
    return bytes;
  };
  const accept = ({ path, etag }: Entry): void => {
    const tags = ledger.accepted.get(path) ?? new Set();
    ledger.accepted.set(path, tags.add(etag ?? ''));
    ledger.acceptances += 1;
  };
  for (let n = 0; ; n += 1) {
    const name = `${round}-${writer}-${n}`;
    const shared = SHARED[n % SHARED.length] ?? '';
    try {
      const kind = n % 4;
      if (kind === 0) {
        const upload = await files.upload([
          ['file', new Blob([content()]), name],
          ['dir_path', `/single/${round}`],
        ]);
        accept((await upload.json()) as Entry);
      } else if (kind === 1) {
        const names = [`${name}-a`, `${name}-b`, `${name}-c`];
        ledger.together.push(names.map((each) => `/together/${each}`));
        const upload = await files.upload([
          ['dir_path', '/together'],
          ...names.map((each): [string, Blob, string] => ['file', new Blob([content()]), each]),
        ]);
        for (const entry of (await upload.json()) as Entry[]) accept(entry);
      } else {
        const body = content().toString('base64');
        const answer = await files.put(shared, body, { encoding: 'base64' });
        if (answer.ok) accept((await answer.json()) as Entry);
        if (kind === 3) await files.remove(shared);
      }
    } catch {
      return;
    }
  }
}

/** Returns all present and earlier contents of the files, by path. */
async function everything(files: FilesClient): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const add = (path: string, tag: string | null): void => {
    if (tag !== null) found.set(path, (found.get(path) ?? new Set()).add(tag));
  };
  let next: string | undefined = '?recursive=true&limit=1000';
  while (next !== undefined) {
    const page = await files.fetch(next);
    for (const { path, etag } of (await page.json()) as Entry[]) add(path, etag);
    next = /files(\?[^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  for (const path of SHARED) {
    const answer = await files.fetch(`/versions?path=${path}&limit=1000`);
    if (answer.status === 404) continue;
    for (const { etag } of (await answer.json()) as Version[]) add(path, etag);
  }
  return found;
}

/** Returns the finished stored contents by id. */
async function blobs(): Promise<Map<string, string>> {
  const root = join(server.dataDir, 'blobs');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, join(entry.parentPath, entry.name)]),
  );
}

interface Named {
  blob_id: string;
  size: number;
  etag: string;
}

function namedBlobs(): Promise<Named[]> {
  return sql<Named>(
    server,
    `SELECT blob_id, size, etag FROM files WHERE blob_id IS NOT NULL
     UNION SELECT blob_id, size, etag FROM file_versions`,
  );
}

describe('kill -9 of the server in the middle of uploads', () => {
  it(
    'uploads interrupted by kill -9 lose nothing accepted and leave no partial file or orphaned blob',
    async () => {
      const ledger: Ledger = { accepted: new Map(), acceptances: 0, sent: new Set(), together: [] };
      for (let round = 0; round < KILLS; round += 1) {
        const writers = Array.from({ length: WRITERS }, (_, n) => writeUntilGone(ledger, n, round));
        const before = ledger.acceptances;
        await until('a write to be accepted', () => ledger.acceptances > before);
        await delay(Math.random() * 700);
        await server.end('SIGKILL');
        await Promise.all(writers);
        await server.restart('SIGKILL');
        const found = await everything(new FilesClient(server, server.apiKey));
        for (const [path, tags] of ledger.accepted)
          for (const tag of tags)
            expect({ path, has: found.get(path)?.has(tag) }).toEqual({ path, has: true });
        for (const tags of found.values())
          for (const tag of tags) expect(ledger.sent).toContain(tag);
        for (const paths of ledger.together)
          expect(new Set(paths.map((path) => found.has(path))).size).toBe(1);
      }

      // The sweep only considers contents that are an hour old.
      const root = join(server.dataDir, 'blobs');
      await server.end('SIGKILL');
      for (const name of await readdir(root, { recursive: true }))
        await utimes(join(root, name), 1, 1);
      await server.restart('SIGKILL');
      const named = await namedBlobs();
      const stored = await until('the sweep to end', async () => {
        const now = await blobs();
        return now.size === new Set(named.map(({ blob_id }) => blob_id)).size && now;
      });
      for (const { blob_id, size, etag } of named) {
        const bytes = await readFile(stored.get(blob_id) ?? '');
        expect([bytes.length, computeEtag(bytes)]).toEqual([size, etag]);
      }
    },
    300_000 + KILLS * 15_000,
  );
});

describe('kill -9 of the server while it deletes', () => {
  it('a workspace deletion interrupted by kill -9 finishes after the next start', async () => {
    const files = new FilesClient(server, server.apiKey);
    const { body } = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
      body: { name: 'Large' },
    });
    const ws = body.id;
    for (let n = 0; n < FOLDERS; n += 1)
      await files.upload([
        ['ws', ws],
        ['dir_path', `/${n}`],
        ...Array.from({ length: FOLDERS }, (_, m): [string, Blob, string] => [
          'file',
          new Blob([`${n} ${m}`]),
          `${m}`,
        ]),
      ]);
    await files.put('/kept', 'kept');
    const left = (): Promise<number> =>
      loadNumber(server, `SELECT COUNT(*) FROM files WHERE workspace_id = '${ws}'`);
    const all = await left();
    await server.call('DELETE', `/projects/default/workspaces/${ws}?force=true`);
    await until('some of it to go', async () => (await left()) < all);
    await server.restart('SIGKILL');
    await until('the rest to go', async () => (await left()) === 0);
    await until('the workspace to go', async () => {
      return (await loadNumber(server, `SELECT COUNT(*) FROM workspaces WHERE id = '${ws}'`)) === 0;
    });
    const again = new FilesClient(server, server.apiKey);
    expect(await (await again.raw('/kept')).text()).toBe('kept');
  });
});

describe('deleting many earlier versions', () => {
  it('the deletion of many earlier versions blocks no writes', async () => {
    const files = new FilesClient(server, server.apiKey);
    await files.put('/f', 'one');
    await files.put('/f', 'two');
    const days = 100 * 24 * 60 * 60 * 1000;
    for (let copies = 0; copies < VERSIONS; copies += 1)
      await sql(server, copiesOfVersions(copies, 1_000, Date.now() - days));
    const left = (): Promise<number> =>
      loadNumber(server, `SELECT COUNT(*) FROM file_versions WHERE path LIKE '/old/%'`);
    expect(await left()).toBe(VERSIONS * 1_000);
    await server.call('PATCH', '/projects/default/retention', { body: { file_versions_days: 30 } });
    let written = 0;
    for (; (await left()) > 1_000; written += 1)
      expect((await files.put(`/g/${written}`, 'x')).status).toBe(201);
    expect(written).toBeGreaterThan(5);
    expect(await (await files.raw('/f')).text()).toBe('two');
  });
});

/** Builds SQL that adds versions of files deleted at the given time (ms). */
function copiesOfVersions(group: number, count: number, endedAt: number): string {
  const id = `'00000000-0000-7000-8000-' || substr(CAST(1000000000000 + ${group * count} + n AS text), 2)`;
  return `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO file_versions (id, file_id, number, project_id, workspace_id, path, size, mime_type, etag, blob_id,
      converted_from, updated_at, ended_at, ended_by)
    SELECT ${id} || '.1', ${id}, 1, project_id, workspace_id, '/old/' || n, size, mime_type, etag, blob_id,
      converted_from, updated_at, ${endedAt}, 'deleted'
    FROM file_versions, numbers WHERE path = '/f'`;
}

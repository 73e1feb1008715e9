import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { docx, par, picture, run } from '../support/documents/docx.js';
import type { Entry } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { loadNumber, sql } from '../support/sql.js';
import { until } from '../support/until.js';

const KILLS = sized(12, 1);
const WRITERS = 5;
const IMAGE = 'image1.png';

let server: ServerProcess;
afterEach(() => server.stop());

/** Returns a document whose text and picture both contain the mark of its upload. */
function document(mark: string): Buffer {
  return docx(par(run(`The mark ${mark}`)) + par(picture(`picture of ${mark}`)));
}

interface Ledger {
  uploads: number;
  /** Marks of the documents in accepted uploads, by path of their Markdown. */
  accepted: Map<string, string>;
  /** Every mark that was sent, by path. */
  sent: Map<string, Set<string>>;
}

/** Uploads documents until the server is gone: some together, and some that cannot be converted. */
async function uploadUntilGone(kb: KnowledgeBase, ledger: Ledger, writer: string): Promise<void> {
  for (let n = 0; ; n += 1) {
    const names = n % 3 === 0 ? ['a.docx', 'b.docx', 'c.docx'] : ['a.docx'];
    // There are few directories, so that documents replace each other.
    const directory = `/${writer}-${n % 2}`;
    const mark = `${writer}-${n}`;
    for (const name of names) {
      const path = `${directory}/${name}.md`;
      ledger.sent.set(path, (ledger.sent.get(path) ?? new Set()).add(mark));
    }
    const documents = names.map((name) => ({ name, bytes: document(mark) }));
    try {
      if (n % 4 === 3)
        await kb.add([{ name: 'bad.docx', bytes: document(mark).subarray(0, 400) }], '/bad');
      const response = await kb.add(documents, directory);
      const created = (await response.json()) as Entry | Entry[];
      if (response.status !== 201) throw new Error(JSON.stringify(created));
      for (const { path } of [created].flat()) ledger.accepted.set(path, mark);
      ledger.uploads += 1;
    } catch (error) {
      // Node reports the broken connection as a TypeError; any other error fails the test.
      if (!String(error).startsWith('TypeError')) throw error;
      return;
    }
  }
}

async function settled(kb: KnowledgeBase, path: string): Promise<Entry> {
  const entry = await kb.settled(path);
  expect([path, entry.conversion]).toMatchObject([path, { status: 'converted' }]);
  return entry;
}

async function storedIds(): Promise<Set<string>> {
  const root = join(server.dataDir, 'blobs');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
}

/** Returns the ids of all contents that rows refer to. */
async function namedIds(): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    server,
    `SELECT blob_id AS id FROM files WHERE blob_id IS NOT NULL
     UNION SELECT original_blob_id FROM files WHERE original_blob_id IS NOT NULL
     UNION SELECT blob_id FROM file_versions
     UNION SELECT original_blob_id FROM file_versions WHERE original_blob_id IS NOT NULL
     UNION SELECT blob_id FROM conversion_jobs UNION SELECT blob_id FROM conversion_contents`,
  );
  return new Set(rows.map(({ id }) => id));
}

describe.each([
  ['while uploads wait for their conversion', '45'],
  ['while documents are converted in the background', '0'],
])('kill -9 of the server %s', (_, wait) => {
  it(
    'documents accepted around a kill -9 are neither lost nor half visible, and no orphaned blob remains',
    async () => {
      server = await startServerProcess({ METARUN_CONVERSION_WAIT_SECONDS: wait });
      const kb = await KnowledgeBase.create(server, 'kb');
      const ledger: Ledger = { uploads: 0, accepted: new Map(), sent: new Map() };
      for (let round = 0; round < KILLS; round += 1) {
        const writers = Array.from({ length: WRITERS }, (__, n) =>
          uploadUntilGone(kb, ledger, `${n}`),
        );
        // Even on a slow machine, some documents have been converted before the kill.
        const before = ledger.uploads;
        await until('an upload to be accepted', () => ledger.uploads > before);
        await delay(Math.random() * 900);
        await server.end('SIGKILL');
        await Promise.all(writers);
        await server.restart('SIGKILL');
        for (const path of await kb.all('/')) {
          if (!path.endsWith('.docx.md')) continue;
          const answer = await kb.read(path);
          // The document is still being converted, or cannot be.
          if (answer.status === 409 || path.startsWith('/bad/')) continue;
          const { content } = (await answer.json()) as Entry;
          const [mark = content] = /(?<=The mark )\S+/.exec(content) ?? [];
          expect([...(ledger.sent.get(path) ?? [])]).toContain(mark);
          expect(content).toBe(
            `The mark ${mark}\n\n![picture of ${mark}](${path.split('/').at(-1)?.slice(0, -3)}.media/${IMAGE})\n`,
          );
        }
      }
      expect(ledger.uploads).toBeGreaterThanOrEqual(KILLS);
      for (const path of ledger.accepted.keys()) {
        await settled(kb, path);
        const image = await kb.raw(`${path.slice(0, -3)}.media/${IMAGE}`);
        expect([path, image.status]).toEqual([path, 200]);
        expect((await kb.original(path)).status).toBe(200);
      }
      await until(
        'the last conversion to end',
        async () => (await loadNumber(server, 'SELECT COUNT(*) FROM conversion_jobs')) === 0,
      );

      // The sweep only considers contents that are an hour old.
      const root = join(server.dataDir, 'blobs');
      await server.end('SIGKILL');
      for (const name of await readdir(root, { recursive: true }))
        await utimes(join(root, name), 1, 1);
      await server.restart('SIGKILL');
      await until('the sweep to end', async () => {
        const [stored, named] = [await storedIds(), await namedIds()];
        for (const id of named) expect(stored).toContain(id);
        return stored.size === named.size;
      });
    },
    300_000 + KILLS * 15_000,
  );
});

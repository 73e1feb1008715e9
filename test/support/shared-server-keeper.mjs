// Starts the server that test files of one worker share, and reports its address to its parent by a message. When the parent
// is gone it stops the server and removes its data. Its environment is that of the server; its arguments are the file in which
// the worker remembers it, the data folder and, on PostgreSQL, the URLs of the database and of one to drop it from.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import pg from 'pg';

const [statePath, dataDir, databaseUrl, adminUrl] = process.argv.slice(2);
const server = spawn(process.execPath, ['dist/server/cli.js', 'serve'], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
let stdout = '';
let stderr = '';
server.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-10_000)));
server.stdout.on('data', (chunk) => {
  stdout += chunk;
  const url = /serves (http:\S+)/.exec(stdout)?.[1];
  if (url === undefined) return;
  server.stdout.removeAllListeners('data').resume();
  process.send?.({ url, pid: server.pid });
});
server.once('exit', (code) => {
  if (process.connected) process.send({ error: `it ended with code ${code}:\n${stderr}` });
  void remove();
});
process.once('disconnect', () => server.kill());

async function remove() {
  await rm(statePath, { force: true });
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

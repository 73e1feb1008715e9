// Generates the types of the client in packages/client/src/openapi.ts from the OpenAPI document of a server.
// `client-types.mjs [url]` writes the file; `client-types.mjs --check [url]` checks that it is up to date. Without a
// URL, the script starts the server of the last build.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { isBuildStale } from './fresh-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}packages/client/src/openapi.ts`;
const HEAD = '// Made by scripts/client-types.mjs of the OpenAPI document; do not edit.\n';

const [first, second] = process.argv.slice(2);
const check = first === '--check';
const url = check ? second : first;
const text = await generateTypes(
  url === undefined ? await ownDocument() : await fetchDocument(url),
);
if (!check) await writeFile(file, text);
else if ((await readFile(file, 'utf8')) !== text) {
  console.error(
    'packages/client/src/openapi.ts is out of date: run npm run build, then node scripts/client-types.mjs',
  );
  process.exitCode = 1;
}

async function generateTypes(document) {
  // Request fields with a default remain optional.
  const nodes = await openapiTypescript(document, { defaultNonNullable: false });
  const whole = astToString(nodes).replaceAll(/^export type (webhooks|\$defs) = .*\n/gm, '');
  return format(HEAD + whole, { ...(await resolveConfig(file)), filepath: file });
}

async function fetchDocument(server) {
  const answer = await fetch(`${server}/openapi.json`);
  if (!answer.ok) throw new Error(`${server}/openapi.json: HTTP ${answer.status}`);
  return answer.json();
}

async function ownDocument() {
  if (isBuildStale())
    throw new Error('the build is older than its sources: run npm run build first');
  const data = await mkdtemp(join(tmpdir(), 'metarun-types-'));
  const server = spawn(process.execPath, [`${root}dist/server/cli.js`, 'serve'], {
    env: { PATH: process.env.PATH, METARUN_PORT: '0', METARUN_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.on('close', resolve));
  try {
    let said = '';
    for await (const chunk of server.stdout) {
      said += chunk;
      const served = /serves (http:\S+)/.exec(said)?.[1];
      if (served !== undefined) return await fetchDocument(served);
    }
    throw new Error('the server did not start');
  } finally {
    server.kill('SIGKILL');
    await ended;
    await rm(data, { recursive: true, force: true });
  }
}

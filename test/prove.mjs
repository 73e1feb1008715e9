// `npm run prove`: tries the conformance and the adversarial suite in the best sandbox that works here, and again
// without bubblewrap, and prints what each case has shown. Exit code 1 unless all hold.
//   --json         one JSON document on standard output instead of the tables
//   --user <name>  as this user; takes root
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEVELS } from '../dist/runtime/sandbox/sandbox.js';
import { parseRecords, tablesOf } from './support/record-tables.mjs';

const PROGRESS_MS = 2_000;
/** Jest's projects: what they are for the best sandbox, and for the one without bubblewrap. */
const BEST = { sandbox: '', projects: ['conformance', 'adversarial'] };
const NAMESPACES = { sandbox: 'namespaces', projects: ['conformance', 'adversarial-namespaces'] };

const { json, user } = options();
const folder = mkdtempSync(join(tmpdir(), 'metarun-prove-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const as = user === undefined ? {} : idsOf(user);
if (user !== undefined) chownSync(folder, as.uid, as.gid);

const runs = [await prove(BEST)];
// Where bubblewrap does not work the best is already the one without it.
if (runs[0].sandbox === 'bubblewrap') runs.push(await prove(NAMESPACES));
const ok = runs.every((run) => run.ok);
if (json) console.log(JSON.stringify({ ok, runs }, null, 2));
else for (const run of runs) console.log(reportOf(run));
process.exitCode = ok ? 0 : 1;

function options() {
  try {
    return parseArgs({ options: { json: { type: 'boolean' }, user: { type: 'string' } } }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

function idsOf(name) {
  if (process.getuid?.() !== 0) refuse('--user takes root: start it as that user instead');
  const id = (flag) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return refuse(`there is no user "${name}"`);
  }
}

function refuse(why) {
  process.stderr.write(`metarun: ${why}\n`);
  process.exit(2);
}

/** Runs both suites once. */
async function prove({ sandbox, projects }) {
  const records = join(folder, `${sandbox || 'best'}.jsonl`);
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      // Without the one that holds docs/conformance.md to the list: that is for `npm test`.
      '--reporters=default',
      '--maxWorkers=3',
      '--selectProjects',
      ...projects,
    ],
    {
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        METARUN_SANDBOX: sandbox,
        TEST_RECORDS: records,
        ...(user !== undefined && { HOME: folder, TMPDIR: folder }),
      },
    },
  );
  let output = '';
  for (const stream of [jest.stdout, jest.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
  const progress = setInterval(() => tell(sandbox, read(records)), PROGRESS_MS);
  const [code] = await once(jest, 'close');
  clearInterval(progress);
  const rows = read(records);
  const held = code === 0 && rows.length > 0 && rows.every((row) => row.ok);
  if (!held) process.stderr.write(`${output}\n`);
  const kind = rows[0]?.sandbox ?? 'unknown';
  return {
    sandbox: kind,
    level: LEVELS[kind]?.level ?? null,
    user: user ?? userInfo().username,
    ok: held,
    conformance: rows.filter(({ suite }) => suite === 'conformance'),
    adversarial: rows.filter(({ suite }) => suite === 'adversarial'),
  };
}

function read(records) {
  if (!existsSync(records)) return [];
  const text = readFileSync(records, 'utf8');
  // The last line may not be whole yet.
  return parseRecords(text.slice(0, text.lastIndexOf('\n') + 1));
}

function tell(sandbox, rows) {
  const failed = rows.filter(({ ok }) => !ok).length;
  const where = rows[0]?.sandbox ?? (sandbox || 'the best sandbox');
  process.stderr.write(`metarun: in ${where}: ${rows.length} cases tried, ${failed} failed\n`);
}

function reportOf({ sandbox, level, user: name, ok: held, conformance, adversarial }) {
  const tables = tablesOf([...conformance, ...adversarial]);
  const verdict = held ? 'all hold' : 'NOT all hold';
  return `\nAs ${name}, sandbox ${sandbox} (level ${level ?? 'unknown'}):\n${tables}\nAs ${name}, sandbox ${sandbox} (level ${level ?? 'unknown'}): ${verdict}`;
}

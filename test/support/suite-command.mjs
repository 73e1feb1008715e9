// Runs Jest suites that write records, in one sandbox after the other, as the user that an option names. For
// `npm run test:all -- prove` and `npm run test:all -- neighbours`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LEVELS } from '../../dist/modules/sandbox/runtime/sandbox/sandbox.js';
import { parseRecords } from './record-tables.mjs';

const PROGRESS_MS = 2_000;

/** Returns the values of the options; exits with 2 if there are unknown ones. */
export function readOptions(options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

export function refuse(why) {
  process.stderr.write(`metarun: ${why}\n`);
  process.exit(2);
}

/** Runs suites as `user`, by default as the user of this process. */
export class Suites {
  constructor(user) {
    this.ids = user === undefined ? {} : findUserIds(user);
    this.user = user ?? userInfo().username;
    this.runs = 0;
    this.folder = mkdtempSync(join(tmpdir(), 'metarun-suites-'));
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    if (user === undefined) return;
    chownSync(this.folder, this.ids.uid, this.ids.gid);
    this.home = { HOME: this.folder, TMPDIR: this.folder };
  }

  /**
   * Runs Jest once with `args` in the sandbox; returns the records, and whether all cases have passed. If not, the
   * output of Jest goes to standard error.
   */
  async run(sandbox, args, env = {}) {
    const records = join(this.folder, `${(this.runs += 1)}.jsonl`);
    const jest = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--no-warnings',
        'node_modules/jest/bin/jest.js',
        // Leaves out the reporter that checks docs/conformance.md, which is for separate runs of the suite.
        '--reporters=default',
        ...args,
      ],
      {
        ...this.ids,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          METARUN_SANDBOX: sandbox,
          TEST_RECORDS: records,
          ...this.home,
          ...env,
        },
      },
    );
    let output = '';
    for (const stream of [jest.stdout, jest.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
    const progress = setInterval(() => printProgress(sandbox, read(records)), PROGRESS_MS);
    const [code] = await once(jest, 'close');
    clearInterval(progress);
    const rows = read(records);
    const ok = code === 0 && rows.length > 0 && rows.every((row) => row.ok);
    if (!ok) process.stderr.write(`${output}\n`);
    const kind = rows[0]?.sandbox ?? 'unknown';
    return { sandbox: kind, level: LEVELS[kind]?.level ?? null, user: this.user, ok, rows };
  }
}

/** Returns a text such as `As root, sandbox bubblewrap (level 3)`. */
export function describePlace({ sandbox, level, user }) {
  return `As ${user}, sandbox ${sandbox} (level ${level ?? 'unknown'})`;
}

function findUserIds(name) {
  if (process.getuid?.() !== 0) refuse('--user takes root: start it as that user instead');
  const id = (flag) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return refuse(`there is no user "${name}"`);
  }
}

function read(records) {
  if (!existsSync(records)) return [];
  const text = readFileSync(records, 'utf8');
  // The last line may be incomplete.
  return parseRecords(text.slice(0, text.lastIndexOf('\n') + 1));
}

function printProgress(sandbox, rows) {
  const failed = rows.filter(({ ok }) => !ok).length;
  const where = rows[0]?.sandbox ?? (sandbox || 'the best sandbox');
  process.stderr.write(`metarun: in ${where}: ${rows.length} cases tried, ${failed} failed\n`);
}

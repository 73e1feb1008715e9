// `npm run test:all`: every test, part by part, and a line at the end for each: passed, failed, seconds.
//   -- <part>... [arguments]  these parts alone; with one of them, the arguments are its own: `faults --json`, `sqlite webhooks`
//   -- --changed              the tests that the changes since CI_BASE touch, by suites.ts; else those of the last twelve hours
//   -- --seconds <n>          starts no file later than that, and names what it had no time for
//   -- --whole                as many kills, documents, requests, screens and attacks as there are, which takes hours
// A file that fails runs once more, alone, and is named if it passes then.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { projects } from '../jest.config.mjs';
import { endProvided, isInterrupted, runJest } from './support/jest-run.mjs';
import { layOut } from './support/record-tables.mjs';
import { touchedTests } from './suites.ts';

/** Parts that are programs of their own: arguments of Node. Each sends `{ passed, failed }`. */
const PROGRAMS = {
  faults: ['test/faults.mjs'],
  prove: ['test/prove.mjs'],
  neighbours: ['test/neighbours.mjs'],
  hosting: ['test/hosting.mjs'],
  packages: ['--no-node-snapshot', 'test/packages/run.mjs'],
  cpython: ['test/cpython/run.mjs'],
};
/** The most workers of a part whose tests take the machine or an engine for themselves. */
const MAX_WORKERS = { adversarial: 2, 'adversarial-namespaces': 2, containers: 1 };
const PROJECTS = projects.map(({ displayName }) => displayName);
const PARTS = [...PROJECTS.filter((name) => !(name in PROGRAMS)), ...Object.keys(PROGRAMS)];
/** The age of the commit that a change is compared with where CI_BASE names none. */
const CHANGE = '12 hours ago';

/** The outcome of a part that is not started. */
const NOTHING = { passed: 0, failed: 0, code: 0, notRun: ['all of it'] };

const given = process.argv.slice(2);
const count = given.findIndex((arg) => !PARTS.includes(arg));
const named = count === -1 ? given : given.slice(0, count);
if (given.includes('--whole')) process.env.TEST_SIZE = 'whole';
const rest = given.slice(named.length).filter((arg) => arg !== '--whole');
const rows = [];
for (const [part, args] of selection()) {
  if (isInterrupted()) break;
  const started = performance.now();
  const outcome = isLate() ? NOTHING : await run(part, args);
  const seconds = Math.round((performance.now() - started) / 1000);
  rows.push({ ...outcome, part, seconds });
}
await endProvided();
const table = rows.map(({ part, passed, failed, seconds, code }) => [
  code === 0 ? 'ok' : 'FAIL',
  part,
  `${passed} passed`,
  `${failed} failed`,
  `${seconds} s`,
]);
say(`\n${layOut(table)}`);
for (const { part, notRun } of rows)
  if (notRun.length > 0) say(`not run, for want of time: ${part}: ${notRun.join(', ')}`);
process.exit(isInterrupted() || rows.some(({ code }) => code !== 0) ? 1 : 0);

/** True once the time that `--seconds` gives has passed. */
function isLate() {
  return Date.now() >= Number(process.env.TEST_UNTIL ?? Infinity);
}

/** Returns the parts to run, each with its arguments. */
function selection() {
  if (named.length === 1) return [[named[0], rest]];
  const { changed, seconds } = parseOptions(rest);
  if (seconds !== undefined) process.env.TEST_UNTIL = String(Date.now() + Number(seconds) * 1000);
  if (!changed) return (named.length > 0 ? named : PARTS).map((part) => [part, []]);
  const touched = [...touchedTests(changedFiles())];
  return touched.map(([part, patterns]) => [
    part,
    patterns === null ? [] : chosenBy(part, patterns),
  ]);
}

function parseOptions(args) {
  const options = {
    changed: { type: 'boolean' },
    seconds: { type: 'string' },
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    say(`metarun: ${error.message}. The parts are ${PARTS.join(', ')}.`);
    return process.exit(2);
  }
}

/** A page of the docs is a test with its name. */
function chosenBy(part, patterns) {
  const pages = patterns.filter((pattern) => pattern.endsWith('.md'));
  return pages.length === 0
    ? patterns
    : ['-t', pages.map((page) => RegExp.escape(page)).join('|'), 'pages-'];
}

/** Returns the paths of the files that have changed since the commit that CI compares with. */
function changedFiles() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const base =
    process.env.CI_BASE ??
    (git('rev-list', '-1', `--before=${CHANGE}`, 'HEAD') ||
      git('rev-list', '--max-parents=0', 'HEAD'));
  return git('diff', '--name-only', base).split('\n');
}

function run(part, args) {
  say(`\nmetarun: ${[part, ...args].join(' ')}`);
  if (part in PROGRAMS) return runProgram([...PROGRAMS[part], ...args]);
  const workers = part in MAX_WORKERS ? [`--maxWorkers=${MAX_WORKERS[part]}`] : [];
  // A pattern that a change gives may be that of no test.
  const none = process.env.TEST_UNTIL === undefined ? [] : ['--passWithNoTests'];
  return runJest([...args, ...workers, ...none, '--selectProjects', part], { again: true });
}

async function runProgram(args) {
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  let counts = { passed: 0, failed: 0 };
  child.on('message', (message) => (counts = message));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return { ...counts, code: code ?? 1, notRun: [] };
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

// What the commands of package.json run first, on whatever Node is there (20 or later): installs and builds what is missing, then
// runs the program of the command on the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isBuildStale } from './fresh-build.mjs';
import { checkPinnedNode } from './pinned-node.mjs';
import { SERVER_FLAGS } from './node-flags.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name = 'start', ...rest] = process.argv.slice(2);

/** Arguments of Node for each command. */
const PROGRAMS = {
  // The server itself, with no npm or shell between: a signal reaches it, and it sees when this process is gone.
  start: [...SERVER_FLAGS, 'dist/server/cli.js', 'serve'],
  test: ['test/run.mjs'],
  'test:all': ['test/all.mjs'],
  lint: ['scripts/lint.mjs'],
  bench: ['bench/run.mjs'],
  pack: ['scripts/pack.mjs'],
};
/** The packages that build and serve metarun. All others are those of test/package.json. */
const SERVING = ['start', 'pack'];

function say(text) {
  process.stderr.write(`metarun: ${text}\n`);
}

// A terminal that was closed takes no more text. That is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** True if npm started this process by one of its scripts. Any other parent may end as it likes, as after nohup, setsid or &. */
const byNpm =
  process.env.npm_lifecycle_event === name &&
  /\blaunch\.mjs\b/.test(process.env.npm_lifecycle_script ?? '');
const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));

/** The time in which a SIGHUP that was sent is read, on a machine that is busy (ms). */
const HANGUP_MS = 1000;
/** The interval at which it looks whether npm has ended (ms). */
const ORPHANED_MS = 1000;

/** Runs a command to its end; a signal sent to this process is passed on. */
function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    let hungUp = false;
    let takesMessages = false;
    child.on('message', () => (takesMessages = true));
    // A terminal, or systemd, sends a signal to the server as well. As a message it does not count as a second one.
    const stop = (signal, reason = signal) => {
      if (takesMessages && child.connected) child.send({ stop: reason });
      else child.kill(signal);
    };
    const pass = (signal) => {
      // With nohup npm ends by it, and what it has started goes on.
      if (signal === 'SIGHUP' && !hasTerminal && name === 'start') hungUp = true;
      else stop(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    // npm passes no signal on: when npm is gone, this process has to stop.
    const parent = process.ppid;
    const orphaned = setInterval(() => {
      if (!byNpm || process.ppid === parent) return;
      clearInterval(orphaned);
      // The SIGHUP that ended npm was sent to this process too, which on a busy machine reads it later.
      setTimeout(() => {
        if (!hungUp) stop('SIGTERM', 'npm, which started it, has ended');
      }, HANGUP_MS).unref();
    }, ORPHANED_MS).unref();
    child.on('error', (error) => {
      say(`cannot run ${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      for (const each of signals) process.off(each, pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

async function must(what, command, args) {
  const started = Date.now();
  say(`${what} …`);
  const code = await run(command, args, { stdio: ['ignore', 2, 2] });
  if (code !== 0) {
    say(`${what} failed (exit code ${code}); what it printed is above.`);
    process.exit(code);
  }
  say(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const npm = ['--no-fund', '--no-audit', '--loglevel=error'];
const nodeBin = join(root, 'node_modules/.bin/node');
const installed = join(root, 'node_modules/.metarun-installed');
const lock = hashOf('package-lock.json');
const [ofLock, extent] = existsSync(installed) ? readFileSync(installed, 'utf8').split(' ') : [];
const isServing = SERVING.includes(name);
if (ofLock !== lock || (extent !== 'all' && !isServing)) {
  const workspaces = ['packages/client', 'packages/document-converter'];
  // Not `npm ci`: it refuses a lock file from a registry that lacks some other platform's optional package.
  // This holds to the lock file just as exactly, and does not write it.
  await must('installing the packages of package-lock.json', 'npm', [
    'install',
    '--no-save',
    ...(isServing
      ? ['--include-workspace-root', ...workspaces.map((path) => `--workspace=${path}`)]
      : []),
    ...npm,
  ]);
  writeFileSync(installed, `${lock} ${isServing ? 'serving' : 'all'}`);
}
try {
  checkPinnedNode(join(root, 'node_modules/.metarun-node'));
} catch (error) {
  say(error.message);
  process.exit(1);
}
const pinned = existsSync(nodeBin);
// See bin/metarun.
if (!pinned && !['24', '26'].includes(process.versions.node.split('.')[0])) {
  say(
    `no Node 24 comes from npm for ${process.platform}-${process.arch}; install Node 24 or 26 and try again.`,
  );
  process.exit(1);
}

// Tests have it built by themselves, where one of those that are chosen needs it.
if (!name.startsWith('test') && isBuildStale())
  await must('building', 'npm', ['run', '--silent', 'build']);

const node = pinned ? nodeBin : process.execPath;
const PATH = `${dirname(nodeBin)}${delimiter}${process.env.PATH}`;
process.exitCode = await run(
  node,
  [...PROGRAMS[name], ...rest],
  name === 'start'
    ? { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }
    : { env: { ...process.env, PATH } },
);

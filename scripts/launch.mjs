// Entry point of the commands in package.json, for any Node from version 20 on. It installs and builds missing parts,
// and then runs the program of the command on the pinned Node.
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
  // The server runs without npm or a shell in between, so signals reach it and it notices the end of this process.
  start: [...SERVER_FLAGS, 'dist/server/cli.js', 'serve'],
  test: ['test/run.mjs'],
  'test:all': ['test/all.mjs'],
  lint: ['scripts/lint.mjs'],
  bench: ['bench/run.mjs'],
  pack: ['scripts/pack.mjs'],
};
/**
 * Commands that need only the packages that build and serve metarun. All others also need those of test/package.json.
 */
const SERVING = ['start', 'pack'];

function say(text) {
  process.stderr.write(`metarun: ${text}\n`);
}

// Writing to a closed terminal fails, which must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/**
 * True if npm started this process from one of its scripts. Any other parent may end without consequences, for example
 * after nohup, setsid or &.
 */
const byNpm =
  process.env.npm_lifecycle_event === name &&
  /\blaunch\.mjs\b/.test(process.env.npm_lifecycle_script ?? '');
const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));

/** Time in which a busy machine delivers a SIGHUP, in ms. */
const HANGUP_MS = 1000;
/** Interval at which the process checks whether npm has ended, in ms. */
const ORPHANED_MS = 1000;

/** Runs a command until it ends, forwarding signals to it. */
function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    let hungUp = false;
    let takesMessages = false;
    child.on('message', () => (takesMessages = true));
    // Terminals and systemd also send the signal to the server directly. A message does not count as a second signal.
    const stop = (signal, reason = signal) => {
      if (takesMessages && child.connected) child.send({ stop: reason });
      else child.kill(signal);
    };
    const pass = (signal) => {
      // With nohup, SIGHUP ends npm, but not the processes that it started.
      if (signal === 'SIGHUP' && !hasTerminal && name === 'start') hungUp = true;
      else stop(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    // npm does not forward signals, so this process has to stop when npm is gone.
    const parent = process.ppid;
    const orphaned = setInterval(() => {
      if (!byNpm || process.ppid === parent) return;
      clearInterval(orphaned);
      // The SIGHUP that ended npm was also sent to this process, where it may arrive later on a busy machine.
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
    say(`${what} failed (exit code ${code}); see its output above.`);
    process.exit(code);
  }
  say(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function hashFiles(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const npm = ['--no-fund', '--no-audit', '--loglevel=error'];
const nodeBin = join(root, 'node_modules/.bin/node');
const installed = join(root, 'node_modules/.metarun-installed');
const lock = hashFiles('package-lock.json');
const [ofLock, extent] = existsSync(installed) ? readFileSync(installed, 'utf8').split(' ') : [];
const isServing = SERVING.includes(name);
if (ofLock !== lock || (extent !== 'all' && !isServing)) {
  const workspaces = ['packages/client', 'packages/document-converter'];
  // `npm ci` refuses a lock file from a registry that lacks an optional package of another platform.
  // `npm install --no-save` follows the lock file just as strictly and does not write it.
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
// bin/metarun makes the same check.
if (!pinned && !['24', '26'].includes(process.versions.node.split('.')[0])) {
  say(
    `npm has no Node 24 for ${process.platform}-${process.arch}; install Node 24 or 26 and try again.`,
  );
  process.exit(1);
}

// Tests trigger the build themselves if one of the selected tests needs it.
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

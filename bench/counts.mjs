import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './client.mjs';
import { runMany, SCRIPTS } from './load.mjs';

const EVENTS = ['page-faults', 'raw_syscalls:sys_enter'];
/** Time for processes of earlier runs to end and for perf to start counting, in ms. */
const PAUSE_MS = 1_000;
/** Maximum number of attempts, since perf fails if a process ends before it is counted. */
const TRIES = 5;

const KINDS = {
  isolate: ['typescript', {}],
  node: ['typescript', { runtime: 'node' }],
  python: ['python', {}],
};

/**
 * Counts page faults and system calls of a no-op in the server, in existing processes and in new processes. The counts
 * do not depend on the speed of the machine. Null if perf is missing or lacks permission.
 */
export async function countEvents(server, { count, warmUp }) {
  const client = new Client(server);
  await client.open();
  try {
    const result = {};
    for (const [kind, [language, fields]] of Object.entries(KINDS)) {
      const identifier = await client.createMetaTask(language, SCRIPTS[language], fields);
      await runMany(client, identifier, warmUp, 1);
      const counters = await startCounters(server);
      if (counters === null) return null;
      await runMany(client, identifier, count, 1);
      const [own, kept, all] = await Promise.all(counters.map((counter) => counter.end()));
      const of = (each) => each.map((total) => total / count);
      result[kind] = {
        server: of(own),
        kept: of(kept),
        // The three counters start and end at slightly different times.
        started: of(all.map((total, index) => Math.max(0, total - own[index] - kept[index]))),
      };
    }
    return result;
  } finally {
    client.close();
  }
}

/**
 * Starts counters for the server, for its child processes, and for both including processes that they start. Null if
 * perf cannot count.
 */
async function startCounters(server) {
  for (let tried = 0; tried < TRIES; tried += 1) {
    await delay(PAUSE_MS);
    const [pid, ...children] = server.processes();
    const counters = [
      startCounter([pid], false),
      startCounter(children, false),
      startCounter([pid, ...children], true),
    ];
    await delay(PAUSE_MS);
    if (counters.every((counter) => counter.counts)) return counters;
    await Promise.all(counters.map((counter) => counter.end()));
  }
  return null;
}

/** Counts events of processes and, with `inherit`, of the processes that they start. */
function startCounter(pids, inherit) {
  const args = ['stat', '-x', ',', '-e', EVENTS.join(','), '-p', pids.join(',')];
  const perf = spawn('perf', inherit ? args : [...args, '--no-inherit'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let shown = '';
  perf.stderr.on('data', (chunk) => (shown += chunk));
  const ended = new Promise((resolve) => perf.on('error', resolve).on('close', resolve));
  return {
    get counts() {
      return perf.pid !== undefined && perf.exitCode === null;
    },
    /** Returns the count of each event. A process that has not run is reported as "<not counted>". */
    end: async () => {
      perf.kill('SIGINT');
      await ended;
      return EVENTS.map(
        (event) => Number(new RegExp(`^(\\d+),,${event},`, 'm').exec(shown)?.[1]) || 0,
      );
    },
  };
}

import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './client.mjs';
import { runMany, SCRIPTS } from './load.mjs';

const EVENTS = ['page-faults', 'raw_syscalls:sys_enter'];
/** Time in which processes of earlier runs end, and perf begins to count, ms. */
const PAUSE_MS = 1_000;
/** A process that ends before perf counts it makes perf fail. */
const TRIES = 5;

const KINDS = {
  isolate: ['typescript', {}],
  node: ['typescript', { runtime: 'node' }],
  python: ['python', {}],
};

/**
 * Page faults and system calls of one no-op: in the server, in processes that were there before it, and in those that start for it.
 * They do not depend on how fast the machine is. Null where perf is not installed or may not count.
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
        // The three begin and end a moment apart.
        started: of(all.map((total, index) => Math.max(0, total - own[index] - kept[index]))),
      };
    }
    return result;
  } finally {
    client.close();
  }
}

/** Begins to count what the server, its processes, and these with all that they start do. Null where perf cannot. */
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

/** Counts events of processes, with `inherit` those of the processes that they start as well. */
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
    /** Returns how often each event has happened. A process that has not run at all is "<not counted>". */
    end: async () => {
      perf.kill('SIGINT');
      await ended;
      return EVENTS.map(
        (event) => Number(new RegExp(`^(\\d+),,${event},`, 'm').exec(shown)?.[1]) || 0,
      );
    },
  };
}

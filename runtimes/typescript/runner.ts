/**
 * A runner process: takes one run at a time, each in a fresh isolate, and stays responsive on its main thread whatever the
 * script does on its own. It ends with its host.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import ivm from 'isolated-vm';
import type { HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { type Output, ScriptIsolate } from './isolate.js';
import { openChannel } from './lines.js';
import { dropPrivileges } from './drop-privileges.js';

/**
 * Sent by the pool between two runs. The runner answers `{"type":"ready","id":…}`, or `stuck` if the script of the previous run
 * cannot be stopped. Data before that answer belongs to the previous run.
 */
interface ResetFrame {
  type: 'reset';
  id: number;
}

const NICENESS = 10;

dropPrivileges();
// The server comes before scripts, whatever those do with the processors. The threads of isolates inherit this.
setPriority(NICENESS);

const MEGABYTE = 1024 * 1024;
/** Limit of the isolate that is made ahead, the default of a run (MB). */
const PREPARED_MB = 256;
/** The least memory that V8 works with (MB). */
const LEAST_MB = 8;

const bootstrap = readFileSync(new URL('bootstrap.js', import.meta.url), 'utf8');
/**
 * Runs an empty script in a context that is then discarded. The code that V8 compiles for it stays in the snapshot, which saves
 * each run 0.5 of 2.8 ms of CPU time.
 */
const WARM_UP = `
  const nothing = () => 0;
  const enter = __metarun(nothing, nothing, nothing, nothing, nothing);
  const limits = { max_result_bytes: 1024, max_log_bytes: 1024 };
  enter('run', JSON.stringify({ task: {}, params: {}, limits }), async (exported) =>
    exported(async () => null),
  );
`;
const snapshot = ivm.Isolate.createSnapshot(
  [{ code: bootstrap, filename: 'bootstrap.js' }],
  WARM_UP,
);
// The snapshot was hashed with this process's random seed, and the process serves one project. Hashing every string of it
// again for each isolate would take 7 % of a run's CPU time.
setFlagsFromString('--no-rehash-snapshot');

// Started once by the server to test whether a runner works here.
if (process.argv.includes('--try')) process.exit();

let current: ScriptIsolate | null = null;
let prepared: ScriptIsolate | null = null;
/** Frames are handled in order, also while an isolate is being made. */
let tail: Promise<void> = Promise.resolve();

const channel = openChannel((line) => {
  tail = tail.then(() => onFrame(line));
});

const output: Output = {
  write: (json) => void channel.write(`${json}\n`),
  waiting: () => channel.writableLength,
  drained: () =>
    new Promise((resolve) => {
      if (channel.writableNeedDrain) channel.once('drain', resolve);
      else resolve();
    }),
};

async function onFrame(line: string): Promise<void> {
  // The host is trusted by its guest.
  const frame = JSON.parse(line) as HostFrame | ResetFrame;
  switch (frame.type) {
    case 'reset':
      await current?.keepCode();
      if (current !== null && !(await current.retire()))
        return output.write(JSON.stringify({ type: 'stuck', id: frame.id }));
      current = null;
      prepared ??= ScriptIsolate.create(snapshot, PREPARED_MB, output);
      output.write(JSON.stringify({ type: 'ready', id: frame.id }));
      break;
    case 'run':
      current = isolateFor(frame.limits.memory_bytes);
      await current.run(frame);
      break;
    case 'reply':
      current?.reply(frame.id, line);
      break;
    case 'waiting':
      current?.waiting(frame.id);
      break;
    case 'cancel':
      current?.cancel();
      break;
  }
}

function isolateFor(memoryBytes: number): ScriptIsolate {
  const memoryMb = Math.max(LEAST_MB, Math.floor(memoryBytes / MEGABYTE));
  if (memoryMb !== PREPARED_MB || prepared === null)
    return ScriptIsolate.create(snapshot, memoryMb, output);
  const ready = prepared;
  prepared = null;
  return ready;
}

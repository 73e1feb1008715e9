/**
 * A runner process: executes one run at a time, each in a fresh context. Its main thread stays responsive whatever the
 * script does on its own thread. The process ends with its host.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import ivm from 'isolated-vm';
import type { HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { Isolates } from './isolates.js';
import { KeptScripts } from './kept-scripts.js';
import { openChannel } from './lines.js';
import type { Output } from './script-run.js';
import { dropPrivileges } from './drop-privileges.js';
import { giveWay } from './give-way.js';

/**
 * Sent by the pool between two runs. The runner answers `{"type":"ready","id":…,"isolates":…,"scripts":[…]}`, with the
 * number of isolates created so far and the hashes of the large scripts that it keeps, or `stuck` if the script of the
 * previous run cannot be stopped. Data before that answer belongs to the previous run.
 */
interface ResetFrame {
  type: 'reset';
  id: number;
}

const NICENESS = 10;

dropPrivileges();
// The server has priority over scripts, however much CPU they use. The threads of isolates inherit this.
giveWay(NICENESS);

const bootstrap = readFileSync(new URL('bootstrap.js', import.meta.url), 'utf8');
/**
 * A script that logs a line in a context that is then discarded. The code that V8 compiles for it stays in the
 * snapshot, which saves each run 0.5 of 2.8 ms of CPU time.
 */
const WARM_UP = `
  const nothing = () => 0;
  const enter = __metarun(nothing, nothing, nothing, nothing, nothing);
  const limits = { max_result_bytes: 1024, max_log_bytes: 1024 };
  enter('run', JSON.stringify({ task: {}, params: {}, limits }), async (exported) =>
    exported(async () => console.log('')),
  );
`;
const snapshot = ivm.Isolate.createSnapshot(
  [{ code: bootstrap, filename: 'bootstrap.js' }],
  WARM_UP,
);
// The snapshot was hashed with this process's random seed, and the process serves only one project. Rehashing its
// strings for each isolate would take 7 % of a run's CPU time.
setFlagsFromString('--no-rehash-snapshot');

// Set when the server tests whether a runner works on this machine.
if (process.argv.includes('--try')) process.exit();

/** Frames are handled in order, even while an isolate is being created. */
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

const isolates = new Isolates(snapshot, output);
const kept = new KeptScripts();

async function onFrame(line: string): Promise<void> {
  // The guest trusts its host.
  const frame = JSON.parse(line) as HostFrame | ResetFrame;
  switch (frame.type) {
    case 'reset': {
      const type = (await isolates.reset()) ? 'ready' : 'stuck';
      const { count } = isolates;
      output.write(JSON.stringify({ type, id: frame.id, isolates: count, scripts: kept.hashes }));
      break;
    }
    case 'run':
      await isolates.begin({ ...frame, script: kept.resolveScript(frame) });
      break;
    case 'reply':
      isolates.run?.reply(frame.id, line);
      break;
    case 'waiting':
      isolates.run?.waiting(frame.id);
      break;
    case 'cancel':
      isolates.run?.cancel();
      break;
  }
}

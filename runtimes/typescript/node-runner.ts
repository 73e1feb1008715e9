/**
 * A Node process for one run, which is started ahead and waits for the run. The script has all of Node, within the
 * sandbox or container of the process. The process ends with its host.
 */
import type { HostFrame } from '../../src/sandbox/runtime/protocol.js';
import { dropPrivileges } from './drop-privileges.js';
import { giveWay } from './give-way.js';
import { Channel } from './on-node/channel.js';
import { installNetwork } from './on-node/network.js';
import { installPackages } from './on-node/packages.js';
import { NodeRun } from './on-node/run.js';

/** Niceness of the process, as for a runner. */
const NICENESS = 10;
/** The run's private folder. */
const WORK_DIR = '/tmp';

/** Asks whether the process is ready; the answer is `{"type":"ready","id":…}`. */
interface ResetFrame {
  type: 'reset';
  id: number;
}

dropPrivileges();
giveWay(NICENESS);
process.chdir(WORK_DIR);
// oxlint-disable-next-line node/no-process-env -- programs and packages read these
Object.assign(process.env, {
  HOME: WORK_DIR,
  TMPDIR: WORK_DIR,
  LANG: 'C.UTF-8',
  NODE_ENV: 'production',
});
Error.stackTraceLimit = 30;
installNetwork();
installPackages(process.argv.slice(2).find((arg) => arg.startsWith('/')));

const channel = new Channel(onFrame, process.argv.includes('--two-descriptors'));
const run = new NodeRun(channel);

function onFrame(line: string): void {
  // The guest trusts its host.
  const frame = JSON.parse(line) as HostFrame | ResetFrame;
  switch (frame.type) {
    case 'reset':
      channel.write(JSON.stringify({ type: 'ready', id: frame.id, isolates: 0 }));
      break;
    case 'run':
      run.begin(frame);
      break;
    case 'reply':
      run.reply(frame.id, line);
      break;
    case 'waiting':
      run.waiting(frame.id);
      break;
    case 'cancel':
      run.cancel();
      break;
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { processesNaming } from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { until } from '../support/until.js';
import { runOf, startersFor } from './python-harness.js';

/** SCHED_IDLE of linux/sched.h. */
const IDLE = 5;
/** Where Linux divides the processors among sessions. */
const grouped = existsSync('/proc/self/autogroup') ? it : it.skip;
/** At level 1 nothing refuses sessions. */
const contained = sandbox.contained ? it : it.skip;

const runtime = makePythonRuntime();
const { start, outcomeOf } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

/** The niceness and the policy of each thread of a process. */
function threadsOf(pid: number): { nice: number; policy: number }[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { nice: Number(fields[16]), policy: Number(fields[38]) };
  });
}

let count = 0;

/** Starts a script that goes on with `body`, and gives the process that it starts first, when that runs. */
async function started(body: string): Promise<{ pid: number; end: () => Promise<unknown> }> {
  const name = `${(count += 1)}.0619`;
  const host = new RecordingHost();
  const head = `subprocess.Popen(["sleep", "9${name}"])\nprint("in")\n`;
  const handle = start(runOf(head + body, 'import os, subprocess, threading, time'), { host });
  await host.told('info:in');
  const [pid = 0] = await until('the process of the run', () => {
    const found = processesNaming(`sleep\u00009${name}`);
    return found.length > 0 && found;
  });
  return {
    pid,
    end: () => {
      handle.cancel('cancelled', 0);
      return handle.outcome;
    },
  };
}

describe('the processes of a script', () => {
  it('come last once it has used some time', async () => {
    const { pid, end } = await started('while True: pass');
    await until('it to give way', () => threadsOf(pid)[0]?.nice === 19);
    await end();
  });

  it('count next to nothing each once there are many', async () => {
    const { pid, end } = await started(
      'for _ in range(20): threading.Thread(target=time.sleep, args=[60]).start()\ntime.sleep(60)',
    );
    await until('it to give way', () => threadsOf(pid)[0]?.policy === IDLE);
    await end();
  });

  it('come before those while it is short', async () => {
    const { pid, end } = await started('time.sleep(60)');
    expect(threadsOf(pid)).toEqual([{ nice: 3, policy: 0 }]);
    await end();
  });

  grouped('are in a session that counts less than that of the server', async () => {
    const { pid, end } = await started('time.sleep(60)');
    const niceness = (of: number | 'self'): string | undefined =>
      /nice (-?\d+)/.exec(readFileSync(`/proc/${of}/autogroup`, 'utf8'))?.[1];
    await until('its share', () => niceness(pid) === '5');
    // Empty where nothing between the kernel and the tests made a session.
    expect(niceness('self') ?? '0').toBe('0');
    await end();
  });

  contained('get a group where they ask for a session, which ends with killpg', async () => {
    const body = `
import os, subprocess
read, write = os.pipe()
child = subprocess.Popen(["sh", "-c", "echo; sleep 60 & wait"], stdout=write, start_new_session=True)
os.read(read, 1)
assert os.getpgid(child.pid) == child.pid != os.getpgid(0)
os.killpg(os.getpgid(child.pid), 9)
assert child.wait() == -9
if os.fork() == 0:
    os.setsid()
    os._exit(0 if os.getpgid(0) == os.getpid() else 1)
return os.wait()[1]`;
    expect(await outcomeOf(body)).toMatchObject({ kind: 'success', result: 0 });
  });
});

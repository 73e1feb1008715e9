import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCpuMs, listProcessTree } from '../../src/sandbox/runtime/process-tree.js';
import { readParent, processesNaming } from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { until } from '../support/until.js';
import { buildScript, startersFor } from './python-harness.js';

/** SCHED_IDLE of linux/sched.h. */
const IDLE = 5;
/** CPU time (ms) after which a run is no longer short, from runtimes/python/metarun_guest/niceness.py. */
const SHORT_MS = 50;
/** Declares a test for kernels that divide the processors among sessions. */
const grouped = existsSync('/proc/self/autogroup') ? it : it.skip;
/** Declares a test for sandboxes; at level 1 sessions are not refused. */
const contained = sandbox.contained ? it : it.skip;

const runtime = makePythonRuntime();
const { start, runBody } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

/** Python that starts many processes which use a processor whenever they can. */
const BUSY = `
for _ in range(20):
    if os.fork() == 0:
        while True: pass
`;

interface Thread {
  state: string;
  nice: number;
  policy: number;
}

/** Returns the threads of a process, the main thread first. */
function listThreads(pid: number): Thread[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', nice: Number(fields[16]), policy: Number(fields[38]) };
  });
}

/** Returns the session of a process, among which Linux divides the processors; null if it has none. */
function readSession(pid: number | 'self'): { name: string; nice: string } | null {
  const [, name, nice] =
    /^(\S+) nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8')) ?? [];
  return name === undefined || nice === undefined ? null : { name, nice };
}

/**
 * Returns whether the session of a process has its share: niceness 10 for a short run. A run that has used 50 ms of CPU
 * time, as this one may on a slow machine, gets 19 for its session and its processes.
 */
function hasItsShare(pid: number): boolean {
  const isLong = listThreads(pid)[0]?.nice === 19;
  return readSession(pid)?.nice === (isLong ? '19' : '10');
}

interface Started {
  /** The first process that the script has started, which sleeps. */
  pid: number;
  host: RecordingHost;
  /** Cancels the script, which then has a minute to stop. */
  cancel: () => void;
  end: () => Promise<unknown>;
}

let count = 0;

/** Starts a script that continues with `body`. */
async function started(body: string): Promise<Started> {
  const name = `${(count += 1)}.0619`;
  const host = new RecordingHost();
  const head = `subprocess.Popen(["sleep", "9${name}"])\nprint("in")\n`;
  const handle = start(buildScript(head + body, 'import os, subprocess, threading, time'), {
    host,
  });
  await host.reported('info:in');
  const [pid = 0] = await until('the process of the run', () => {
    const found = processesNaming(`sleep\u00009${name}`);
    return found.length > 0 && found;
  });
  return {
    pid,
    host,
    cancel: () => host.stop.request('cancelled', 60_000),
    end: () => {
      host.stop.request('cancelled', 0);
      return handle.outcome;
    },
  };
}

describe('the processes of a script', () => {
  it('a process of a script gets the lowest priority once it has used some CPU time', async () => {
    const { pid, end } = await started('while True: pass');
    await until('it to give way', () => listThreads(pid)[0]?.nice === 19);
    await end();
  });

  it('threads of a script get the idle policy once there are many', async () => {
    const { pid, end } = await started(
      'for _ in range(20): threading.Thread(target=time.sleep, args=[60]).start()\ntime.sleep(60)',
    );
    await until('it to give way', () => listThreads(pid)[0]?.policy === IDLE);
    await end();
  });

  it('a process of a short run has a better priority than one of a long run', async () => {
    const { pid, end } = await started('time.sleep(60)');
    // On a slow machine, the start alone may use more than a short run may.
    const used = listProcessTree(readParent(pid)).reduce(
      (sum, each) => sum + (readCpuMs(each) ?? 0),
      0,
    );
    const isShort = used < SHORT_MS / 2;
    expect(listThreads(pid)).toMatchObject([{ nice: isShort ? 3 : expect.any(Number), policy: 0 }]);
    await end();
  });

  grouped(
    'processes of Python runs are in a session that counts less than that of the server',
    async () => {
      const { pid, end } = await started('time.sleep(60)');
      await until('its share', () => hasItsShare(pid));
      // Empty if no session was created between the kernel and the tests.
      expect(readSession('self')?.nice ?? '0').toBe('0');
      await end();
    },
  );

  (sandbox.contained ? grouped : it.skip)(
    'each run has a session of its own, which comes last once it has used much',
    async () => {
      const [many, few] = [await started(`${BUSY}time.sleep(60)`), await started('time.sleep(60)')];
      await until('it to give way', () => readSession(many.pid)?.nice === '19');
      await until('its share', () => hasItsShare(few.pid));
      expect(readSession(many.pid)?.name).not.toBe(readSession(few.pid)?.name);
      const before = readSession(many.pid)?.name;
      await Promise.all([many.end(), few.end()]);
      const next = await started('time.sleep(60)');
      await until('its share', () => hasItsShare(next.pid));
      expect(readSession(next.pid)?.name).not.toBe(before);
      await next.end();
    },
  );

  (sandbox.contained ? grouped : it.skip)(
    'a cancelled run counts as a short one again',
    async () => {
      const { pid, cancel, end } = await started(`try:
    while time.process_time() < 0.2: pass
    time.sleep(60)
finally:
    time.sleep(60)`);
      await until('it to give way', () => readSession(pid)?.nice === '19');
      cancel();
      await until('its share', () => readSession(pid)?.nice === '10');
      await end();
    },
  );

  it('two runs with many busy processes take turns', async () => {
    const [one, other] = [
      await started(`${BUSY}time.sleep(60)`),
      await started(`${BUSY}time.sleep(60)`),
    ];
    for (const { pid } of [one, other, one])
      await until('its turn to wait', () => listThreads(pid)[0]?.state === 'T');
    await one.end();
    await until('it to go on', () => listThreads(other.pid)[0]?.state === 'S');
    await other.end();
  });

  it('processes that a script has stopped stay stopped in every turn', async () => {
    const one = await started(`
child = subprocess.Popen(["sleep", "60"])
child.send_signal(19)
${BUSY}
def state(): return open(f"/proc/{child.pid}/stat").read().rpartition(")")[2].split()[0]
until = time.monotonic() + 1
while time.monotonic() < until and state() == "T": time.sleep(0.01)
print(state())
time.sleep(60)`);
    const other = await started(`${BUSY}time.sleep(60)`);
    await one.host.reported('info:T');
    await Promise.all([one.end(), other.end()]);
  });

  contained('a process that asks for a session gets a group, which killpg ends', async () => {
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
    expect(await runBody(body)).toMatchObject({ kind: 'success', result: 0 });
  });
});

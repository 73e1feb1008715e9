/**
 * Tests that the kernel limits the memory of each Python run, kernel memory included, on servers with a control group.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupsIn, makeControlGroup, removeControlGroup } from '../support/control-group.js';
import { withBody } from '../support/inline-script.js';
import { sandbox } from '../support/sandbox.js';
import {
  reasonOfRefusal,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.js';
import { listServers, USERS } from '../support/server-users.js';
import {
  createTask,
  createMetaTask,
  runScript,
  type TaskDetail,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
const MEMORY_MB = 64;
/** Memory that the group of a run may use in addition: copies of the warm interpreter, and the run's first process. */
const SPARE_MIB = 48;
const KINDS = (['bubblewrap', 'namespaces'] as const).slice(3 - sandbox.report.level);

/** Scripts that exceed the limit with memory that belongs to no single process. */
const TAKES_TOO_MUCH: Record<string, string> = {
  'page tables': `
import ctypes
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
for at in range(60_000):
    page = libc.mmap(ctypes.c_void_p(0x100000000000 + at * 0x200000), ctypes.c_size_t(4096), 1, 0x100022, -1, ctypes.c_long(0))
    ctypes.string_at(page, 1)
time.sleep(600)`,
  mappings: `
import ctypes
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
for at in range(60_000): libc.mmap(None, ctypes.c_size_t(4096), at % 2, 0x22, -1, ctypes.c_long(0))
for _ in range(30):
    if os.fork() == 0: break
time.sleep(600)`,
  'messages between sockets': `
import socket
held = []
for _ in range(400):
    pair = socket.socketpair()
    pair[0].setblocking(False)
    held.append(pair)
    try:
        while True: pair[0].send(bytes(65536))
    except OSError: pass
time.sleep(600)`,
  'memory of ten processes': `
for _ in range(10):
    if os.fork() == 0:
        held = b"1" * 30_000_000
        time.sleep(600)
time.sleep(600)`,
  locks: `
import fcntl
for name in range(900):
    file = os.open(str(name), os.O_RDWR | os.O_CREAT)
    for at in range(800): fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, at * 2)
time.sleep(600)`,
};

const LOOKS_FOR_GROUPS = `
def found(folder):
    try: names = os.listdir(folder)
    except OSError: return []
    return [folder + "/" + name for name in names if "cgroup" in name or "memory." in name or "metarun-groups" in name]
def tried(path):
    try: open(path, "w").close()
    except OSError as error: return type(error).__name__
    return "written"
return {
    "found": [path for folder in ("/tmp", "/run", "/run/metarun", "/sys/fs/cgroup", "/proc/1/root/tmp", "/proc/self/root/tmp") for path in found(folder)],
    "mounts": [line for line in open("/proc/self/mountinfo") if "cgroup" in line],
    "own": sorted({line.strip().split(":")[2] for line in open("/proc/self/cgroup")}),
    "tried": sorted({tried(path) for path in ("/tmp/metarun-groups/1/memory.limit_in_bytes", "/tmp/metarun-groups/cgroup.procs", "/tmp/metarun-groups/1/memory.max")}),
}`;

type Used = TaskDetail & { peak_memory_bytes: number };

const path = makeControlGroup(`metarun-test-${process.pid}`, USERS.at(-1)?.[1]);
afterAll(() => (path === null ? undefined : removeControlGroup(path)));

/** Returns the groups of runs, including the one for the next run. */
function runGroups(): string[] {
  const servers = groupsIn(path ?? '').filter((name) => name.startsWith('metarun-'));
  return servers
    .flatMap((name) => groupsIn(join(path ?? '', name)))
    .filter((name) => /^\d+$/.test(name));
}

async function python(server: ServerProcess, code: string): Promise<Used> {
  const task = await runScript(server, 'python', withBody('python', code), {
    metaTask: { memory_mb: MEMORY_MB, timeout_seconds: 500 },
  });
  return task as Used;
}

if (path === null) {
  it('a server refuses to start with a control group that the machine does not grant', async () => {
    const started = startServerProcess({ METARUN_CGROUP: '/sys/fs/cgroup/metarun-test' });
    expect(await reasonOfRefusal(started)).toMatch(/METARUN_CGROUP: Runs get no control group/);
  });
} else {
  describe.each(listServers(KINDS))(
    'a server that is %s, with the sandbox %s,',
    (_name, kind, user) => {
      let server: ServerProcess;
      beforeAll(async () => {
        const settings = {
          METARUN_CGROUP: path,
          METARUN_SANDBOX: kind,
          METARUN_CONCURRENCY: '4',
          METARUN_SHUTDOWN_SECONDS: '0',
        };
        server = await startServerProcess(settings, user);
      });
      afterAll(() => server.stop());

      it('the readiness report states that the kernel limits the memory of Python runs', async () => {
        const { body } = await server.call('GET', '/health/ready');
        const contains = expect.stringContaining('the kernel holds the memory of each Python run');
        expect(body).toMatchObject({ details: { sandbox: { kind, contains, advice: null } } });
      });

      it('a run that exceeds its limit with any kind of memory ends as out_of_memory with its peak reported', async () => {
        const others = { stop: false };
        const unharmed = (async (): Promise<void> => {
          const type = await createMetaTask(server, 'python', withBody('python', 'return 1'));
          while (!others.stop) {
            const task = await taskWhen(server, await createTask(server, type));
            expect(task).toMatchObject({ status: 'success', result: 1 });
            await delay(200);
          }
        })();
        const names = Object.keys(TAKES_TOO_MUCH);
        const runs = names.map((name) => python(server, TAKES_TOO_MUCH[name] ?? ''));
        const ended = await Promise.all(runs).finally(() => (others.stop = true));
        await unharmed;
        expect(ended.map(({ error_code }, at) => [names[at], error_code])).toEqual(
          names.map((name) => [name, 'out_of_memory']),
        );
        for (const [at, { peak_memory_bytes: peak }] of ended.entries()) {
          // The kernel does not charge locks to a group; they are counted instead.
          if (names[at] === 'locks') continue;
          expect(peak).toBeGreaterThan(MEMORY_MB * MIB);
          expect(peak).toBeLessThanOrEqual((MEMORY_MB + SPARE_MIB) * MIB);
        }
      });

      it('a run may use memory up to its limit', async () => {
        const task = await python(server, 'return len(b"1" * 50_000_000)');
        expect(task).toMatchObject({ status: 'success', result: 50_000_000 });
        expect(task.peak_memory_bytes).toBeGreaterThan(50_000_000);
        expect(task.peak_memory_bytes).toBeLessThan(MEMORY_MB * MIB);
      });

      it('a script finds no trace of its control group', async () => {
        expect(await python(server, LOOKS_FOR_GROUPS)).toMatchObject({
          status: 'success',
          result: { found: [], mounts: [], own: ['/'], tried: ['FileNotFoundError'] },
        });
      });

      it('no control group of an ended run or a killed server is left behind', async () => {
        await until('the groups of ended runs are gone', () => runGroups().length <= 1);
        const type = await createMetaTask(server, 'python', withBody('python', 'time.sleep(60)'));
        await createTask(server, type);
        await until('a run is under way', () => runGroups().length === 2);
        const killed = `metarun-${server.pid}-`;
        await server.restart('SIGKILL');
        await until('what the killed server has left is gone', () =>
          groupsIn(path).every((name) => !name.startsWith(killed)),
        );
      });
    },
  );

  it('a server that ends leaves nothing in its control group', async () => {
    const server = await startServerProcess({ METARUN_CGROUP: path });
    await python(server, 'return 1');
    await server.stop();
    expect(groupsIn(path)).toEqual([]);
  });
}

it.each([
  ['/tmp', 'is not a control group'],
  ['/nowhere', 'ENOENT'],
])('a server refuses to start with METARUN_CGROUP=%s', async (named, why) => {
  const started = startServerProcess({ METARUN_CGROUP: named });
  expect(await reasonOfRefusal(started)).toMatch(
    new RegExp(`Runs get no control group in ${named}: .*${why}`),
  );
});

it('the readiness report of a server without a control group states what is counted instead', async () => {
  const server = await startServerProcess({ METARUN_CGROUP: 'off' });
  try {
    const { body } = await server.call('GET', '/health/ready');
    const not = expect.stringContaining('is counted at intervals');
    expect(body).toMatchObject({ details: { sandbox: { does_not_contain: not } } });
    expect(readFileSync(`/proc/${server.pid}/cgroup`, 'utf8')).toBe(
      readFileSync('/proc/self/cgroup', 'utf8'),
    );
  } finally {
    await server.stop();
  }
});

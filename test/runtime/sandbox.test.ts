/** The inside of the sandbox, examined by hostile Python. Not applicable with METARUN_SANDBOX=none. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../../src/base/kernel/json.js';
import type { RunLimits } from '../../src/sandbox/runtime/protocol.js';
import { requireResult } from '../support/outcome.js';
import { listDescendants, readStatusField } from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { buildScript, startersFor } from './python-harness.js';

const MIB = 1024 * 1024;
const runtime = makePythonRuntime();
const { start, runBody } = startersFor(runtime);
const contained = sandbox.contained ? describe : describe.skip;

let folder = '';
let listener: Server;
let connections = 0;
beforeAll(async () => {
  await runtime.warm();
  folder = mkdtempSync(join(tmpdir(), 'metarun-secret-'));
  writeFileSync(join(folder, 'secret'), 'the database', { mode: 0o644 });
  listener = createServer(() => (connections += 1));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await runtime.close();
  listener.close();
  rmSync(folder, { recursive: true });
});

/** Runs the body of a `run` and returns its result; a statement that raises OSError yields the name of its errno. */
async function probe(
  body: string,
  params: Json = {},
  limits: Partial<RunLimits> = {},
): Promise<Json> {
  const helper = `
import ctypes, errno, glob, os, socket, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def tried(call, *args):
    try:
        return call(*args)
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
def sys_call(number, *args):
    result = libc.syscall(number, *args)
    return errno.errorcode[ctypes.get_errno()] if result < 0 else result
`;
  return requireResult(await start(buildScript(body, helper), { params, limits }).outcome);
}

contained('the files of the machine', () => {
  it('a script sees no files of the machine except those of the interpreter', async () => {
    const paths = ['/etc/shadow', '/root', '/home', '/var', '/sys', folder];
    expect(await probe('return [p for p in params if os.path.exists(p)]', paths)).toEqual([]);
    expect(await probe('return sorted(os.listdir("/etc"))')).not.toContain('shadow');
    expect(await probe('import pwd\nreturn [user.pw_name for user in pwd.getpwall()]')).toEqual([
      'root',
      'metarun',
    ]);
  });

  it('a script can create no file in a system folder', async () => {
    const folders = ['/', '/usr', '/etc', '/dev', '/proc', '/usr/lib'];
    const code = 'return {at: str(tried(open, at + "/planted", "w")) for at in params}';
    const refused = expect.stringMatching(/^(EROFS|EACCES|ENOENT)$/);
    expect(await probe(code, folders)).toEqual(
      Object.fromEntries(folders.map((at) => [at, refused])),
    );
  });

  it('host files cannot be reached through other roots, symbolic links or descriptors', async () => {
    const found = await probe(
      `
os.symlink(params, "link")
ways = ["link", "/proc/1/root" + params, "/proc/self/root" + params, "../.." + params]
ways += [f"/proc/1/fd/{fd}" + params for fd in range(8)]
return [way for way in ways if os.path.exists(way)]`,
      join(folder, 'secret'),
    );
    expect(found).toEqual([]);
  });

  it('setuid programs give a script no rights', async () => {
    const code = `
names = [p for p in ("/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd") if os.path.exists(p)]
flags = os.statvfs("/usr").f_flag & os.ST_NOSUID
status = open("/proc/self/status").read()
value = lambda key: [l.split()[1] for l in status.splitlines() if l.startswith(key)][0]
return [flags != 0, value("NoNewPrivs"), int(value("CapEff"), 16), int(value("CapPrm"), 16), value("Seccomp")]`;
    expect(await probe(code)).toEqual([true, '1', 0, 0, '2']);
  });
});

contained('the machine', () => {
  it('a script sees of the machine only what the interpreter and programs need', async () => {
    const code = `
seen = [p for p in ("/usr/share/doc", "/usr/share/man", "/usr/src", "/usr/include", "/usr/games", "/usr/sbin", "/usr/local/etc") if os.path.exists(p)]
local = [os.path.join(at, name) for at, _, names in os.walk("/usr/local") for name in names]
return seen + [p for p in local if ".so" not in p and "python" not in p]`;
    expect(await probe(code)).toEqual([]);
    const uses = `
import ctypes.util, zoneinfo, ssl
return [bool(ctypes.util.find_library("c")), str(zoneinfo.ZoneInfo("UTC")), subprocess.run(["python3", "-c", "print(1)"]).returncode]`;
    expect(await probe(uses)).toEqual([true, 'UTC', 0]);
  });

  it('the files in /proc reveal no mounts, command line, keys or devices of the machine', async () => {
    const code = `
seen = []
for at in ("self/mountinfo", "self/mounts", "self/mountstats", "1/mountinfo", "thread-self/mountinfo", "cmdline", "keys", "locks", "diskstats", "partitions", "timer_list"):
    try:
        with open("/proc/" + at) as file:
            if file.read(): seen.append(at)
    except OSError: pass
child = subprocess.run(["cat", "/proc/self/mountinfo"], capture_output=True).stdout.decode()
return seen + [child] * bool(child) + [at for at in ("fs", "bus", "driver") if os.path.isdir("/proc/" + at) and os.listdir("/proc/" + at)]`;
    expect(await probe(code)).toEqual([]);
  });
});

contained('the user of the kernel', () => {
  it('each run has a kernel user of its own when the server is root', async () => {
    const users = new Set<string>();
    const ends = [];
    for (let count = 0; count < 2; count += 1) {
      const host = new RecordingHost();
      const code = 'print("in")\nreturn reporter.files.exists("/x")';
      ends.push(
        start(buildScript(code), { host: Object.assign(host, { call: () => held }) }).outcome,
      );
      await host.reported('info:in');
      for (const { pid } of listDescendants(process.pid))
        users.add(readStatusField(pid, 'Uid').split('\t')[0] ?? '');
    }
    end(true);
    await Promise.all(ends);
    // A process may have ended in the meantime.
    users.delete('');
    // They include root, for the processes around the runs, and the user of the process that the runs are forked from.
    if (sandbox.ownUsers) expect(users.size).toBeGreaterThanOrEqual(4);
    else expect(users.has('65534') || users.size === 1).toBe(true);
  });
  const { promise: held, resolve: end } = Promise.withResolvers<Json>();
});

contained('the working directory', () => {
  it('a script can write only to its working directory, /tmp and shared memory', async () => {
    const code = `
found = []
for at, folders, _ in os.walk("/"):
    folders[:] = [f for f in folders if os.path.join(at, f) != "/proc"]
    path = os.path.join(at, "planted")
    try:
        open(path, "w").close()
        os.remove(path)
        found.append(at)
    except OSError:
        pass
return sorted(found)`;
    expect(await probe(code)).toEqual(
      '/dev/shm /tmp /tmp/.shm /tmp/.workspace /tmp/work /workspace'.split(' '),
    );
  });

  it('all writable places together hold no more than the memory limit', async () => {
    const code = `
written = 0
try:
    for at in ("big", "/tmp/big", "/dev/shm/big"):
        with open(at, "wb", buffering=0) as file:
            for _ in range(1024):
                written += file.write(bytes(1024 * 1024))
except OSError as error:
    return [errno.errorcode[error.errno], written]`;
    const limits = { memory_bytes: 64 * MIB };
    const [error, written] = (await probe(code, {}, limits)) as [string, number];
    expect(error).toBe('ENOSPC');
    expect(written).toBeLessThanOrEqual(limits.memory_bytes);
  });

  it('the working directory holds a limited number of files', async () => {
    const code = `
for count in range(100_000):
    try:
        open(f"f{count}", "w").close()
    except OSError as error:
        return [errno.errorcode[error.errno], count < 20_000]`;
    expect(await probe(code)).toEqual(['ENOSPC', true]);
  });

  it('files and shared memory of a run are invisible to another run', async () => {
    const plant = `
for at in ("/tmp/planted", "/dev/shm/planted", "planted"):
    open(at, "w").close()
os.mkfifo("fifo")
print("planted")
time.sleep(60)`;
    const host = new RecordingHost();
    const first = start(buildScript(plant, 'import os, time'), { host });
    await host.reported('info:planted');
    const code =
      'return [os.listdir("."), os.listdir("/dev/shm"), glob.glob("/tmp/*"), glob.glob("/tmp/work/*")]';
    expect(await probe(code)).toEqual([[], [], ['/tmp/work'], []]);
    host.stop.request('cancelled', 0);
    await first.outcome;
  });
});

contained('other processes', () => {
  it('a script sees no processes of the host, the fork server or other runs', async () => {
    const host = new RecordingHost();
    const first = start(buildScript('print("in")\ntime.sleep(60)', 'import time'), { host });
    await host.reported('info:in');
    const pids = await probe('return [int(p) for p in os.listdir("/proc") if p.isdigit()]');
    expect(pids).toEqual([2]);
    host.stop.request('cancelled', 0);
    await first.outcome;
  });

  it('signals of a script reach no other run', async () => {
    const host = new RecordingHost();
    const first = start(buildScript('print("in")\nreturn reporter.files.exists("/x")'), {
      host: Object.assign(host, { call: () => released }),
    });
    await host.reported('info:in');
    // A signal to all processes only reaches the first process of the run itself, which ignores signals from inside.
    await probe('return [tried(os.kill, -1, 9), tried(os.kill, 1, 9)]');
    release(true);
    expect(await first.outcome).toEqual({ kind: 'success', result: true });
  });
  const { promise: released, resolve: release } = Promise.withResolvers<Json>();

  it('a script finds neither the fork server nor another run through sockets', async () => {
    const host = new RecordingHost();
    const serve = `
import socket, time
s = socket.socket(socket.AF_UNIX)
s.bind("\\0abstract")
s.listen()
print("in")
time.sleep(60)`;
    const first = start(buildScript(serve), { host });
    await host.reported('info:in');
    const code = `
s = socket.socket(socket.AF_UNIX)
return [tried(s.connect, "\\0abstract"), os.path.exists("/tmp/metarun")]`;
    expect(await probe(code)).toEqual(['ECONNREFUSED', false]);
    host.stop.request('cancelled', 0);
    await first.outcome;
  });

  it('a script can fork only a limited number of processes', async () => {
    const code = `
made = []
try:
    for _ in range(1000):
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
        made.append(pid)
except OSError as error:
    return [errno.errorcode[error.errno], len(made)]`;
    const [error, made] = (await probe(code, {}, { memory_bytes: 1024 * MIB })) as [string, number];
    expect(error).toBe('EAGAIN');
    expect(made).toBeLessThan(128);
  });

  it('a fork bomb ends with its run, and the next run is served', async () => {
    const bomb = 'while True:\n    try:\n        os.fork()\n    except OSError: pass';
    const outcome = await runBody(`import os\n${bomb}`, { limits: { timeout_ms: 1_000 } });
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(await probe('return "served"')).toBe('served');
  });
});

contained('the network', () => {
  it('a sandboxed script has no network access', async () => {
    const { port } = listener.address() as AddressInfo;
    const code = `
def connect(host, at):
    with socket.create_connection((host, at), timeout=2):
        return "connected"
return [tried(connect, "127.0.0.1", params), tried(connect, "1.1.1.1", 53), tried(connect, "localhost", params)]`;
    const answers = (await probe(code, port)) as string[];
    expect(answers).not.toContain('connected');
    expect(connections).toBe(0);
    expect(
      await probe('return [name for _, name in socket.if_nameindex()]').catch(() => []),
    ).toEqual([]);
  });

  it('a sandboxed script cannot look up names', async () => {
    const code = `
try:
    return str(socket.getaddrinfo("example.com", 80))
except socket.gaierror:
    return "none"`;
    expect(await probe(code)).toBe('none');
  });

  it('a sandboxed script is denied other socket families', async () => {
    // AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK
    const code =
      'return [tried(socket.socket, family, socket.SOCK_RAW) for family in (16, 17, 38, 40)]';
    expect(await probe(code)).toEqual(Array.from({ length: 4 }, () => 'EAFNOSUPPORT'));
  });
});

contained('the kernel', () => {
  const X64: [string, string][] = [
    ['ptrace', '101, 16, 1, 0, 0'],
    ['process_vm_readv', '310, 1, 0, 0, 0, 0, 0'],
    ['mount', '165, b"none", b"/tmp", b"tmpfs", 0, 0'],
    ['umount2', '166, b"/tmp", 2'],
    ['pivot_root', '155, b".", b"."'],
    ['chroot', '161, b"."'],
    ['open_tree', '428, -100, b"/", 1'],
    ['unshare', '272, 0x10000000'],
    ['setns', '308, 3, 0'],
    ['clone with namespaces', '56, 0x10000011, 0, 0, 0, 0'],
    ['keyctl', '250, 0, -3, 0'],
    ['add_key', '248, b"user", b"a", b"b", 1, -3'],
    ['bpf', '321, 0, 0, 0'],
    ['perf_event_open', '298, 0, 0, -1, -1, 0'],
    ['userfaultfd', '323, 0'],
    ['io_uring_setup', '425, 8, 0'],
    ['kexec_load', '246, 0, 0, 0, 0'],
    ['finit_module', '313, 0, b"", 0'],
    ['memfd_create', '319, b"a", 0'],
    ['shmget', '29, 0, 4096, 0o1600'],
    ['open_by_handle_at', '304, 0, 0, 0'],
  ];
  const onX64 = process.arch === 'x64' ? it : it.skip;

  onX64('the filter denies system calls that reach beyond the run', async () => {
    const calls = X64.map(([name, call]) => `"${name}": sys_call(${call}),`).join('\n');
    const denied = Object.fromEntries(X64.map(([name]) => [name, 'EPERM']));
    expect(await probe(`return {${calls}}`)).toEqual(denied);
  });

  onX64('the filter answers clone3 as missing, so that libraries use clone', async () => {
    expect(await probe('return sys_call(435, 0, 0)')).toBe('ENOSYS');
    expect(await probe('return subprocess.run(["true"]).returncode')).toBe(0);
  });

  onX64('the kernel kills a process that makes a 32-bit system call', async () => {
    // mov eax, 20 (getpid); int 0x80; ret
    const code = `
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")
address = ctypes.addressof(ctypes.c_char.from_buffer(page))
ctypes.CFUNCTYPE(ctypes.c_int)(address)()`;
    const imports = 'import ctypes, mmap';
    const free = spawnSync('/usr/bin/python3', ['-c', imports + code]);
    // A kernel without 32-bit programs ends the process before the filter sees the call.
    const signal = free.signal === 'SIGSEGV' ? 'SIGSEGV' : 'SIGSYS';
    await expect(probe(imports + code)).rejects.toThrow(signal);
  });

  it('a script can raise neither its limits nor its privileges', async () => {
    const code = `
import resource
def raise_limit():
    resource.setrlimit(resource.RLIMIT_NPROC, (100_000, 100_000))
def spare_me(score):
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write(score)
for call in (raise_limit, lambda: spare_me("-1000"), lambda: spare_me("0"), lambda: os.setuid(0)):
    try:
        call()
        return "done"
    except (OSError, ValueError):
        pass
return "refused"`;
    expect(await probe(code)).toBe('refused');
  });
});

contained('memory', () => {
  it('memory is counted for all processes of a run together', async () => {
    const code = `
import os, time
for _ in range(8):
    if os.fork() == 0:
        held = bytearray(30 * 1024 * 1024)
        time.sleep(60)
time.sleep(60)`;
    const outcome = await runBody(code, { limits: { memory_bytes: 64 * MIB } });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'out_of_memory' });
  });
});

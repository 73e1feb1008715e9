import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { PYTHON_GUEST, python } from '../support/sandbox.js';

const linux = existsSync('/proc/self/stat') ? describe : describe.skip;

/** Runs Python code and returns its output, parsed as JSON. */
function printed(code: string): unknown {
  const program = `
import json, os, resource, subprocess, sys, threading
sys.path.insert(0, ${JSON.stringify(PYTHON_GUEST)})
from metarun_guest import kept_files, processes
def opened(): return len(os.listdir("/proc/self/fd")) - 1
${code}`;
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  return JSON.parse(
    execFileSync(python.executable, ['-I', '-S', '-c', program], options),
  ) as unknown;
}

linux('files of processes', () => {
  it('files of a process are opened once and closed when the process has ended', () => {
    const code = `
snapshots = processes.Snapshots(keep=True)
child = subprocess.Popen(["sleep", "60"])
def read_all():
    seen = child.pid in snapshots.take()
    opened = 0
    for fd in os.listdir("/proc/self/fd"):
        try: opened += os.readlink("/proc/self/fd/" + fd) == f"/proc/{child.pid}/stat"
        except OSError: pass
    return [seen, opened]
readings = [read_all(), read_all()]
child.kill()
child.wait()
print(json.dumps([*readings, read_all()]))`;
    expect(printed(code)).toEqual([
      [true, 1],
      [true, 1],
      [false, 0],
    ]);
  });

  it('files of processes are read by name once too many are open', () => {
    const code = `
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
before = opened()
files = kept_files.KeptFiles(True)
read = [files.read(os.getpid(), name) != b"" for name in sorted(os.listdir("/proc/self/")) if name in ("stat", "statm", "status", "limits")]
for n in range(40): files.read(os.getpid(), f"fdinfo/{n % 3}" if n % 2 else "/" * n + "stat")
print(json.dumps([all(read), opened() - before, files.read(os.getpid(), "//////////stat") != b""]))`;
    expect(printed(code)).toEqual([true, 16, true]);
  });

  it('files of threads show the state of each thread and are closed when it has ended', () => {
    const code = `
own = f"/proc/{os.getpid()}/task/"
def kept():
    """The threads of this process whose files are open."""
    paths = []
    for fd in os.listdir("/proc/self/fd"):
        try: paths.append(os.readlink("/proc/self/fd/" + fd))
        except OSError: pass
    return sorted(int(path[len(own):].split("/")[0]) for path in paths if path.startswith(own))
snapshots = processes.Snapshots(keep=True)
done = threading.Event()
threads = [threading.Thread(target=done.wait) for _ in range(3)]
for thread in threads: thread.start()
ids = sorted(thread.native_id for thread in threads)
states = snapshots.take().read_threads(os.getpid())
several = kept()
done.set()
for thread in threads: thread.join()
while len(os.listdir("/proc/self/task")) > 1: pass
one = snapshots.take().read_threads(os.getpid())
print(json.dumps([sorted(set(states) - {os.getpid()}) == ids, set(state.decode() for state in states.values()) <= {"S", "R"}, set(several) - {os.getpid()} == set(ids), list(one) == [os.getpid()], set(kept()) <= {os.getpid()}]))`;
    expect(printed(code)).toEqual([true, true, true, true, true]);
  });
});

/** The file through which the fork server sets the niceness of a session. */
import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { PYTHON_GUEST, python } from '../support/sandbox.js';

/** Declares tests for kernels that divide the processors among sessions. */
const grouped = existsSync('/proc/self/autogroup') ? describe : describe.skip;

grouped('a session', () => {
  it('the niceness of a session can be set although the kernel denies access to its files', () => {
    const code = `
import ctypes, os, socket, sys, time
sys.path.insert(0, ${JSON.stringify(PYTHON_GUEST)})
from metarun_guest import sessions
if os.geteuid() == 0:
    # Root may open every file.
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
line, inside = socket.socketpair()
pid = os.fork()
if pid == 0:
    line.close()
    sessions.begin_last()
    inside.send(b"1")
    inside.recv(1)
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    inside.send(b"2")
    inside.recv(1)
    os._exit(0)
inside.close()
line.recv(1)
session = sessions.Session(pid)
line.send(b"1")
line.recv(1)
try:
    open(f"/proc/{pid}/autogroup", "w").close()
    print("opened")
except PermissionError:
    print("refused")
while True:
    try:
        session.set_niceness(sessions.OF_RUN)
        break
    except BlockingIOError:
        time.sleep(0.03)
print(open(f"/proc/{pid}/autogroup").read().split()[1:])
line.close()
os.waitpid(pid, 0)
session.set_niceness(sessions.LAST)
print("ended")`;
    const printed = execFileSync(python.executable, ['-I', '-S', '-c', code], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(printed.split('\n')).toEqual(['refused', "['nice', '10']", 'ended', '']);
  });
});

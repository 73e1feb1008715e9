import type { HostileCase, Target } from '../support/hostile-case.js';

/**
 * A script that returns everything an earlier run could have left: files, processes, modules, and the state of its own
 * process.
 */
const PROBE = `
import builtins, logging, os, resource, signal, socket, sys, threading, time
def sockets():
    """Those of its namespace. Its first process closes the last one of its own just after it has let the script run."""
    for _ in range(50):
        count = len(open("/proc/net/unix").readlines())
        if count <= 1: break
        time.sleep(0.01)
    return count
def run(params, reporter):
    places = ("/tmp", "/dev/shm", "/var/tmp", "/run", "/dev", "/etc", sys.prefix, os.path.dirname(os.__file__))
    found = {at: sorted(os.listdir(at)) for at in places if os.path.isdir(at)}
    found["work"] = [names for _, *names in os.walk("/tmp")]
    found["environment"] = dict(os.environ)
    found["processes"] = sorted(name for name in os.listdir("/proc") if name.isdigit())
    found["threads"] = sorted(thread.name for thread in threading.enumerate())
    found["descriptors"] = sorted(os.listdir("/proc/self/fd"))
    found["modules"] = sorted(sys.modules)
    found["path"] = [sys.path, len(sys.meta_path), len(sys.path_hooks), len(sys.path_importer_cache)]
    found["builtins"] = sorted(f"{name} {type(value).__name__}" for name, value in vars(builtins).items())
    found["functions"] = [repr(f).split(" at ")[0] for f in (os.read, time.time, socket.socket, sys.excepthook)]
    found["hooks"] = [repr(sys.gettrace()), repr(sys.getprofile()), sys.getrecursionlimit(), threading.stack_size()]
    found["signals"] = [repr(signal.getsignal(number)).split(" at ")[0] for number in signal.valid_signals()]
    found["blocked"] = len(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    found["limits"] = [resource.getrlimit(number) for number in range(16) if number != resource.RLIMIT_AS]
    found["standing"] = [os.nice(0), os.umask(0o22), os.getuid(), os.sched_getscheduler(0), socket.gethostname()]
    found["sockets"] = sockets()
    found["loggers"] = sorted(logging.root.manager.loggerDict)
    return repr(found)
`;

const NEIGHBOUR = `
import time
def run(params, reporter):
    reporter.set_phase("Working")
    while not reporter.files.exists(params["stop"]):
        time.sleep(0.1)
    return "unharmed" if sorted([3, 1, 2]) == [1, 2, 3] else "harmed"
`;

export const PYTHON: Target = {
  language: 'python',
  allowedMb: (limitMb) => limitMb * 2,
  hostDetail: /metarun_guest|runtimes\/python|main\.py|fork_server|\/tmp\/metarun|\/(root|home)\//,
  neighbour: NEIGHBOUR,
  trivial: 'def run(params, reporter):\n    return 42\n',
  probe: PROBE,
};

/** Beginning of a body that calls into the C library. */
export const LIBC = 'import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n';

/**
 * Returns a case that must succeed. Its script returns the names of the actions that were possible, of which there must
 * not be any.
 */
export function powerless(name: string, body: string): HostileCase {
  const wrong: HostileCase['wrong'] = ({ result }) =>
    JSON.stringify(result) === '[]' ? null : `it could do ${JSON.stringify(result)}`;
  return { name, body, ends: ['success'], wrong };
}

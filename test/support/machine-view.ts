/** Scripts that read what /proc shows of the machine, and the entries that every guest sees there. */
import { readFileSync } from 'node:fs';

/** The list that all sandboxes use. */
export const SEEN = readFileSync('runtimes/python/etc/proc', 'utf8').trim().split('\n');
/** Entries that programs expect there on every machine. */
export const NEEDED = ['cpuinfo', 'loadavg', 'meminfo', 'self', 'stat', 'sys', 'uptime', 'version'];

/** TypeScript that lists the readable entries of /proc, except processes; `fs` must be defined. */
export const PROBE = `
const shows = (path: string): boolean => {
  try { return fs.statSync(path).isDirectory() ? fs.readdirSync(path).length > 0 : fs.readFileSync(path).length > 0; } catch { return false; }
};
const seen = fs.readdirSync('/proc').filter((name) => !/^[0-9]+$/.test(name) && shows('/proc/' + name)).sort();
`;
/** An equivalent probe as the body of a `run` in Python. */
export const PYTHON_PROBE = `
import os
def shows(path):
    try:
        if os.path.isdir(path):
            return len(os.listdir(path)) > 0
        with open(path, "rb") as file:
            return len(file.read(1)) > 0
    except OSError:
        return False
return sorted(name for name in os.listdir("/proc") if not name.isdigit() and shows("/proc/" + name))`;

import { readFileSync, readlinkSync } from 'node:fs';

/** Labels of every container: the process that owns it, and the PID namespace in which that process can be found. */
export const OWNER_LABEL = 'metarun.server';
const PLACE_LABEL = 'metarun.processes';

/**
 * Returns the labels of this process's containers. They include the start time, since process ids are reused, and the
 * PID namespace, since a process in another container may use the same engine.
 */
export function ownLabels(): Readonly<Record<string, string>> {
  return {
    [OWNER_LABEL]: `${process.pid}.${readStartTime(process.pid) ?? '0'}`,
    [PLACE_LABEL]: placeOfProcesses(),
  };
}

/**
 * Returns the owner of a container: this process (`self`), another that is alive or cannot be seen from here (`other`),
 * or one that has ended (`none`).
 */
export function identifyOwner(labels: Readonly<Record<string, string>>): 'self' | 'other' | 'none' {
  const own = ownLabels();
  if (labels[PLACE_LABEL] !== own[PLACE_LABEL]) return 'other';
  if (labels[OWNER_LABEL] === own[OWNER_LABEL]) return 'self';
  const [, pid = '', start] = /^(\d+)\.(\d+)$/.exec(labels[OWNER_LABEL] ?? '') ?? [];
  return start !== undefined && readStartTime(Number(pid)) === start ? 'other' : 'none';
}

/** Returns when a process was started, in clock ticks since boot; null if it does not exist. */
function readStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, in parentheses, may contain anything; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function placeOfProcesses(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
  } catch {
    return 'unknown';
  }
}

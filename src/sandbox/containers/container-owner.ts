import { readFileSync, readlinkSync } from 'node:fs';

/** Labels of every container: the process that it belongs to, and what that can be looked up in. */
export const OWNER_LABEL = 'metarun.server';
const PLACE_LABEL = 'metarun.processes';

/**
 * Returns the labels of the containers of this process. Its id alone could later be another's, and that of a process in another
 * container, which uses the same engine, says nothing here.
 */
export function ownLabels(): Readonly<Record<string, string>> {
  return {
    [OWNER_LABEL]: `${process.pid}.${startOf(process.pid) ?? '0'}`,
    [PLACE_LABEL]: placeOfProcesses(),
  };
}

/** Returns whether a container is of this process, of another that lives or cannot be seen from here, or of one that has ended. */
export function ownerOf(labels: Readonly<Record<string, string>>): 'self' | 'other' | 'none' {
  const own = ownLabels();
  if (labels[PLACE_LABEL] !== own[PLACE_LABEL]) return 'other';
  if (labels[OWNER_LABEL] === own[OWNER_LABEL]) return 'self';
  const [, pid = '', start] = /^(\d+)\.(\d+)$/.exec(labels[OWNER_LABEL] ?? '') ?? [];
  return start !== undefined && startOf(Number(pid)) === start ? 'other' : 'none';
}

/** Returns when a process was started, in the kernel's own measure; null if there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command, in parentheses, may contain anything; the start is the 20th field after it.
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

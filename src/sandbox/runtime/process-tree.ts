import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** `/proc` reports CPU time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;
/** True if the kernel lists the processes that a thread has started; not every kernel does. */
const LISTS_CHILDREN = existsSync(`/proc/self/task/${process.pid}/children`);

/** Returns the resident memory of a process in bytes. Null if there is no `/proc` (macOS) or the process has ended. */
export function readResidentBytes(pid: number): number | null {
  // Reads `status` instead of `statm`, since it is in kB whatever the page size.
  const status = read(`/proc/${pid}/status`);
  const kilobytes = status === null ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/**
 * Returns the resident memory of a process in bytes, with each shared page divided among its processes: exact, but slow
 * to read. Falls back to all resident memory if the process hides the figure; 0 if it has ended.
 */
export async function readProportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
  return kilobytes === undefined ? (readResidentBytes(pid) ?? 0) : Number(kilobytes) * 1024;
}

/**
 * Returns the CPU time of a process itself, in ms, with a resolution of 10 ms. Null in the same cases as {@link readResidentBytes}.
 */
export function readCpuMs(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : cpuMsIn(stat);
}

/** Returns the CPU time of `pid` and all its live descendants, in ms. Null in the same cases as {@link readResidentBytes}. */
export function cpuMsOfTree(pid: number): number | null {
  const [own = null, ...others] = listProcessTree(pid).map(readCpuMs);
  return own === null ? null : others.reduce<number>((sum, ms) => sum + (ms ?? 0), own);
}

/** Returns the CPU time in the text of a `stat` file, in ms, with a resolution of 10 ms. */
export function cpuMsIn(stat: string): number {
  // The command, in parentheses, may contain anything; the fields after it are: state, parent, …
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 13);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * Sends SIGKILL to the process group that `pid` leads, to `pid`, and to every descendant that has left the group. Has
 * no effect on processes that have ended.
 */
export function killTree(pid: number): void {
  // Read twice: a process that ends meanwhile can hide its siblings from one of the readings.
  const descendants = new Set([...listDescendants(pid), ...listDescendants(pid)]);
  killGroup(pid);
  sendKill(pid);
  for (const descendant of descendants) sendKill(descendant);
}

/**
 * Sends SIGKILL to the rest of the process group that `pid` led. Must be called as soon as `pid` has ended, before the
 * number is reused.
 */
export function killGroup(pid: number): void {
  sendKill(-pid);
}

/** Returns `pid` and all its descendants, including those in other namespaces. */
export function listProcessTree(pid: number): number[] {
  return [pid, ...listDescendants(pid)];
}

/**
 * Returns the descendants of a process, reading only the tree if the kernel allows it: the machine may have thousands
 * of processes.
 */
function listDescendants(pid: number): number[] {
  if (LISTS_CHILDREN) return below(pid, listChildren);
  const children = childrenByParent();
  return below(pid, (parent) => children.get(parent) ?? []);
}

function below(pid: number, childrenOfOne: (pid: number) => number[]): number[] {
  return childrenOfOne(pid).flatMap((child) => [child, ...below(child, childrenOfOne)]);
}

function listChildren(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  return numbersIn(folder)
    .flatMap((thread) => (read(`${folder}/${thread}/children`) ?? '').split(' '))
    .filter((text) => text !== '')
    .map(Number);
}

/** Returns the child processes of every process, by parent. */
function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const pid of numbersIn('/proc')) {
    // The command, in parentheses, may contain anything; the fields after it are: state, parent, …
    const stat = read(`/proc/${pid}/stat`);
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (Number.isInteger(parent)) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

/** Returns the numeric names in a folder; none if it no longer exists. */
function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** `/proc` tells CPU time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;
/** Whether the kernel tells of a thread which processes it has started; not every one does. */
const TELLS_CHILDREN = existsSync(`/proc/self/task/${process.pid}/children`);

/** Memory that is resident for a process, in bytes. Null where there is no `/proc` (macOS) or the process has ended. */
export function rssOf(pid: number): number | null {
  // `status` rather than `statm`: it is in kB whatever the size of a page is.
  const status = read(`/proc/${pid}/status`);
  const kilobytes = status === null ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** CPU time of a process itself, in ms, to 10 ms. Null as {@link rssOf}. */
export function cpuMsOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // The command, in parentheses, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ', 13);
  return fields === undefined ? null : (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * SIGKILL to the process group that `pid` leads, to `pid`, and to every descendant that has left the group.
 * Without effect on what has ended already.
 */
export function killTree(pid: number): void {
  // Twice: a process that ends meanwhile can hide its brothers from one look.
  const descendants = new Set([...descendantsOf(pid), ...descendantsOf(pid)]);
  killGroup(pid);
  sendKill(pid);
  for (const descendant of descendants) sendKill(descendant);
}

/** SIGKILL to what is left of the process group that `pid` led; at once when that has ended, before the number can be another's. */
export function killGroup(pid: number): void {
  sendKill(-pid);
}

/** `pid` and all its descendants, also those in namespaces of their own. */
export function treeOf(pid: number): number[] {
  return [pid, ...descendantsOf(pid)];
}

/** Looks at the processes of the tree alone where the kernel allows it: of all there may be thousands, of whoever. */
function descendantsOf(pid: number): number[] {
  if (TELLS_CHILDREN) return below(pid, childrenOf);
  const children = childrenByParent();
  return below(pid, (parent) => children.get(parent) ?? []);
}

function below(pid: number, childrenOfOne: (pid: number) => number[]): number[] {
  return childrenOfOne(pid).flatMap((child) => [child, ...below(child, childrenOfOne)]);
}

function childrenOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  return numbersIn(folder)
    .flatMap((thread) => (read(`${folder}/${thread}/children`) ?? '').split(' '))
    .filter((text) => text !== '')
    .map(Number);
}

/** Every process, by its parent. */
function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const pid of numbersIn('/proc')) {
    // The command, in parentheses, may hold anything; the fields after it are: state, parent, …
    const stat = read(`/proc/${pid}/stat`);
    const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (Number.isInteger(parent)) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  return children;
}

/** What a folder holds that has a number for its name; nothing where it is not there any more. */
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
    // It has ended already, which is what was wanted.
  }
}

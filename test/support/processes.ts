import { readdirSync, readFileSync } from 'node:fs';
import { findErrorCode } from '../../src/base/kernel/errors.js';
import { until } from './until.js';

/** Maximum time, in ms, for killed processes to end. A busy machine may not schedule them at once. */
const ENDED_MS = 15_000;

/** A process. The time of its start distinguishes it from a later process with the same pid. */
export interface ProcessMark {
  pid: number;
  started: string;
}

/** A process as it was last read. */
export interface FoundProcess extends ProcessMark {
  /** Resident memory, in pages. */
  pages: number;
}

/** A process, followed by all its descendants. */
export type ProcessTree = [root: FoundProcess, ...descendants: FoundProcess[]];

/** Returns all live descendants of `pid`. */
export function listDescendants(pid: number): ProcessMark[] {
  return listChildTrees(pid).flat();
}

type Children = ReadonlyMap<number, readonly FoundProcess[]>;

let lastSeen: { at: number; children: Children } | null = null;

/** Returns all processes by parent, read at most `maxAgeMs` ago. */
function processesByParent(maxAgeMs: number): Children {
  if (lastSeen !== null && performance.now() - lastSeen.at < maxAgeMs) return lastSeen.children;
  const children = new Map<number, FoundProcess[]>();
  const at = performance.now();
  for (const pid of pids()) {
    const found = read(pid);
    if (!found) continue;
    const { parent, mark, pages } = found;
    children.set(parent, [...(children.get(parent) ?? []), { ...mark, pages }]);
  }
  lastSeen = { at, children };
  return children;
}

/**
 * Returns the descendants of `pid`, one tree for each of its children, read at most `maxAgeMs` ago. Reading all
 * processes takes milliseconds, so frequent callers share the result.
 */
export function listChildTrees(pid: number, maxAgeMs = 0): ProcessTree[] {
  const children = processesByParent(maxAgeMs);
  const below = (parent: number): FoundProcess[] =>
    (children.get(parent) ?? []).flatMap((found) => [found, ...below(found.pid)]);
  return (children.get(pid) ?? []).map((root) => [root, ...below(root.pid)]);
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger);
}

/** Returns the processes whose command line contains `text`, which must be unique to the test. */
export function processesNaming(text: string): number[] {
  return pids().filter((pid) => readCommand(pid).includes(text));
}

/** Returns the processes with a folder in their command line or among the mounts of their sandbox. */
export function processesGiven(folder: string): number[] {
  return pids().filter((pid) =>
    (readCommand(pid) + readProcessFile(pid, 'mountinfo')).includes(folder),
  );
}

/** Returns the content of a file of a process in /proc; empty if the process has ended. */
function readProcessFile(pid: number, file: 'cmdline' | 'mountinfo' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Resolves once no command line contains `text`. */
export async function noneNames(text: string): Promise<void> {
  await until(`the end of what names ${text}`, () => processesNaming(text).length === 0);
}

/** Returns the command line of a process, with a NUL after each argument; empty if the process has ended. */
export function readCommand(pid: number): string {
  return readProcessFile(pid, 'cmdline');
}

/** Returns a field of the status of a process, such as "Uid"; empty if the process has ended. */
export function readStatusField(pid: number, field: string): string {
  const line = readProcessFile(pid, 'status')
    .split('\n')
    .find((each) => each.startsWith(`${field}:`));
  return line?.slice(field.length + 1).trim() ?? '';
}

/** Returns the mark of a process; throws if it has ended. */
export function readMark(pid: number): ProcessMark {
  const found = read(pid);
  if (found === null) throw new Error(`process ${pid} has ended`);
  return found.mark;
}

/** Sends a signal to a process; does nothing if it has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (findErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Returns the parent of a process; -1 if the process has ended. */
export function readParent(pid: number): number {
  return read(pid)?.parent ?? -1;
}

/** Returns the short name of a process; empty if it has ended. */
export function readProcessName(pid: number): string {
  return read(pid)?.name ?? '';
}

/** Returns the niceness of a process; NaN if it has ended. */
export function readNiceness(pid: number): number {
  return read(pid)?.niceness ?? NaN;
}

/**
 * Returns the time, in ms, for which the threads of a process were running or waiting for a processor; 0 if it has
 * ended. For a busy thread this is the elapsed time, regardless of the load of the machine.
 */
export function measureBusyMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'));
    return times.reduce((sum, text) => {
      const [worked = 0, waited = 0] = text.split(' ').map(Number);
      return sum + (worked + waited) / 1e6;
    }, 0);
  } catch {
    return 0;
  }
}

/** Returns the processes that have not ended. Zombies have ended. */
export function alive(marks: readonly ProcessMark[]): ProcessMark[] {
  return marks.filter(({ pid, started }) => {
    const found = read(pid);
    return found !== null && found.mark.started === started && found.state !== 'Z';
  });
}

/** Resolves once all of these processes have ended; fails with a list of those that remain. */
export async function allEnd(marks: readonly ProcessMark[]): Promise<void> {
  try {
    await until('the processes to end', () => alive(marks).length === 0, ENDED_MS);
  } catch (error) {
    const left = alive(marks).map(({ pid }) => `${pid} ${readCommand(pid).replaceAll('\0', ' ')}`);
    throw new Error(`these are left: ${left.join('; ')}`, { cause: error });
  }
}

interface ProcessStat {
  mark: ProcessMark;
  name: string;
  parent: number;
  state: string;
  niceness: number;
  pages: number;
}

function read(pid: number): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the command is in parentheses and may contain any character.
    const nameEnd = stat.lastIndexOf(')');
    const fields = stat.slice(nameEnd + 2).split(' ');
    return {
      mark: { pid, started: fields[19] ?? '' },
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parent: Number(fields[1]),
      state: fields[0] ?? '',
      niceness: Number(fields[16]),
      pages: Number(fields[21]),
    };
  } catch {
    return null;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { findErrorCode } from '../../src/base/kernel/errors.js';
import { until } from './until.js';

/** A process that is being killed ends at once when it gets a processor, which a busy machine may keep from it (ms). */
const ENDED_MS = 15_000;

/** A process; the time of its start distinguishes it from a later one of the same pid. */
export interface ProcessMark {
  pid: number;
  started: string;
}

/** A process as it was found. */
export interface FoundProcess extends ProcessMark {
  /** Memory that is resident, in pages. */
  pages: number;
}

/** A process and all its descendants, itself first. */
export type ProcessTree = [root: FoundProcess, ...descendants: FoundProcess[]];

/** All descendants of `pid` that are alive. */
export function listDescendants(pid: number): ProcessMark[] {
  return listChildTrees(pid).flat();
}

type Children = ReadonlyMap<number, readonly FoundProcess[]>;

let lastSeen: { at: number; children: Children } | null = null;

/** Every process, by its parent, as it was at most `maxAgeMs` ago. */
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
 * The descendants of `pid` that are alive, or were `maxAgeMs` ago, one tree for each of its children. To look through all
 * processes takes milliseconds: who looks again and again shares it with others that do.
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

/** All processes whose command line holds `text`, which a test makes unlike any other. */
export function processesNaming(text: string): number[] {
  return pids().filter((pid) => readCommand(pid).includes(text));
}

/** All processes that were given a folder: on their command line, or as a mount in their sandbox. */
export function processesGiven(folder: string): number[] {
  return pids().filter((pid) =>
    (readCommand(pid) + readProcessFile(pid, 'mountinfo')).includes(folder),
  );
}

/** Returns what a file of /proc says of a process; empty once that has ended. */
function readProcessFile(pid: number, file: 'cmdline' | 'mountinfo' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Resolves once none of them is left. */
export async function noneNames(text: string): Promise<void> {
  await until(`the end of what names ${text}`, () => processesNaming(text).length === 0);
}

/** The command line of a process, its words ended by NULs; empty once it has ended. */
export function readCommand(pid: number): string {
  return readProcessFile(pid, 'cmdline');
}

/** Returns a field of the status of a process, as "Uid"; empty once it has ended. */
export function readStatusField(pid: number, field: string): string {
  const line = readProcessFile(pid, 'status')
    .split('\n')
    .find((each) => each.startsWith(`${field}:`));
  return line?.slice(field.length + 1).trim() ?? '';
}

/** Throws where the process has ended. */
export function readMark(pid: number): ProcessMark {
  const found = read(pid);
  if (found === null) throw new Error(`process ${pid} has ended`);
  return found.mark;
}

/** Sends a signal to a process; one that has ended is left as it is. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (findErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Returns the process that has started another one; -1 once that has ended. */
export function readParent(pid: number): number {
  return read(pid)?.parent ?? -1;
}

/** The short name of what a process runs; empty once it has ended. */
export function readProcessName(pid: number): string {
  return read(pid)?.name ?? '';
}

/** The niceness of a process; NaN once it has ended. */
export function readNiceness(pid: number): number {
  return read(pid)?.niceness ?? NaN;
}

/**
 * Time that the threads of a process have worked or waited for a processor to work on, in ms. However busy the machine
 * is, a thread that does nothing else comes to the time that has passed. 0 once the process has ended.
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

/** Those of `marks` that have not ended; a zombie has. */
export function alive(marks: readonly ProcessMark[]): ProcessMark[] {
  return marks.filter(({ pid, started }) => {
    const found = read(pid);
    return found !== null && found.mark.started === started && found.state !== 'Z';
  });
}

/** Resolves once all of `marks`, which are being ended, have; else fails with what is left. */
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
    // The name of the command stands in parentheses and may hold anything.
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

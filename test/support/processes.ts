import { readdirSync, readFileSync } from 'node:fs';

/** A process, told from a later one of the same pid by when it started. */
export interface ProcessMark {
  pid: number;
  started: string;
}

/** All descendants of `pid` that are alive. */
export function descendantsOf(pid: number): ProcessMark[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = new Map<number, ProcessMark[]>();
  for (const name of all) {
    const found = read(Number(name));
    if (!found) continue;
    children.set(found.parent, [...(children.get(found.parent) ?? []), found.mark]);
  }
  const below = (parent: number): ProcessMark[] =>
    (children.get(parent) ?? []).flatMap((mark) => [mark, ...below(mark.pid)]);
  return below(pid);
}

/** All processes whose command line holds `text`, which a test makes unlike any other. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && commandOf(pid).includes(text));
}

/** Resolves once none of them is left; else the test ends by its timeout. */
export async function noneNames(text: string): Promise<void> {
  while (processesNaming(text).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The command line of a process, its words ended by NULs; empty once it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Those of `marks` that have not ended; a zombie has. */
export function alive(marks: readonly ProcessMark[]): ProcessMark[] {
  return marks.filter(({ pid, started }) => {
    const found = read(pid);
    return found !== null && found.mark.started === started && found.state !== 'Z';
  });
}

function read(pid: number): { mark: ProcessMark; parent: number; state: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the command stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      mark: { pid, started: fields[19] ?? '' },
      parent: Number(fields[1]),
      state: fields[0] ?? '',
    };
  } catch {
    return null;
  }
}

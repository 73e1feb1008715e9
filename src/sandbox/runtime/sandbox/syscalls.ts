import { type Decision, SYSCALLS } from './syscall-table.js';

/** Architectures for which a filter can be made, as in `process.arch`. */
export type FilterArch = 'x64' | 'arm64';

/** AUDIT_ARCH_* of linux/audit.h: the table of numbers with which a system call was made. */
export const AUDIT_ARCH: Record<FilterArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Names of the calls that are `checked`. */
export type CheckedName = {
  [Name in keyof typeof SYSCALLS]: (typeof SYSCALLS)[Name][2] extends 'checked' ? Name : never;
}[keyof typeof SYSCALLS];

interface Syscall {
  name: string;
  number: number;
  decision: Decision;
}

export function isFilterArch(arch: string): arch is FilterArch {
  return arch === 'x64' || arch === 'arm64';
}

/** Returns the system calls of an architecture, by number. */
export function listSyscalls(arch: FilterArch): Syscall[] {
  const all: [string, readonly [number | null, number | null, Decision]][] =
    Object.entries(SYSCALLS);
  return all
    .flatMap(([name, [x64, arm64, decision]]) => {
      const number = arch === 'x64' ? x64 : arm64;
      return number === null ? [] : [{ name, number, decision }];
    })
    .toSorted((one, other) => one.number - other.number);
}

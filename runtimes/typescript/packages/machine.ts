import type { LockedPackage } from '../../../src/sandbox/runtime/protocol.js';

/** Returns whether a package supports this machine, by npm's rules. */
export function isForThisMachine({ os, cpu, libc }: LockedPackage): boolean {
  return (
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    (libc === undefined || process.platform !== 'linux' || fits(libc, libcName()))
  );
}

function fits(wanted: readonly string[] | undefined, has: string): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  if (wanted.includes(`!${has}`)) return false;
  const named = wanted.filter((word) => !word.startsWith('!'));
  return named.length === 0 || named.includes(has) || named.includes('any');
}

function libcName(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Memory that is resident for a process and all its descendants, in bytes, from `/proc`. A page that two of
 * them share counts twice. Null where there is no `/proc` (macOS) or the process has ended.
 */
export function rssOfTree(pid: number): number | null {
  const own = rssOf(pid);
  if (own === null) return null;
  return childrenOf(pid).reduce((sum, child) => sum + (rssOfTree(child) ?? 0), own);
}

/**
 * SIGKILL to the process group that `pid` leads, to `pid`, and to every descendant that has left the group.
 * Without effect on what has ended already.
 */
export function killTree(pid: number): void {
  const descendants = descendantsOf(pid);
  sendKill(-pid);
  sendKill(pid);
  for (const descendant of descendants) sendKill(descendant);
}

/** From `status` rather than `statm`: it is in kB whatever the size of a page is. */
function rssOf(pid: number): number | null {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = status === null ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A child belongs to the thread that made it, so every thread is asked. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
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

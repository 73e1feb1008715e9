import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Cost of some work for a server: longest piece and total of its main thread in CPU ms, and memory. */
export interface Held {
  pieceMs: number;
  totalMs: number;
  grownBytes: number;
}

/** Limits of one answer. */
export const MOST: Held = { pieceMs: 50, totalMs: 300, grownBytes: 64 * 1024 * 1024 };
/** Maximum number of measurements. Other load only adds to a measurement, so the lowest counts. */
const TRIES = 3;

const PORT_FILE = join(process.env['TMPDIR'] ?? '/tmp', `main-thread-${process.pid}`);

/** Settings of a server whose main thread is measured. */
export const MEASURED = {
  NODE_OPTIONS: `--import ${pathToFileURL('test/servers/bounds/main-thread.mjs').href}`,
  MAIN_THREAD_PORT_FILE: PORT_FILE,
};

export async function measure(work: () => Promise<unknown>): Promise<Held> {
  await probe('begin');
  const began = performance.now();
  await work();
  const idleMs = (performance.now() - began) * idleShare;
  const held = (await probe('end')) as Held;
  return { ...held, totalMs: Math.max(0, held.totalMs - idleMs) };
}

/** Share of time that an idle server uses, including the measurement; it is subtracted. */
let idleShare = 0;
const IDLE_MS = 1_000;

/** Measures an idle server for a second and returns its CPU time in ms. */
export async function measureIdle(): Promise<number> {
  idleShare = 0;
  const { totalMs } = await measure(() => delay(IDLE_MS));
  idleShare = totalMs / IDLE_MS;
  return totalMs;
}

async function probe(path: string): Promise<unknown> {
  const port = await readFile(PORT_FILE, 'utf8');
  return (await fetch(`http://127.0.0.1:${port}/${path}`)).json();
}

/**
 * Measures repeatable work, again if it exceeds a limit. Times on a slow processor are converted to those of an
 * ordinary one.
 */
export async function measureLeast(work: () => Promise<unknown>): Promise<Held> {
  let least = await measure(work);
  for (let time = 1; time < TRIES && passesLimit(least); time += 1) {
    const again = await measure(work);
    const { pace } = (await probe('pace')) as { pace: number };
    const slower = Math.max(1, pace);
    least = {
      pieceMs: Math.min(least.pieceMs, again.pieceMs / slower),
      totalMs: Math.min(least.totalMs, again.totalMs / slower),
      grownBytes: Math.min(least.grownBytes, again.grownBytes),
    };
  }
  return least;
}

export function passesLimit(held: Held): boolean {
  return (Object.keys(MOST) as (keyof Held)[]).some((name) => held[name] >= MOST[name]);
}

export function formatHeld({ pieceMs, totalMs, grownBytes }: Held): string {
  const [piece, total, mib] = [pieceMs, totalMs, grownBytes / 2 ** 20].map((one) => one.toFixed(0));
  return `${piece} ms in one piece, ${total} ms in all, ${mib} MiB`;
}

import { getPriority, setPriority } from 'node:os';

/**
 * Has this process, with the threads and processes that it starts, give way to what is less nice. Where it was started with a
 * higher niceness it keeps that, which only a privileged process may lower.
 */
export function giveWay(niceness: number): void {
  setPriority(Math.max(niceness, getPriority()));
}

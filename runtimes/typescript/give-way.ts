import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process and of the threads and processes that it starts. A higher niceness at its start
 * is kept, since only a privileged process may lower it.
 */
export function giveWay(niceness: number): void {
  setPriority(Math.max(niceness, getPriority()));
}

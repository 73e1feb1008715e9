import type { Socket } from 'node:net';

/**
 * Calls `then` after `ms`, once all data that had arrived by then has been read. A blocked event loop runs its timers
 * first and reads afterwards, so with a plain timer, data that arrived in time would count as late. With `socket`,
 * waits as long as each turn of the loop reads more from it or its reader has paused it.
 */
export function afterReading(ms: number, then: () => void, socket?: Socket): void {
  const poll = (before: number): void => {
    setImmediate(() => {
      const read = socket?.bytesRead ?? 0;
      if (socket?.isPaused() === true) socket.once('resume', () => poll(read));
      else if (read === before) then();
      else poll(read);
    });
  };
  setTimeout(() => poll(socket?.bytesRead ?? 0), ms).unref();
}

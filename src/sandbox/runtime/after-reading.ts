import type { Socket } from 'node:net';

/**
 * Calls `then` after `ms`, once all data that had arrived by then has been read. An event loop that was held up for longer
 * runs its timers first and reads afterwards: by the clock alone, data that arrived in time would count as late. With
 * `socket`, waits as long as each turn of the loop reads more of it, or its reader has paused it.
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

import type { Socket } from 'node:net';

/**
 * Calls `then` after `ms`, once all has been read that had come by then. An event loop that was held up for longer runs its
 * timers first and reads afterwards: by the clock alone, what had come in time would be taken for late. With `socket`, for as
 * long as each turn of the loop reads more of that.
 */
export function afterReading(ms: number, then: () => void, socket?: Socket): void {
  const look = (before: number): void => {
    setImmediate(() => {
      const read = socket?.bytesRead ?? 0;
      if (read === before) then();
      else look(read);
    });
  };
  setTimeout(() => look(socket?.bytesRead ?? 0), ms).unref();
}

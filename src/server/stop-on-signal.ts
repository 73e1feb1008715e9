import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A second signal that comes sooner after the first one is the same: a terminal sends it to the launcher and to the server (ms). */
const SAME_MS = 1_000;

/**
 * Has the first signal end the server gracefully, and one that comes later end it at once. The end of the launcher counts
 * as a signal. SIGHUP does if there is a terminal: without one it reports the end of a terminal that the server does not
 * need, as after `nohup`, which Node does not heed by itself.
 */
export function stopOnSignal(close: () => Promise<void>, logger: Logger): void {
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  let stoppingSince: number | null = null;
  const stop = (reason: string): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince < SAME_MS) return;
      say(`ending at once: ${reason}`);
      process.exit(1);
    }
    stoppingSince = performance.now();
    logger.info({ reason }, 'stopping; running tasks may finish');
    say(`stopping: ${reason}; running tasks may finish (once more to stop at once)`);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));
  process.on('SIGHUP', () => {
    if (hasTerminal) stop('SIGHUP, its terminal was closed');
    else logger.info('SIGHUP is ignored: the server has no terminal');
  });
  process.on('message', (message) => {
    const reason = reasonIn(message);
    if (reason !== null) stop(reason);
  });
  process.once('disconnect', () => stop('its launcher has ended'));
  // A terminal that was closed takes no more text. That is no reason to end.
  process.stderr.on('error', () => undefined);
}

/** Returns why the launcher asks for the stop; null if the message is another one. */
function reasonIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('stop' in message)) return null;
  return String(message.stop);
}

function say(text: string): void {
  process.stderr.write(`metarun: ${text}\n`);
}

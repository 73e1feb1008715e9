import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** A signal and a message of the launcher within this time are one: a terminal, or systemd, sends a signal to both processes (ms). */
const SAME_MS = 1_000;

type Sender = 'signal' | 'launcher' | 'itself';

/**
 * Has the first signal end the server gracefully, and a second one end it at once. A message of the launcher counts as a
 * signal, and so does its end. SIGHUP does if there is a terminal: without one it reports the end of a terminal that the server does not
 * need, as after `nohup`, which Node does not obey by itself. Returns what stops the server for a reason of its own, with an exit code.
 */
export function stopOnSignal(
  close: () => Promise<void>,
  logger: Logger,
): (reason: string, code: number) => void {
  const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  let first: { at: number; by: Sender } | null = null;
  const stop = (reason: string, by: Sender, code = 0): void => {
    if (first !== null) {
      if (by === 'itself') return;
      if (by !== first.by && performance.now() - first.at < SAME_MS) return;
      say(`ending at once: ${reason}`);
      process.exit(1);
    }
    first = { at: performance.now(), by };
    logger.info({ reason }, 'stopping; running tasks may finish');
    say(`stopping: ${reason}; running tasks may finish (once more to stop at once)`);
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stop(signal, 'signal'));
  process.on('SIGHUP', () => {
    if (hasTerminal) stop('SIGHUP, its terminal was closed', 'signal');
    else logger.info('SIGHUP is ignored: the server has no terminal');
  });
  process.on('message', (message) => {
    const reason = reasonIn(message);
    if (reason !== null) stop(reason, 'launcher');
  });
  process.once('disconnect', () => stop('its launcher has ended', 'launcher'));
  // Until then the launcher sends signals.
  process.send?.({ stops: true });
  // A terminal that was closed takes no more text. That is no reason to end.
  process.stderr.on('error', () => undefined);
  return (reason, code) => stop(reason, 'itself', code);
}

/** Returns why the launcher asks for the stop; null if the message is another one. */
function reasonIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('stop' in message)) return null;
  return String(message.stop);
}

function say(text: string): void {
  process.stderr.write(`metarun: ${text}\n`);
}

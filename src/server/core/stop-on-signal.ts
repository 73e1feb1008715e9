import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/**
 * Time within which a signal and a message of the launcher count as one, in ms: a terminal or systemd signals both
 * processes.
 */
const SAME_MS = 1_000;

type Sender = 'signal' | 'launcher' | 'itself';

/**
 * Stops the server gracefully on the first signal and at once on the second. A message of the launcher, or its end,
 * counts as a signal. SIGHUP counts only with a terminal: without one, as after `nohup`, it reports the end of a
 * terminal that the server does not need, and Node does not ignore it by itself. Returns a function that stops the
 * server for an internal reason, with an exit code.
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
  // From this message on the launcher no longer sends signals.
  process.send?.({ stops: true });
  // Writing to a closed terminal fails, which is no reason to end.
  process.stderr.on('error', () => undefined);
  return (reason, code) => stop(reason, 'itself', code);
}

/** Returns the reason in a stop message of the launcher; null for any other message. */
function reasonIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('stop' in message)) return null;
  return String(message.stop);
}

function say(text: string): void {
  process.stderr.write(`metarun: ${text}\n`);
}

import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';
import type { Logger } from '../guest/console.js';

/** Length from which on text without a newline becomes a line, in characters. */
const MAX_PART = 64 * 1024;

/** Turns all that the script prints, by the console and by the standard streams, into log lines. Returns what writes the last parts. */
export function installConsole(logger: Logger): () => void {
  const streams: Record<LogLevel, Lines> = {
    info: new Lines(logger, 'info'),
    error: new Lines(logger, 'error'),
    warning: new Lines(logger, 'warning'),
    debug: new Lines(logger, 'debug'),
  };
  const at = (level: LogLevel): Console =>
    new Console({ stdout: streams[level], stderr: streams[level], colorMode: false });
  const made = new Console({ stdout: streams.info, stderr: streams.error, colorMode: false });
  const [warnings, debug] = [at('warning'), at('debug')];
  made.warn = (...values) => warnings.warn(...values);
  made.debug = (...values) => debug.debug(...values);
  // Formatting costs the most; a script that floods the log pays for it only up to the limit.
  for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    const write = made[name];
    made[name] = (...values) => {
      if (!logger.full) write(...values);
    };
  }
  globalThis.console = made;
  define('stdout', streams.info);
  define('stderr', streams.error);
  return () => {
    for (const stream of Object.values(streams)) stream.flush();
  };
}

function define(name: 'stdout' | 'stderr', value: Lines): void {
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
}

/** A stream of which each line is one of the log. */
class Lines extends Writable {
  private part = '';
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly logger: Logger,
    private readonly level: LogLevel,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.part += this.decoder.decode(chunk, { stream: true });
    const end = this.part.lastIndexOf('\n');
    if (end !== -1) {
      this.logger.write(this.level, this.part.slice(0, end));
      this.part = this.part.slice(end + 1);
    }
    if (this.part.length > MAX_PART) this.flush();
    done();
  }

  /** Writes text that no newline has ended yet. */
  flush(): void {
    if (this.part !== '') this.logger.write(this.level, this.part);
    this.part = '';
  }
}

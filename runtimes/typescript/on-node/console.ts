import { Writable } from 'node:stream';
import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';
import type { Logger } from '../guest/console.js';

type Write = (...values: unknown[]) => void;

/**
 * The methods that format their arguments. Formatting is the most expensive part; a script that floods the log pays for
 * it only up to the limit.
 */
const PRINTING = [
  'log',
  'info',
  'debug',
  'warn',
  'error',
  'dir',
  'dirxml',
  'table',
  'trace',
] as const;

/** Turns everything that the script prints, through Node's console or the standard streams, into log lines. */
export function installConsole(logger: Logger): void {
  const stdout = new Lines(logger, 'info');
  const stderr = new Lines(logger, 'error');
  define('stdout', stdout);
  define('stderr', stderr);
  // `console.assert` writes through `warn`.
  atLevel('warn', stderr, 'warning');
  atLevel('debug', stdout, 'debug');
  for (const name of PRINTING)
    replace(name, (write) => (...values) => {
      if (!logger.full) write(...values);
    });
  // Node writes its warnings without using the stream.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.write('warning', `${name}: ${message}`));
}

function atLevel(name: 'warn' | 'debug', stream: Lines, level: LogLevel): void {
  replace(
    name,
    (write) =>
      (...values) =>
        stream.during(level, () => write(...values)),
  );
}

/** Replaces a method of the console with the result of `make`, keeping its name. */
function replace(name: (typeof PRINTING)[number], make: (write: Write) => Write): void {
  const value = make(console[name] as Write);
  Object.defineProperty(value, 'name', { value: name });
  console[name] = value;
}

function define(name: 'stdout' | 'stderr', value: Lines): void {
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
}

/** A stream whose lines are log lines, which are shown before they end. */
class Lines extends Writable {
  /** Levels whose last line has not ended. */
  private readonly open = new Set<LogLevel>();
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly logger: Logger,
    private level: LogLevel,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const { logger, level, open } = this;
    const text = this.decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    const begin = open.has(level) && end > 0 ? text.indexOf('\n') + 1 : 0;
    logger.writePart(level, text.slice(0, begin));
    if (end > begin) logger.write(level, text.slice(begin, end - 1));
    logger.writePart(level, text.slice(end));
    if (end < text.length) open.add(level);
    else if (end > 0) open.delete(level);
    done();
  }

  /** Does work whose output has a different level. */
  during(level: LogLevel, work: () => void): void {
    const { level: usual } = this;
    this.level = level;
    try {
      work();
    } finally {
      this.level = usual;
    }
  }
}

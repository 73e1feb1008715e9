import { Writable } from 'node:stream';
import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';
import type { Logger } from '../guest/console.js';

type Write = (...values: unknown[]) => void;

/** Length from which on text without a newline becomes a line, in characters. */
const MAX_PART = 64 * 1024;
/** The methods that format what they are given. Formatting costs the most; a script that floods the log pays for it only up to the limit. */
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

/**
 * Turns all that the script prints, by Node's console and by the standard streams, into log lines. Returns what writes the last
 * parts.
 */
export function installConsole(logger: Logger): () => void {
  const stdout = new Lines(logger, 'info');
  const stderr = new Lines(logger, 'error');
  define('stdout', stdout);
  define('stderr', stderr);
  // What `console.assert` writes, it writes by `warn`.
  atLevel('warn', stderr, 'warning');
  atLevel('debug', stdout, 'debug');
  for (const name of PRINTING)
    replace(name, (write) => (...values) => {
      if (!logger.full) write(...values);
    });
  // Node writes its warnings past the stream.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logger.write('warning', `${name}: ${message}`));
  return () => {
    stdout.flush();
    stderr.flush();
  };
}

function atLevel(name: 'warn' | 'debug', stream: Lines, level: LogLevel): void {
  replace(
    name,
    (write) =>
      (...values) =>
        stream.during(level, () => write(...values)),
  );
}

/** Replaces a method of the console by what is made of it, under its name. */
function replace(name: (typeof PRINTING)[number], make: (write: Write) => Write): void {
  const value = make(console[name] as Write);
  Object.defineProperty(value, 'name', { value: name });
  console[name] = value;
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
    private level: LogLevel,
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

  /** Does work whose text has a level of its own. */
  during(level: LogLevel, work: () => void): void {
    const { level: usual } = this;
    this.flush();
    this.level = level;
    try {
      work();
    } finally {
      this.level = usual;
    }
  }

  /** Writes text that no newline has ended yet. */
  flush(): void {
    if (this.part !== '') this.logger.write(this.level, this.part);
    this.part = '';
  }
}

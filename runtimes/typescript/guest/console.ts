import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';
import { charCodeAt, endsWith, includes, indexOf, slice, wireText } from './intrinsics.js';
import type { Link } from './link.js';
import { withoutFrames } from './own-frames.js';

const MAX_LINE = 16 * 1024;
/** Bytes that each log line counts in addition to its text, as in the protocol. */
const LOG_LINE_OVERHEAD = 100;

/** The log of the run; `console` is created when a script first reads it. */
export const ofRun: { log: Pick<Logger, 'full' | 'write' | 'writePart'> } = {
  log: { full: true, write: () => undefined, writePart: () => undefined },
};

/** Writes the log lines of one run. After `maxBytes` it sends nothing more; the host logs that once. */
export class Logger {
  private bytes = 0;

  constructor(
    private readonly link: Link,
    private readonly maxBytes: number,
    /** The file of this code, as it appears in stacks. */
    private readonly ownFile: string,
  ) {}

  /** True once nothing more is sent. */
  get full(): boolean {
    return this.bytes > this.maxBytes;
  }

  /** Writes each line of a text as one log line, without stack frames that are not the script's. */
  write(level: LogLevel, given: string): void {
    if (this.full) return;
    const text = includes(given, this.ownFile) ? withoutFrames(given, this.ownFile) : given;
    for (let from = 0; !this.full;) {
      const end = indexOf(text, '\n', from);
      this.line(level, slice(text, from, end === -1 ? text.length : end));
      if (end === -1) return;
      from = end + 1;
    }
  }

  /** Writes like `write`; a newline at the end of `text` only ends its last line. */
  writeText(level: LogLevel, text: string): void {
    this.write(level, endsWith(text, '\n') ? slice(text, 0, text.length - 1) : text);
  }

  /** Writes a part of a line, which more parts may follow; the host assembles lines. */
  writePart(level: LogLevel, text: string): void {
    for (let from = 0; from < text.length && !this.full;) {
      const end = endOfPart(text, from);
      const part = slice(text, from, end);
      // A part that rewrites its line replaces other text.
      if (!includes(part, '\r')) this.bytes += part.length;
      this.link.output(level, wireText(part), this.full);
      from = end;
    }
  }

  private line(level: LogLevel, line: string): void {
    const over = line.length - MAX_LINE;
    const text =
      over > 0
        ? `${slice(line, 0, MAX_LINE)} [cut: ${over} more characters]`
        : withoutReturns(line);
    this.bytes += text.length + LOG_LINE_OVERHEAD;
    this.link.log(level, wireText(text));
  }
}

/** Returns the end of a part that begins at an index, without splitting a surrogate pair. */
function endOfPart(text: string, from: number): number {
  const end = from + MAX_LINE;
  if (end >= text.length) return text.length;
  const last = charCodeAt(text, end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Returns `line` without trailing CRs. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (endsWith(slice(line, 0, end), '\r')) end -= 1;
  return slice(line, 0, end);
}

import { lineAsShown, OutputLines } from './output-lines.js';
import { type GuestFrame, LOG_LINE_OVERHEAD, type LogLevel } from './protocol.js';
import type { LinePart, RunHost } from './runtime.js';

type Output = Omit<Extract<GuestFrame, { type: 'output' }>, 'type'>;

/** `reported` is the open line as the host knows it; empty for none. */
interface Stream {
  lines: OutputLines;
  reported: string;
}

/** The log of one run: splits its output into lines, and forwards as many as a run may log. */
export class GuestLog {
  private bytes = 0;
  /** Streams that the script has written to. */
  private readonly streams = new Map<LogLevel, Stream>();

  constructor(
    private readonly maxBytes: number,
    private readonly host: RunHost,
  ) {}

  private readonly hide = (text: string): string => this.host.redact(text);

  /** Adds a complete line. */
  line(level: LogLevel, text: string): void {
    this.add(level, lineAsShown(text, this.hide));
  }

  /** Adds a piece of a stream. An unfinished line is reported as it is so far. */
  output({ level, text, cut = 0, full }: Output): void {
    const stream = this.getOrCreateStream(level);
    for (const line of stream.lines.feed(text, cut)) this.end(level, stream, line);
    const { open } = stream.lines;
    if (open !== stream.reported && this.bytes <= this.maxBytes) {
      stream.reported = open;
      this.host.onLog(level, open, 'open');
    }
    if (full === true) this.add(level, '', undefined, Infinity);
  }

  /** Adds the last text that a process wrote to standard output and standard error. */
  lastWords(words: readonly string[]): void {
    for (const [index, text] of words.entries())
      if (text !== '') this.output({ level: index === 0 ? 'info' : 'warning', text });
  }

  /** Ends the lines that no newline has ended. */
  close(): void {
    for (const [level, stream] of this.streams) {
      const line = stream.lines.end();
      if (line !== '' || stream.reported !== '') this.end(level, stream, line);
    }
  }

  private getOrCreateStream(level: LogLevel): Stream {
    let stream = this.streams.get(level);
    if (stream === undefined) {
      stream = { lines: new OutputLines(this.hide), reported: '' };
      this.streams.set(level, stream);
    }
    return stream;
  }

  private end(level: LogLevel, stream: Stream, line: string): void {
    this.add(level, line, stream.reported === '' ? undefined : 'ended');
    stream.reported = '';
  }

  private add(
    level: LogLevel,
    text: string,
    part?: LinePart,
    bytes = Buffer.byteLength(text) + LOG_LINE_OVERHEAD,
  ): void {
    const limit = this.maxBytes;
    if (this.bytes > limit) return;
    this.bytes += bytes;
    if (this.bytes <= limit) this.host.onLog(level, text, part);
    else this.truncate();
  }

  /** Ends the open lines as they were last reported, so that the log's last line can say that lines are missing. */
  private truncate(): void {
    for (const [level, { reported }] of this.streams)
      if (reported !== '') this.host.onLog(level, reported, 'ended');
    this.host.onLog('warning', `Log truncated: a run may log ${this.maxBytes} bytes.`);
  }
}

import type { Logger } from 'pino';

/** Maximum length of a log line in characters, and maximum number of lines per minute. */
const MAX_LINE = 2_000;
const MAX_LINES = 100;
const MINUTE_MS = 60_000;

/** Forwards the error output of a program to the server's log, with the program's secrets redacted. */
export class StdioLog {
  private rest = '';
  private began = -Infinity;
  private lines = 0;

  constructor(
    private readonly logger: Logger,
    private readonly who: { projectId: string; mcpServer: string },
    private readonly hide: (text: string) => string,
  ) {}

  write(text: string): void {
    const parts = (this.rest + text).split('\n');
    this.rest = (parts.pop() ?? '').slice(0, MAX_LINE * 2);
    for (const line of parts) this.line(line);
  }

  private line(line: string): void {
    if (line.trim() === '') return;
    if (performance.now() - this.began > MINUTE_MS) {
      this.began = performance.now();
      this.lines = 0;
    }
    this.lines += 1;
    if (this.lines > MAX_LINES + 1) return;
    const shown =
      this.lines > MAX_LINES
        ? 'it writes more; the rest of this minute is left out'
        : this.hide(line).slice(0, MAX_LINE).toWellFormed();
    this.logger.info({ ...this.who, line: shown }, 'mcp server');
  }
}

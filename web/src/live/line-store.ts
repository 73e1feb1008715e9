import { askedAgain } from '../api/asked-again.js';
import { type LinesFilter, type LinesPage, type LinesPlace, readLines } from '../api/logs.js';
import { LEVELS, type LogLevel, type LogLine } from '../api/types.js';
import { followLines } from './line-stream.js';
import { mergedLines } from './merged-lines.js';

/** The loaded part of the log of a run: its end, and older lines on demand. */
export interface Lines {
  lines: readonly LogLine[];
  /** Number of the first loaded line within the whole log, from 1; null if the log is filtered. */
  first: number | null;
  /** Number of lines per level when the log was opened; null while it is loading. */
  counts: Readonly<Record<LogLevel, number>> | null;
  /** True if the first line of the log is loaded. */
  complete: boolean;
  loading: boolean;
  error: unknown;
}

const FIRST = 1_000;
const PAGE = 5_000;
const EMPTY: Lines = {
  lines: [],
  first: null,
  counts: null,
  complete: false,
  loading: true,
  error: null,
};

/** Reads the log of a run from its end backwards, and follows new lines. */
export class LineStore {
  private state = EMPTY;
  private readonly listeners = new Set<() => void>();
  /** Number of the line up to which the log is complete. Later lines came from the stream, possibly with gaps. */
  private readUntil = 0;
  /** True once the stream delivers lines. */
  private streams = false;

  constructor(
    private readonly project: string,
    private readonly task: string,
    private readonly filter: LinesFilter,
  ) {}

  readonly snapshot = (): Lines => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Reads the end of the log and, with `live`, follows new lines. Returns a function that stops it. */
  open(live: boolean): () => void {
    const ending = new AbortController();
    const known = this.state.counts !== null;
    if (known) this.set({ error: null });
    void (known ? this.readNewer(ending.signal) : this.readEnd(ending.signal)).catch(
      () => undefined,
    );
    this.streams = false;
    if (!live) return () => ending.abort();
    const stop = followLines(this.project, this.task, {
      onLines: (lines) => this.add(lines.filter((line) => this.wants(line))),
      onOpen: () => {
        this.streams = true;
        void this.readNewer(ending.signal).catch(() => undefined);
      },
    });
    return () => {
      ending.abort();
      stop();
    };
  }

  /** Reads a page of older lines, unless one is already being read. */
  async readOlder(): Promise<void> {
    const { complete, loading, lines } = this.state;
    if (!complete && !loading && lines.length > 0) await this.readPage();
  }

  private async readEnd(signal: AbortSignal): Promise<void> {
    this.set({ loading: true, error: null });
    try {
      const place = { before: 0 };
      const page = await this.read(place, FIRST, signal);
      const total = page.counts === null ? null : this.countMatchingLines(page.counts);
      const plain = this.filter.level === undefined && this.filter.attempt === undefined;
      this.readUntil = page.lines.at(-1)?.seq ?? 0;
      this.add(page.lines);
      this.set({
        counts: page.counts,
        complete: !page.more,
        loading: false,
        first: plain && total !== null ? total - page.lines.length + 1 : null,
      });
      // The stream may have started after the server produced this page but before the page arrived.
      if (this.streams) await this.readNewer(signal);
    } catch (error) {
      if (!signal.aborted) this.set({ loading: false, error });
    }
  }

  private async readPage(): Promise<void> {
    this.set({ loading: true });
    try {
      const place = { before: this.state.lines[0]?.seq ?? 0 };
      const page = await this.read(place, PAGE);
      const { first } = this.state;
      this.add(page.lines);
      this.set({
        loading: false,
        complete: !page.more,
        first: first === null ? null : first - page.lines.length,
      });
    } catch (error) {
      this.set({ loading: false, error });
    }
  }

  private async readNewer(signal: AbortSignal): Promise<void> {
    if (this.state.counts === null) return;
    for (;;) {
      const place = { cursor: this.readUntil };
      const page = await this.read(place, PAGE, signal);
      this.readUntil = page.lines.at(-1)?.seq ?? this.readUntil;
      this.add(page.lines);
      if (!page.more) return;
    }
  }

  private read(place: LinesPlace, limit: number, signal?: AbortSignal): Promise<LinesPage> {
    return askedAgain(
      () => readLines(this.project, this.task, this.filter, place, limit, signal),
      signal,
    );
  }

  private countMatchingLines(counts: Record<LogLevel, number>): number {
    const least = this.filter.level === undefined ? 0 : LEVELS.indexOf(this.filter.level);
    return LEVELS.slice(least).reduce((sum, level) => sum + counts[level], 0);
  }

  private wants({ level, attempt }: LogLine): boolean {
    const { level: least, attempt: only } = this.filter;
    if (only !== undefined && attempt !== only) return false;
    return least === undefined || LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  }

  private add(more: readonly LogLine[]): void {
    if (more.length > 0) this.set({ lines: mergedLines(this.state.lines, more) });
  }

  private set(change: Partial<Lines>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

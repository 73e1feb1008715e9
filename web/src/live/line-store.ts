import { askedAgain } from '../api/asked-again.js';
import { type LinesFilter, type LinesPage, type LinesPlace, readLines } from '../api/logs.js';
import { LEVELS, type LogLevel, type LogLine } from '../api/types.js';
import { followLines } from './line-stream.js';
import { mergedLines } from './merged-lines.js';

/** The log of a run as far as it was read: its end, and older lines as they are asked for. */
export interface Lines {
  lines: readonly LogLine[];
  /** The number that the first of them has in the whole log, from 1; null where only a part of the lines is wanted. */
  first: number | null;
  /** The number of lines of each level when the log was opened; null until then. */
  counts: Readonly<Record<LogLevel, number>> | null;
  /** True where the first line of the log is among them. */
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

/** Reads the log of a run from its end on, and follows it. */
export class LineStore {
  private state = EMPTY;
  private readonly listeners = new Set<() => void>();
  /** All lines up to this one were read; later ones have come by the stream, maybe not all. */
  private readUntil = 0;
  /** Lines come by the stream. */
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

  /** Reads the end of the log and, where `live`, what comes. Returns how to end it. */
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

  /** Reads a page of older lines, once at a time. */
  async readOlder(): Promise<void> {
    const { complete, loading, lines } = this.state;
    if (!complete && !loading && lines.length > 0) await this.readPage();
  }

  private async readEnd(signal: AbortSignal): Promise<void> {
    this.set({ loading: true, error: null });
    try {
      const place = { before: 0 };
      const page = await this.read(place, FIRST, signal);
      const total = page.counts === null ? null : this.totalOf(page.counts);
      const plain = this.filter.level === undefined && this.filter.attempt === undefined;
      this.readUntil = page.lines.at(-1)?.seq ?? 0;
      this.add(page.lines);
      this.set({
        counts: page.counts,
        complete: !page.more,
        loading: false,
        first: plain && total !== null ? total - page.lines.length + 1 : null,
      });
      // The stream may have begun after this page was made, and before it came.
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

  private totalOf(counts: Record<LogLevel, number>): number {
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

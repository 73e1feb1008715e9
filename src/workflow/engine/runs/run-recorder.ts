import { escapeHidden } from '../../../base/kernel/hidden-characters.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import type { LogLevel } from '../../../sandbox/runtime/protocol.js';
import type { LinePart } from '../../../sandbox/runtime/runtime.js';
import type { Recorded, SideRecord } from '../operations/record.js';
import { PhaseTimes } from './phase-times.js';
import type { RunKey } from './run-key.js';
import type { RunListener, RunText } from './task-executor.js';
import { MAX_TEXT_EVENTS, TextEvents } from './text-events.js';

/** Longest time for which a report stays unwritten, in ms: a burst of log lines becomes one transaction. */
const FLUSH_MS = 50;
/** Interval at which an unfinished line that changes is stored, in ms. */
const OPEN_LINE_MS = 250;
/** Pause before a failed write is tried again, in ms. */
const RETRY_MS = 500;
/** Maximum number of events per write, so that a flood does not hold the writer for long. */
const MAX_BATCH = 2_000;
/** Maximum number of phase events per run: a run may set any number of phases, and events are rows of a table. */
const MAX_PHASE_EVENTS = 10_000;
const TEXTS_PASSED = `The task has written ${MAX_TEXT_EVENTS} text events, which are all that a task may: what it writes from here on is not shown.`;

/**
 * An unfinished line. `line`: its number within the task. `due`: the earliest time of its next write. `stored`: its
 * latest event.
 */
interface OpenLine {
  readonly line: number;
  text: string;
  changed: boolean;
  due: number;
  stored: NewTaskEvent | null;
}

/** Collects the reports of a run and stores them in batches, in order, one at a time. */
export class RunRecorder implements RunListener {
  private events: NewTaskEvent[] = [];
  private records: SideRecord[] = [];
  readonly phaseTimes = new PhaseTimes();
  private phase: string | null = null;
  private phaseSince: number | null = null;
  private progress: number | null = null;
  private phaseEvents = 0;
  /** Null until the run writes text. */
  private texts: TextEvents | null = null;
  /** Unfinished lines of the script's streams, by level. */
  private readonly openLines = new Map<LogLevel, OpenLine>();
  private lastLine = 0;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<unknown> = Promise.resolve();
  private closed = false;

  /** `store` must not reject; reports for which it returns false are kept and tried again. */
  constructor(
    private readonly run: RunKey,
    private readonly store: (recorded: Recorded) => Promise<boolean>,
  ) {}

  onPhase(reported: string): void {
    // A script does not fail because of the name of a phase.
    const text = escapeHidden(reported.replaceAll(/\s*\n\s*/g, ' '));
    this.phase = text;
    if (this.phaseTimes.enter(text)) this.phaseSince = this.phaseTimes.since;
    this.phaseEvents += 1;
    if (this.phaseEvents <= MAX_PHASE_EVENTS) this.add('phase', null, { phase: text });
    else this.later(FLUSH_MS);
  }

  onProgress(value: number): void {
    this.progress = value;
    const last = this.events.at(-1);
    if (last?.type === 'progress') last.data = { progress: value };
    else this.add('progress', null, { progress: value });
  }

  onLog(level: LogLevel, text: string, part?: LinePart): void {
    if (part === 'open') return this.onOpenLine(level, text);
    const open = part === 'ended' ? this.openLines.get(level) : undefined;
    // A line from another source leaves the unfinished line as it is.
    if (open !== undefined) this.openLines.delete(level);
    this.add('log', level, { text, ...(open?.stored && { line: open.line }) }, open?.stored);
  }

  /** Schedules a write of an unfinished line, at most once in {@link OPEN_LINE_MS}. */
  private onOpenLine(level: LogLevel, text: string): void {
    if (this.closed) return;
    let open = this.openLines.get(level);
    if (open === undefined) {
      this.lastLine = Math.max(this.lastLine + 1, Date.now());
      open = { line: this.lastLine, text, changed: true, due: 0, stored: null };
      this.openLines.set(level, open);
    }
    open.text = text;
    open.changed = true;
    this.later(Math.max(FLUSH_MS, open.due - performance.now()));
  }

  /** Returns events of the unfinished lines that have changed and are due. */
  private takeOpenLines(): NewTaskEvent[] {
    const events: NewTaskEvent[] = [];
    for (const [level, open] of this.openLines) {
      if (!this.isDue(open)) continue;
      open.changed = false;
      open.due = performance.now() + OPEN_LINE_MS;
      const event = this.createEvent('log', level, {
        text: open.text,
        line: open.line,
        open: true,
      });
      if (open.stored !== null) event.replaces = open.stored;
      open.stored = event;
      events.push(event);
    }
    return events;
  }

  onText(text: RunText, before: number): void {
    if (this.closed) return;
    this.texts ??= new TextEvents(
      before,
      (data) => this.push('text', null, data, 0),
      () => this.push('log', 'warning', { text: TEXTS_PASSED }, 0),
    );
    this.texts.add(text);
  }

  onRecord(record: SideRecord): () => void {
    if (this.closed) return () => undefined;
    this.records.push(record);
    this.later(0);
    return () => {
      this.records = this.records.filter((other) => other !== record);
    };
  }

  async withReports<T>(write: (recorded: Recorded) => Promise<T>): Promise<T> {
    let stored = true;
    while (stored && this.events.length > MAX_BATCH && !this.closed) stored = await this.flush();
    const written = this.writing.then(async () => {
      const reports = this.take();
      this.clearTimer();
      try {
        const answer = await write(reports);
        this.onStored(reports);
        return answer;
      } catch (error) {
        this.putBack(reports);
        if (this.events.length > 0) this.later(RETRY_MS);
        throw error;
      }
    });
    this.writing = written.catch(() => undefined);
    return written;
  }

  /** Stops the batches once those in progress are stored, and returns the rest for the last write of the run. */
  async finish(): Promise<Recorded> {
    let stored = true;
    while (stored && this.events.length > MAX_BATCH) stored = await this.flush();
    this.closed = true;
    this.clearTimer();
    await this.writing;
    return this.take();
  }

  private add(
    type: NewTaskEvent['type'],
    level: LogLevel | null,
    data: NewTaskEvent['data'],
    replaces: NewTaskEvent | null = null,
  ): void {
    if (this.closed) return;
    // Text written before comes first.
    this.texts?.flush();
    this.push(type, level, data, FLUSH_MS, replaces);
  }

  private push(
    type: NewTaskEvent['type'],
    level: LogLevel | null,
    data: NewTaskEvent['data'],
    withinMs: number,
    replaces: NewTaskEvent | null = null,
  ): void {
    const event = this.createEvent(type, level, data);
    if (replaces !== null) event.replaces = replaces;
    this.events.push(event);
    this.later(withinMs);
  }

  private createEvent(
    type: NewTaskEvent['type'],
    level: LogLevel | null,
    data: NewTaskEvent['data'],
  ): NewTaskEvent {
    const { taskId, attempt } = this.run;
    return { type, taskId, attempt, level, data, createdAt: Date.now() };
  }

  private flush(): Promise<boolean> {
    const flushed = this.writing.then(async () => {
      this.clearTimer();
      if (this.closed || this.empty) {
        this.laterForOpenLines();
        return true;
      }
      const batch = this.take(MAX_BATCH);
      const stored = await this.store(batch);
      if (stored) this.onStored(batch);
      else this.putBack(batch);
      if (this.events.length > 0 && !this.closed) this.later(stored ? FLUSH_MS : RETRY_MS);
      return stored;
    });
    this.writing = flushed;
    return flushed;
  }

  /** True if a write of another kind has stored everything. */
  private get empty(): boolean {
    const { events, records, phase, progress } = this;
    const isEmpty =
      events.length === 0 && records.length === 0 && phase === null && progress === null;
    return isEmpty && ![...this.openLines.values()].some((open) => this.isDue(open));
  }

  private isDue({ changed, due }: OpenLine): boolean {
    return changed && (this.closed || due <= performance.now());
  }

  private onStored({ events }: Recorded): void {
    // The events that they replaced no longer exist.
    for (const event of events) delete event.replaces;
    this.laterForOpenLines();
  }

  private laterForOpenLines(): void {
    for (const { changed, due } of this.openLines.values())
      if (changed) this.later(Math.max(0, due - performance.now()));
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private later(ms: number): void {
    if (!this.closed) this.timer ??= setTimeout(() => void this.flush(), ms);
  }

  private take(most = Number.POSITIVE_INFINITY): Recorded {
    if (most === Number.POSITIVE_INFINITY) this.texts?.flush();
    const all = this.events.length <= most;
    const events = all ? this.events.concat(this.takeOpenLines()) : this.events.slice(0, most);
    this.events = all ? [] : this.events.slice(most);
    const { phase, phaseSince, progress, records } = this;
    const recorded = { phase, phaseSince, progress, events, records };
    this.records = [];
    this.phase = null;
    this.phaseSince = null;
    this.progress = null;
    return recorded;
  }

  private putBack({ events, phase, phaseSince, progress, records }: Recorded): void {
    this.events = [...events, ...this.events];
    this.records = [...records, ...this.records];
    this.phase ??= phase;
    this.phaseSince ??= phaseSince;
    this.progress ??= progress;
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Json } from '../../../base/kernel/json.js';
import type { LogLevel } from '../protocol.js';
import type { LinePart, PendingCall, RunHost } from '../runtime.js';
import type { StopSignal } from '../stop-signal.js';
import { isFrame } from '../typescript/stack.js';
import { readSources } from './read-sources.js';

/**
 * Maximum number of look-ups in the source map per run, each of which reads the whole map. Later lines are not mapped.
 */
const MAX_LOOKUPS = 30;
/** Maximum number of lines per look-up, and of lines whose answers a run keeps. */
const MAX_LINES = 1_000;
/** Maximum number of reports that are passed on in one turn of the event loop. */
const MAX_AT_ONCE = 200;

interface Report {
  /** The line of a stack that has to be mapped. */
  line?: string;
  pass(): void;
}

/**
 * Maps the stacks in a run's log to the author's own lines. Reports that follow such a line wait for it, so that the
 * order is kept; a run that logs no stack only pays for the inspection of each line.
 */
export class LoggedStacks implements RunHost {
  private readonly known = new Map<string, string>();
  private queue: Report[] = [];
  private lookups = 0;
  /** Resolves once the queue is empty; null if it is empty. */
  private passing: Promise<void> | null = null;

  constructor(
    private readonly host: RunHost,
    private readonly map: string,
  ) {}

  get stop(): StopSignal {
    return this.host.stop;
  }

  onPhase(text: string): void {
    this.add({ pass: () => this.host.onPhase(text) });
  }

  onProgress(value: number): void {
    this.add({ pass: () => this.host.onProgress(value) });
  }

  onLog(level: LogLevel, text: string, part?: LinePart): void {
    if (isFrame(text))
      this.add({
        line: text,
        pass: () => this.host.onLog(level, this.known.get(text) ?? text, part),
      });
    else this.add({ pass: () => this.host.onLog(level, text, part) });
  }

  redact(text: string): string {
    return this.host.redact(text);
  }

  async call(method: string, args: Json, pending: PendingCall): Promise<Json> {
    if (this.passing !== null) await this.passing;
    return this.host.call(method, args, pending);
  }

  waits(method: string): boolean {
    return this.host.waits(method);
  }

  /** Resolves once all reports have been passed on. */
  async written(): Promise<void> {
    await this.passing;
  }

  private add(report: Report): void {
    if (this.passing === null && !this.isUnknown(report)) return report.pass();
    this.queue.push(report);
    this.passing ??= this.passAll();
  }

  private isUnknown({ line }: Report): boolean {
    return line !== undefined && !this.known.has(line) && this.lookups < MAX_LOOKUPS;
  }

  private async passAll(): Promise<void> {
    // Looks up lines that have arrived together in one go.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const reports = this.queue;
      this.queue = [];
      await this.lookUp(reports);
      for (const [index, report] of reports.entries()) {
        if (index > 0 && index % MAX_AT_ONCE === 0) await nextTurn();
        report.pass();
      }
    }
    this.passing = null;
  }

  private async lookUp(reports: readonly Report[]): Promise<void> {
    const unknown = reports.filter((report) => this.isUnknown(report));
    const lines = [...new Set(unknown.map(({ line = '' }) => line))].slice(0, MAX_LINES);
    if (lines.length === 0) return;
    this.lookups += 1;
    if (this.known.size + lines.length > MAX_LINES) this.known.clear();
    const mapped = await readSources('lines', { map: this.map, lines }).catch(() => lines);
    for (const [index, line] of lines.entries()) this.known.set(line, mapped[index] ?? line);
  }
}

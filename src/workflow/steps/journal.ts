import type { Awaited } from '../engine/operations/suspend.js';
import { givenUp } from '../engine/operations/held.js';
import type { RunKey } from '../engine/runs/run-key.js';
import type { RunListener } from '../engine/runs/task-executor.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { LONGEST_TIMER_MS } from '../../base/kernel/timers.js';
import type { PendingCall, RunErrorCode } from '../../sandbox/runtime/runtime.js';
import { Replay } from './replay.js';
import { noteTry, parseTries } from './tries.js';
import { type Step, type StepEnd, type StepError, type StepKind, describeStep } from './step.js';
import type { DecideEnd, NewRecord, StepStore, StepWrite, WriteMore } from './step-store.js';
import { STEP_ERRORS } from './errors.js';

/** Maximum number of records of one task. */
const MAX_STEPS = 10_000;
/** Longest wait during which a run stays in memory, in ms: starting it again would take longer. */
const STAYS_MS = 1_000;
/** Interval at which the rows are read for completions without a notification, in ms. */
const POLL_MS = 1_000;
/**
 * Time after which a step whose function still runs is recorded as running, in ms: most end sooner, and cost no write.
 */
const SHORT_MS = 50;

/** The run of a journal. */
export interface JournalRun extends RunKey {
  /** True if the run resumes after a wait and is not a new attempt. */
  woken: boolean;
  /** True if the task has records. */
  recorded: boolean;
  redact(text: string): string;
  reports: Pick<RunListener, 'onRecord' | 'onText' | 'withReports'>;
  onClose(): void;
}

interface Wait {
  step: Step;
  wake(): void;
}

/** The durable operations of one run, on top of the records of the task's earlier runs. */
export class Journal {
  private replay: Replay | null = null;
  private loading: Promise<Replay> | null = null;
  private readonly occurrences = new Map<string, number>();
  private readonly steps = new Map<string, Step>();
  /** Steps of the calls that may be suspended, by call. */
  private readonly longWaits = new Map<number, readonly Step[]>();
  private readonly waits = new Set<Wait>();
  /** Error code of the task if the script does not catch an exception, by its type and message. */
  private readonly given = new Map<string, RunErrorCode>();
  /** Functions that remove the pending record of a running step, by the step's id. */
  private readonly running = new Map<string, () => void>();
  private poll: NodeJS.Timeout | null = null;
  private inFlight = 0;
  private ordered = true;
  private count = 0;
  private next = 0;
  private closed = false;
  private ending: AbortController | null = null;

  constructor(
    private readonly store: StepStore,
    private readonly run: JournalRun,
  ) {}

  get reports(): Pick<RunListener, 'onText'> {
    return this.run.reports;
  }

  /** True while the script repeats what it reported before the wait. */
  get repeats(): boolean {
    if (!this.run.woken || !this.run.recorded) return false;
    return this.replay === null || this.replay.goesOn;
  }

  /** True while there are records that the run has not reached. False before its first step begins. */
  get replays(): boolean {
    return this.replay?.goesOn ?? false;
  }

  /** Aborted at the end of the run. */
  get signal(): AbortSignal {
    this.ending ??= new AbortController();
    if (this.closed) this.ending.abort();
    return this.ending.signal;
  }

  /** Begins an operation, or finds its record. Called in the order of the script's calls. */
  async begin(kind: StepKind, name: string, { at }: { at?: string } = {}): Promise<Step> {
    // Awaited even if it is loaded, so that no call overtakes another one that waits for it.
    const replay = await (this.loading ??= this.load());
    if (this.inFlight > 0) this.ordered = false;
    return this.enter(replay, kind, name, at);
  }

  /** Begins the operations of one call, in order and with nothing in between. */
  async beginAll(
    kind: StepKind,
    names: readonly string[],
    { at }: { at?: string } = {},
  ): Promise<Step[]> {
    const replay = await (this.loading ??= this.load());
    if (this.inFlight > 0) this.ordered = false;
    return names.map((name) => this.enter(replay, kind, name, at));
  }

  private enter(replay: Replay, kind: StepKind, name: string, at: string | undefined): Step {
    const occurrence = this.occurrences.get(`${kind} ${name}`) ?? 0;
    const record = replay.meet(kind, name, occurrence);
    if (record !== null && 'recorded' in record)
      throw new MetarunError(
        STEP_ERRORS.replay_mismatch,
        `The script asks for ${describeStep({ kind, name })} where its record has ${describeStep(record.recorded)} as number ${record.recorded.position + 1}. Between its steps a script must do the same whenever it is run.`,
      );
    this.occurrences.set(`${kind} ${name}`, occurrence + 1);
    this.inFlight += 1;
    const step: Step = {
      id: record === null || record.status === 'new' ? newId() : record.id,
      kind,
      name,
      occurrence,
      position: record?.position ?? this.next++,
      ordered: this.ordered,
      startedAt: record === null || record.status === 'new' ? Date.now() : record.started_at,
      state: record === null ? 'new' : (record.status as Step['state']),
      attempts: record?.attempts ?? 1,
      codeAt: at ?? null,
      tries: record?.status === 'waiting' ? parseTries(record.tries) : [],
      calledAt: Date.now(),
      dueAt: record?.left == null ? null : performance.now() + Number(record.left),
    };
    if (record === null && (this.count += 1) > MAX_STEPS) {
      this.inFlight -= 1;
      throw new MetarunError('too_large', `A task may have ${MAX_STEPS} steps.`);
    }
    this.steps.set(step.id, step);
    return step;
  }

  /** Notes that the function of a step is called, which is recorded if it does not end soon. */
  runs(step: Step): void {
    step.calledAt = Date.now();
    const timer = setTimeout(() => {
      const record = this.store.running(this.run, step, this.run.redact(step.name));
      this.running.set(step.id, this.run.reports.onRecord(record));
    }, SHORT_MS).unref();
    this.running.set(step.id, () => clearTimeout(timer));
  }

  /**
   * Records, before a step that must not be repeated, that it begins, with its `detail` (JSON text). A later run that
   * finds it `running` cannot know whether it happened.
   */
  async begun(step: Step, detail: string): Promise<void> {
    await this.write([[step, { status: 'running', detail }]]);
    step.state = 'running';
  }

  /** Notes that a step waits while the script continues: the next steps do not overlap it. */
  leavesOpen(step: Step): void {
    if (this.steps.has(step.id)) this.inFlight -= 1;
  }

  /** Ends what {@link leavesOpen} began. */
  resumes(step: Step): void {
    if (this.steps.has(step.id)) this.inFlight += 1;
  }

  /** Returns a step of this run that has begun and not ended. */
  find(id: string): Step {
    const step = this.steps.get(id);
    if (step === undefined)
      throw new MetarunError('validation_failed', 'No step with this id is running.');
    return step;
  }

  /** Returns the recorded end of a step, and forgets the step. */
  async recorded(step: Step): Promise<StepEnd> {
    const end = await this.store.end(this.run, step.id);
    if (end === null) throw new Error(`step ${step.id} of task ${this.run.taskId} has no end`);
    this.leave(step);
    return end;
  }

  /** Returns what {@link recorded} returns, for children that have all ended, in their order. */
  async recordedAll(steps: readonly Step[]): Promise<StepEnd[]> {
    const ends = await this.store.ends(
      this.run,
      steps.map(({ id }) => id),
    );
    return steps.map((step) => {
      const end = ends.get(step.id);
      if (end === undefined)
        throw new Error(`step ${step.id} of task ${this.run.taskId} has no end`);
      this.leave(step);
      return end;
    });
  }

  /** Records the end of steps, with the rows that `more` writes; the steps are over. */
  async end(steps: Step | readonly Step[], end: StepEnd, more?: WriteMore): Promise<void> {
    const all = 'id' in steps ? [steps] : steps;
    await this.write(
      all.map((step) => [step, end]),
      more,
    );
    for (const step of all) this.leave(step);
  }

  /** Records the end of a step that is decided within the transaction, and returns it; the step is over. */
  async endBy(step: Step, decide: DecideEnd): Promise<StepEnd> {
    let end: StepEnd | null = null;
    await this.put([step], async (transaction) => {
      end = await decide(transaction);
      return [this.createRecord(step, end)];
    });
    this.leave(step);
    if (end === null) throw new Error('a step was recorded without its end');
    return end;
  }

  /** Records that a step waits for `ms`, or for null until it is completed, with the rows that `more` writes. */
  async wait(
    step: Step,
    waitsMs: number | null,
    record: { detail?: string; error?: StepError } = {},
    more?: WriteMore,
  ): Promise<void> {
    await this.write([[step, { ...record, status: 'waiting', waitsMs }]], more);
    step.state = 'waiting';
    step.dueAt = waitsMs === null ? null : performance.now() + waitsMs;
  }

  /** Records that steps wait until they are completed, each with its `detail` (JSON text). */
  async waitAll(waits: readonly { step: Step; detail: string }[], more: WriteMore): Promise<void> {
    await this.write(
      waits.map(({ step, detail }) => [step, { detail, status: 'waiting', waitsMs: null }]),
      more,
    );
    for (const { step } of waits) step.state = 'waiting';
  }

  /** Waits until all steps of a call are completed, as {@link waitForEnd} does. */
  async waitForEnds(steps: readonly Step[], call: PendingCall): Promise<void> {
    const open = steps.filter(({ state }) => state === 'waiting');
    if (open.length === 0) return;
    this.longWaits.set(call.id, open);
    call.expectLongWait();
    await Promise.all(open.map((step) => this.waitForEnd(step, call)));
  }

  /**
   * Waits for a step: resolves to `due` at the end of its time, and to `completed` once {@link recorded} returns its
   * end. If the run is suspended meanwhile, it never resolves.
   */
  async waitForEnd(step: Step, call: PendingCall): Promise<'due' | 'completed'> {
    for (;;) {
      const left = step.dueAt === null ? null : step.dueAt - performance.now();
      if (step.state !== 'waiting') return 'completed';
      if (left !== null && left <= 0) return 'due';
      await new Promise<void>((resolve) => {
        const wait: Wait = {
          step,
          wake: () => {
            clearTimeout(timer);
            resolve();
          },
        };
        const timer =
          left === null
            ? undefined
            : setTimeout(() => this.wake(wait), Math.min(left, LONGEST_TIMER_MS)).unref();
        this.waits.add(wait);
        if ((left === null || left > STAYS_MS) && !this.longWaits.has(call.id)) {
          this.longWaits.set(call.id, [step]);
          call.expectLongWait();
        }
        this.poll ??= setInterval(() => void this.findCompleted(), POLL_MS).unref();
      });
      if (this.closed) await new Promise(() => undefined);
    }
  }

  /** Notes that the script gets an exception. If the script does not catch it, the task ends with this code. */
  gives(exception: { type: string; message: string }, code: RunErrorCode): void {
    this.given.set(`${exception.type}: ${exception.message}`, code);
  }

  /** Returns the code of the exception by which this run failed; null if the exception was not noted by {@link gives}. */
  findErrorCode(failure: string): RunErrorCode | null {
    return this.given.get(failure) ?? null;
  }

  /** Resolves the waits for a completed step. */
  completed(stepId: string): void {
    const step = this.steps.get(stepId);
    if (step?.state !== 'waiting') return;
    step.state = 'success';
    for (const wait of this.waits) if (wait.step === step) this.wake(wait);
  }

  /** Returns the steps that these calls wait for. */
  awaitedBy(calls: readonly number[]): Awaited {
    const all = calls.map((call) => this.longWaits.get(call) ?? []);
    return {
      steps: all.flatMap((steps) => steps.map(({ id }) => id)),
      together: all.filter((steps) => steps.some(({ kind }) => kind === 'task')).length === 1,
    };
  }

  close(): void {
    this.closed = true;
    this.ending?.abort();
    this.run.onClose();
    if (this.poll !== null) clearInterval(this.poll);
    for (const prevent of this.running.values()) prevent();
    for (const wait of this.waits) this.wake(wait);
  }

  private wake(wait: Wait): void {
    this.waits.delete(wait);
    wait.wake();
  }

  private async load(): Promise<Replay> {
    const records = this.run.recorded ? await this.store.load(this.run) : [];
    const replay = new Replay(records, !this.run.woken);
    this.ordered = replay.ordered;
    this.next = replay.nextPosition;
    this.count = records.length;
    this.replay = replay;
    return replay;
  }

  private async write(
    writes: readonly (readonly [Step, StepWrite | StepEnd])[],
    more?: WriteMore,
  ): Promise<void> {
    await this.put(
      writes.map(([step]) => step),
      writes.map(([step, written]) => this.createRecord(step, written)),
      more,
    );
  }

  private async put(
    steps: readonly Step[],
    records: Parameters<StepStore['write']>[1],
    more?: WriteMore,
  ): Promise<void> {
    for (const { id } of steps) {
      this.running.get(id)?.();
      this.running.delete(id);
    }
    const { run, store } = this;
    const stored = await run.reports.withReports((reports) =>
      store.write(run, records, reports, more),
    );
    if (!stored) throw givenUp();
  }

  private createRecord(step: Step, given: StepWrite | StepEnd): NewRecord {
    const written = this.redacted(given);
    noteTry(step, written);
    return { step, redactedName: this.run.redact(step.name), written };
  }

  private redacted(written: StepWrite | StepEnd): StepWrite {
    if (!('error' in written) || written.error === undefined) return written;
    const { type, message } = written.error;
    return { ...written, error: { type, message: this.run.redact(message) } };
  }

  private leave(step: Step): void {
    if (this.steps.delete(step.id)) this.inFlight -= 1;
  }

  private async findCompleted(): Promise<void> {
    const ids = [...this.waits].map(({ step }) => step.id);
    if (ids.length === 0) return;
    // The next poll may succeed.
    const ended = await this.store.completed(this.run, ids).catch(() => []);
    for (const id of ended) this.completed(id);
  }
}

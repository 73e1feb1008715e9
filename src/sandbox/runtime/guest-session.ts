import type { Duplex } from 'node:stream';
import { startDeadline } from '../../base/kernel/deadline.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { afterReading } from './after-reading.js';
import { CallQueue } from './call-queue.js';
import { failedOutcome } from './failed-outcome.js';
import { failedWith } from './run-handles.js';
import {
  encodeFrame,
  encodeInPieces,
  FrameSplitter,
  parseGuestFrame,
  ProtocolError,
} from './frames.js';
import { CHANNEL_CLOSED, type GuestExit, PROCESS_LOST } from './guest-exit.js';
import { GuestLog } from './guest-log.js';
import { StopAckTimer } from './stop-ack-timer.js';
import type { CancelReason, GuestFrame, HostFrame } from './protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from './runtime.js';
import { getOrCreateBudget, leftOfTurn, spendOfTurn, type TimeBudget } from './time-budget.js';

/** Time that a script has to clean up after its timeout before it is killed (ms). */
const TIMEOUT_GRACE_MS = 1_000;
/**
 * Time from the close of a guest's channel within which its exit must be reported; otherwise the reason is unknown
 * (ms).
 */
const EXIT_GRACE_MS = 500;
/** Time within which the end of a guest must be reported after it was killed for closing its channel (ms). */
const KILLED_MS = 3_000;
/** Maximum progress before success: only a successful run shows 100. */
const MAX_REPORTED_PROGRESS = 99;
const MAX_PHASE_LENGTH = 500;
/** Maximum length of answers that a guest has not read, in characters; four of the largest frames fit. */
const MAX_UNREAD = 64 * 1024 * 1024;
const INTERNAL = { code: 'internal', message: 'The service could not answer this call.' } as const;
const TOO_MUCH = 'The script makes more calls at once than it reads answers.';

/** Length in characters above which frames are read one at a time. */
const LARGE = 64 * 1024;
/**
 * Pause after each large frame, as a multiple of its reading time. The work that results from it falls into the pause.
 */
const REST = 6;
/** Lets projects take turns with their large frames. */
const largeFrames = new FairSlots(1);

type Call = Extract<GuestFrame, { type: 'call' }>;

export interface GuestSessionOptions {
  /** Called when a caller asks the script to stop and waits for its end; not called at a timeout. */
  onCancel?: () => void;
  /**
   * Returns the CPU time of the part of the guest that receives a cancel (ms); null as long as it is unknown. Called
   * from {@link onCancel} on.
   */
  cpuMs?: () => number | null;
  /** True if the process is still starting, until {@link GuestSession.begin}. */
  starts?: boolean;
  /** The script as sent to the guest; the whole code by default. */
  sent?: { script: string | null; script_hash?: string };
  /** Time from the close of the channel within which the exit must be reported (ms); by default that of a process. */
  exitMs?: number;
}

/**
 * One run on one guest, whatever the language: sends the `run` frame, checks the guest's frames and forwards their
 * contents, enforces the deadline, and determines the outcome. The runtime that created the guest supplies `kill`,
 * which must end the guest's whole process tree, and reports the end of the process through {@link guestExited}.
 */
export class GuestSession implements Pick<RunHandle, 'outcome'> {
  /** CPU time reported by the guest, in ms; null before the first report. */
  guestsCpuMs: number | null = null;
  readonly outcome: Promise<RunOutcome>;
  private settle!: (outcome: RunOutcome) => void;
  private settled = false;
  /** True if the guest is being killed because it has closed its channel and still seems to be running. */
  private closed = false;
  private readonly splitter = new FrameSplitter();
  private endDeadline: () => void = () => undefined;
  private killTimer: NodeJS.Timeout | undefined;
  private readonly stopAck: StopAckTimer;
  private readonly calls = new CallQueue(
    (call, onLongWait) => this.answer(call, onLongWait),
    (call) => this.host.waits(call.method),
    () => this.flow(),
  );
  /** Calls that the guest knows to be in a long wait. */
  private readonly longWaits = new Set<number>();
  private readonly budget: TimeBudget;
  private rest: NodeJS.Timeout | null = null;
  /** Resolves once the next large frame has been read; null if no frame is waiting for its turn. */
  private turn: Promise<void> | null = null;
  /** Received frames, and the index of the next one to read. */
  private lines: string[] = [];
  private nextLine = 0;
  private readonly log: GuestLog;
  /** Characters of answers that the guest has not read yet. */
  private unread = 0;
  private progress = 0;

  constructor(
    private readonly channel: Duplex,
    private readonly run: RunSpec,
    private readonly host: RunHost,
    private readonly kill: () => void,
    private readonly options: GuestSessionOptions = {},
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.budget = getOrCreateBudget(run.task.project);
    this.log = new GuestLog(run.limits.max_log_bytes, host);
    this.stopAck = new StopAckTimer(
      {
        unread: () => this.calls.full || this.rest !== null || this.turn !== null,
        cpuMs: () => options.cpuMs?.() ?? null,
      },
      () => this.killStopped(),
    );
    channel.on('data', this.onData);
    for (const event of ['error', 'close', 'end']) channel.on(event, this.onChannelClosed);
    const { task, program, params, limits, network, fresh } = run;
    const { sent = { script: program.code } } = options;
    this.send({ type: 'run', task, ...sent, params, limits, network, fresh });
    host.stop.subscribe(() => this.onStop());
    if (options.starts !== true) this.begin();
  }

  /** Reports that the process has started: from now on, the script's time counts. */
  begin(): void {
    if (this.settled) return;
    const { timeout_ms } = this.run.limits;
    this.endDeadline = startDeadline(timeout_ms, () =>
      this.host.stop.request('timeout', TIMEOUT_GRACE_MS),
    );
  }

  /** Asks the guest to stop at the first request, and sets the time at which it is killed at each. */
  private onStop(): void {
    const { reason, killAt } = this.host.stop;
    if (this.settled || reason === null) return;
    const graceMs = Math.max(0, Math.round(killAt - performance.now()));
    if (this.killTimer === undefined) {
      if (reason !== 'timeout') this.options.onCancel?.();
      this.send({ type: 'cancel', reason, grace_ms: graceMs });
      this.stopAck.start();
    }
    clearTimeout(this.killTimer);
    this.killTimer = setTimeout(() => this.killStopped(), graceMs);
  }

  private killStopped(): void {
    this.kill();
    this.finish(this.stopped());
  }

  /** Reports that the guest's process has ended; has no effect once the outcome is known. */
  guestExited(exit: GuestExit): void {
    this.read(Infinity);
    if (this.settled) return;
    if (this.turn !== null) return void this.turn.then(() => this.guestExited(exit));
    this.log.lastWords(exit.words ?? []);
    const isOfKill = this.closed && exit.code !== 'worker_lost' && exit.byItself !== true;
    const { code, message } = isOfKill ? CHANNEL_CLOSED : exit;
    this.finishUnlessStopped(failedWith(code, message));
  }

  /**
   * Reports that no process could be started for the run, whose timeout is then irrelevant; has no effect once the
   * outcome is known.
   */
  notStarted(outcome: RunOutcome & { kind: 'not_started' }): void {
    this.finishUnlessStopped(outcome, 'timeout');
  }

  private readonly onData = (chunk: Buffer): void => {
    try {
      this.lines = this.lines.concat(this.splitter.push(chunk));
    } catch (error) {
      this.onBroken(error);
    }
    this.read(leftOfTurn());
  };

  /** Reads received frames for about `mostMs`. A large frame and all frames after it wait for the project's turn. */
  private read(mostMs: number): void {
    if (this.turn !== null) return;
    const began = performance.now();
    while (!this.settled && performance.now() - began <= mostMs) {
      const line = this.lines[this.nextLine];
      if (line === undefined) break;
      if (line.length > LARGE) {
        this.turn = this.readInTurn(line);
        return this.flow();
      }
      this.readOne(line);
    }
    this.restAfter(performance.now() - began);
  }

  private async readInTurn(line: string): Promise<void> {
    let spent = 0;
    const read = async (): Promise<void> => {
      const began = performance.now();
      this.readOne(line);
      spent = performance.now() - began;
    };
    await largeFrames.runThenRest(this.run.task.project, read, REST);
    this.turn = null;
    this.restAfter(spent);
    this.flow();
  }

  private readOne(line: string): void {
    if (this.settled) return;
    this.nextLine += 1;
    try {
      this.onFrame(parseGuestFrame(line, this.run.limits.max_result_bytes));
    } catch (error) {
      this.onBroken(error);
    }
    if (this.nextLine >= this.lines.length) this.dropLines();
  }

  private dropLines(): void {
    this.lines = [];
    this.nextLine = 0;
  }

  private onBroken(error: unknown): void {
    if (!(error instanceof ProtocolError)) throw error;
    this.dropLines();
    this.kill();
    this.guestExited({
      code: 'sandbox_error',
      message: `The script's process broke the protocol: ${error.message}.`,
    });
  }

  /** Continues in a later turn of the event loop, and after a pause if the guest's frames take too much of its time. */
  private restAfter(ms: number): void {
    spendOfTurn(ms);
    const pause = this.budget.spend(ms);
    if (this.settled || (pause === 0 && this.lines.length === 0)) return;
    this.rest ??= setTimeout(() => {
      this.rest = null;
      this.read(leftOfTurn());
      this.flow();
    }, pause);
    this.flow();
  }

  private flow(): void {
    if (this.settled) return;
    if (this.calls.full || this.rest !== null) this.channel.pause();
    else this.channel.resume();
  }

  private onFrame(frame: GuestFrame): void {
    switch (frame.type) {
      case 'phase':
        this.host.onPhase(frame.text.slice(0, MAX_PHASE_LENGTH).toWellFormed());
        break;
      case 'progress': {
        const value = Math.floor(Math.min(MAX_REPORTED_PROGRESS, Math.max(0, frame.value)));
        if (value > this.progress) {
          this.progress = value;
          this.host.onProgress(value);
        }
        break;
      }
      case 'log':
        this.log.line(frame.level, frame.text);
        break;
      case 'output':
        this.log.output(frame);
        break;
      case 'call':
        this.calls.add(frame);
        break;
      case 'stopping':
        this.stopAck.clear();
        break;
      case 'usage':
        this.guestsCpuMs = frame.cpu_ms;
        break;
      case 'done':
        this.finishUnlessStopped({ kind: 'success', result: frame.result }, 'shutdown');
        break;
      case 'failed':
        this.finishUnlessStopped(failedOutcome(frame.error, this.run.limits));
        break;
      case 'suspend':
        this.onSuspend(frame.on);
        break;
    }
  }

  private onSuspend(on: number[]): void {
    if (on.length === 0 || !on.every((id) => this.longWaits.has(id)))
      throw new ProtocolError('a run suspends itself without a call in a long wait');
    this.finishUnlessStopped({ kind: 'suspended', on }, 'shutdown');
  }

  /** Resolves once the answer has been sent to the guest. */
  private async answer({ id, method, args, at }: Call, onLongWait: () => void): Promise<void> {
    let reply: HostFrame;
    const expectLongWait = (): void => {
      this.longWaits.add(id);
      this.send({ type: 'waiting', id });
      onLongWait();
    };
    try {
      reply = {
        type: 'reply',
        id,
        result: await this.host.call(method, args, {
          id,
          expectLongWait,
          ...(at === undefined ? {} : { at }),
        }),
      };
    } catch (error) {
      const { code, message } = error instanceof MetarunError ? error : INTERNAL;
      reply = { type: 'reply', id, error: { code, message } };
    }
    const parts = await encodeInPieces(reply);
    const length = parts?.reduce((sum, part) => sum + part.length, 0) ?? 0;
    const isTooMuch = this.unread + length > MAX_UNREAD;
    const why = isTooMuch ? TOO_MUCH : `The answer to ${method} is too large for a script.`;
    if (parts === null || isTooMuch) return this.send(tooLargeReply(id, why));
    this.unread += length;
    await new Promise<void>((resolve) => this.write(parts, resolve));
    this.unread -= length;
  }

  private send(frame: HostFrame): void {
    this.write([encodeFrame(frame)]);
  }

  /** Writes the parts of one frame. */
  private write(parts: readonly (string | Buffer)[], flushed?: () => void): void {
    if (this.settled || this.channel.destroyed) return;
    this.channel.cork();
    for (const [at, part] of parts.entries())
      this.channel.write(part, at === parts.length - 1 ? flushed : undefined);
    this.channel.uncork();
  }

  private readonly onChannelClosed = (): void => {
    if (this.settled) return;
    afterReading(this.options.exitMs ?? EXIT_GRACE_MS, () => {
      if (this.settled || this.closed) return;
      // The exit status shows whether the process was still running, or had ended without a report.
      this.closed = true;
      this.kill();
      afterReading(KILLED_MS, () => this.guestExited(PROCESS_LOST));
    });
  };

  private stopped(): RunOutcome {
    if (this.host.stop.reason === 'timeout') {
      const seconds = this.run.limits.timeout_ms / 1000;
      const message = `The run passed its timeout of ${seconds} s and was stopped.`;
      return failedWith('timeout', message);
    }
    return failedWith('cancelled', 'The run was cancelled.');
  }

  /** Ends the run with `outcome`, or as stopped if it was asked to stop for a reason other than `allowed`. */
  private finishUnlessStopped(outcome: RunOutcome, allowed?: CancelReason): void {
    const { reason } = this.host.stop;
    this.finish(reason === null || reason === allowed ? outcome : this.stopped());
  }

  private finish(outcome: RunOutcome): void {
    if (this.settled) return;
    this.log.close();
    this.settled = true;
    this.endDeadline();
    clearTimeout(this.killTimer);
    this.stopAck.clear();
    if (this.rest !== null) clearTimeout(this.rest);
    this.dropLines();
    this.calls.clear();
    // The channel of a guest that serves several runs outlives the session.
    this.channel.off('data', this.onData);
    for (const event of ['error', 'close', 'end']) this.channel.off(event, this.onChannelClosed);
    this.channel.resume();
    this.settle(outcome);
  }
}

function tooLargeReply(id: number, message: string): HostFrame {
  return { type: 'reply', id, error: { code: 'too_large', message } };
}

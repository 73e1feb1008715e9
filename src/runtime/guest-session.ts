import type { Duplex } from 'node:stream';
import { MetarunError } from '../kernel/errors.js';
import { FairSlots } from '../kernel/fair-slots.js';
import { afterReading } from './after-reading.js';
import { CallQueue } from './call-queue.js';
import { encodeFrame, FrameSplitter, parseGuestFrame, ProtocolError } from './frames.js';
import { HeedTimer } from './heed-timer.js';
import {
  type CancelReason,
  type GuestError,
  type GuestFrame,
  type HostFrame,
  LOG_LINE_OVERHEAD,
  MAX_FRAME_BYTES,
  type RunLimits,
} from './protocol.js';
import type { RunErrorCode, RunHandle, RunHost, RunOutcome, RunSpec } from './runtime.js';
import { budgetOf, leftOfTurn, spendOfTurn, type TimeBudget } from './time-budget.js';

/** Time that a guest gets to end by itself once its deadline has passed, before it is killed (ms). */
const TIMEOUT_GRACE_MS = 250;
/** Time between a guest's channel closing and its exit being reported, after which the reason is given as unknown (ms). */
const EXIT_GRACE_MS = 500;
/** Time in which the end of a guest that was killed for its closed channel is reported (ms). */
const KILLED_MS = 3_000;
const CLOSED: GuestExit = {
  code: 'sandbox_error',
  message: "The script's process closed its channel before it returned a result.",
};
const LOST: GuestExit = {
  code: 'worker_lost',
  message: "The script's process ended unexpectedly.",
};
/** 100 is what a success alone shows. */
const MAX_TOLD_PROGRESS = 99;
const MAX_PHASE_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 8_000;
const MAX_STACK_LENGTH = 32_000;
/** Answers that a guest leaves unread, in characters; four of the largest frames fit. */
const MAX_UNREAD = 64 * 1024 * 1024;

/** Frames that are longer are read one at a time, in characters. */
const LARGE = 64 * 1024;
/** Pause after each of them, in multiples of the time that reading it took. What becomes of it falls into the pause. */
const REST = 6;
/** Projects take turns with their large frames. */
const largeFrames = new FairSlots(1);

type Call = Extract<GuestFrame, { type: 'call' }>;

/** Why a guest process ended without a `done` or `failed` frame. */
export interface GuestExit {
  code: RunErrorCode;
  message: string;
}

/**
 * One run on one guest, whatever the language: sends the `run` frame, checks and hands on what the guest
 * says, owns the wall clock, and decides the outcome. The runtime that made the guest supplies `kill`, which
 * must end the guest's whole process tree, and reports the end of the process by {@link guestExited}. `onCancel` is called
 * when somebody asks the script to stop, who waits for what it does then; nobody does at a timeout.
 */
export class GuestSession implements Pick<RunHandle, 'outcome' | 'cancel'> {
  /** What the guest says of its CPU time, in ms; null until it does. */
  guestsCpuMs: number | null = null;
  readonly outcome: Promise<RunOutcome>;
  private settle!: (outcome: RunOutcome) => void;
  private settled = false;
  /** The guest is being killed because it has closed its channel and seems to live on. */
  private closed = false;
  private readonly splitter = new FrameSplitter();
  private deadline: NodeJS.Timeout;
  private killTimer: NodeJS.Timeout | null = null;
  private readonly heed = new HeedTimer(
    () => this.calls.full || this.rest !== null || this.turn !== null,
    () => this.killStopped(),
  );
  private killAt = Number.POSITIVE_INFINITY;
  private stopping: CancelReason | null = null;
  private readonly calls = new CallQueue(
    (call, parked) => this.answer(call, parked),
    (call) => this.host.waits(call.method),
    () => this.flow(),
  );
  /** Calls that the guest has been told to wait for. */
  private readonly parked = new Set<number>();
  private readonly budget: TimeBudget;
  private rest: NodeJS.Timeout | null = null;
  /** Resolves once the large frame has been read that is next; null where none waits for its turn. */
  private turn: Promise<void> | null = null;
  /** Frames that have come, and which of them is to be read next. */
  private lines: string[] = [];
  private nextLine = 0;
  private logBytes = 0;
  /** Of answers that the guest has not read yet, in characters. */
  private unread = 0;
  private progress = 0;

  constructor(
    private readonly channel: Duplex,
    private readonly run: RunSpec,
    private readonly host: RunHost,
    private readonly kill: () => void,
    private readonly onCancel: () => void = () => undefined,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.budget = budgetOf(run.task.project);
    this.deadline = setTimeout(
      () => this.cancel('timeout', TIMEOUT_GRACE_MS),
      run.limits.timeout_ms,
    );
    channel.on('data', this.onData);
    for (const event of ['error', 'close', 'end']) channel.on(event, this.onChannelClosed);
    this.send({
      type: 'run',
      task: run.task,
      script: run.program.code,
      params: run.params,
      limits: run.limits,
      network: run.network,
    });
  }

  cancel(reason: CancelReason, graceMs: number): void {
    const killAt = performance.now() + graceMs;
    if (this.settled || killAt >= this.killAt) return;
    this.killAt = killAt;
    if (this.stopping === null) {
      this.stopping = reason;
      if (reason !== 'timeout') this.onCancel();
      this.send({ type: 'cancel', reason, grace_ms: graceMs });
      this.heed.start();
    }
    if (this.killTimer !== null) clearTimeout(this.killTimer);
    this.killTimer = setTimeout(() => this.killStopped(), graceMs);
  }

  private killStopped(): void {
    this.kill();
    this.finish(this.stopped());
  }

  /** Tells that the guest's process has ended; without effect once the outcome is known. */
  guestExited(exit: GuestExit): void {
    this.read(Infinity);
    if (this.settled) return;
    if (this.turn !== null) return void this.turn.then(() => this.guestExited(exit));
    const told = this.closed && exit.code !== 'worker_lost' ? CLOSED : exit;
    this.finish(this.stopping === null ? { kind: 'failed', ...told, stack: null } : this.stopped());
  }

  private readonly onData = (chunk: Buffer): void => {
    try {
      this.lines = this.lines.concat(this.splitter.push(chunk));
    } catch (error) {
      this.onBroken(error);
    }
    this.read(leftOfTurn());
  };

  /** Reads frames that have come, for about so long; a large one in its turn, and what comes after it then. */
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

  /** Reads on only in a later turn of the event loop, and after a pause where the guest's frames take too much of it. */
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
        const value = Math.floor(Math.min(MAX_TOLD_PROGRESS, Math.max(0, frame.value)));
        if (value > this.progress) {
          this.progress = value;
          this.host.onProgress(value);
        }
        break;
      }
      case 'log':
        this.onLog(frame);
        break;
      case 'call':
        this.calls.add(frame);
        break;
      case 'stopping':
        this.heed.clear();
        break;
      case 'usage':
        this.guestsCpuMs = frame.cpu_ms;
        break;
      case 'done':
        this.finish(
          this.stopping === null || this.stopping === 'shutdown'
            ? { kind: 'success', result: frame.result }
            : this.stopped(),
        );
        break;
      case 'failed':
        this.finish(this.stopping === null ? failed(frame.error) : this.stopped());
        break;
      case 'suspend':
        this.onSuspend(frame.on);
        break;
    }
  }

  private onSuspend(on: number[]): void {
    if (on.length === 0 || !on.every((id) => this.parked.has(id)))
      throw new ProtocolError('it suspends itself without a call that waits');
    this.finish(
      this.stopping === null || this.stopping === 'shutdown'
        ? { kind: 'suspended', on }
        : this.stopped(),
    );
  }

  private onLog(frame: Extract<GuestFrame, { type: 'log' }>): void {
    const limit = this.run.limits.max_log_bytes;
    if (this.logBytes > limit) return;
    this.logBytes += Buffer.byteLength(frame.text) + LOG_LINE_OVERHEAD;
    if (this.logBytes <= limit) this.host.onLog(frame.level, frame.text);
    else this.host.onLog('warning', `Log truncated: a run may log ${limit} bytes.`);
  }

  /** Resolves once the guest has been sent the answer. */
  private async answer({ id, method, args }: Call, parked: () => void): Promise<void> {
    let reply: HostFrame;
    const park = (): void => {
      this.parked.add(id);
      this.send({ type: 'waiting', id });
      parked();
    };
    try {
      reply = { type: 'reply', id, result: await this.host.call(method, args, { id, park }) };
    } catch (error) {
      const known = error instanceof MetarunError;
      reply = {
        type: 'reply',
        id,
        error: known
          ? { code: error.code, message: error.message }
          : { code: 'internal', message: 'The service could not answer this call.' },
      };
    }
    let text = encodeFrame(reply);
    if (Buffer.byteLength(text) > MAX_FRAME_BYTES)
      text = encodeFrame(refusal(id, `The answer to ${method} is too large for a script.`));
    else if (this.unread + text.length > MAX_UNREAD)
      text = encodeFrame(refusal(id, 'The script makes more calls at once than it reads answers.'));
    this.unread += text.length;
    await new Promise<void>((resolve) => this.write(text, resolve));
    this.unread -= text.length;
  }

  private send(frame: HostFrame): void {
    this.write(encodeFrame(frame));
  }

  private write(text: string, flushed?: () => void): void {
    if (this.settled || this.channel.destroyed) return;
    this.channel.write(text, flushed);
  }

  private readonly onChannelClosed = (): void => {
    if (this.settled) return;
    afterReading(EXIT_GRACE_MS, () => {
      if (this.settled || this.closed) return;
      // Whether it lived on, or has ended without the news having come, is told by how it ends now.
      this.closed = true;
      this.kill();
      afterReading(KILLED_MS, () => this.guestExited(LOST));
    });
  };

  private stopped(): RunOutcome {
    if (this.stopping === 'timeout') {
      const seconds = this.run.limits.timeout_ms / 1000;
      const message = `The run passed its timeout of ${seconds} s and was stopped.`;
      return { kind: 'failed', code: 'timeout', message, stack: null };
    }
    return { kind: 'failed', code: 'cancelled', message: 'The run was cancelled.', stack: null };
  }

  private finish(outcome: RunOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.deadline);
    if (this.killTimer !== null) clearTimeout(this.killTimer);
    this.heed.clear();
    if (this.rest !== null) clearTimeout(this.rest);
    this.dropLines();
    this.calls.clear();
    // A channel outlives its sessions where the guest serves several runs.
    this.channel.off('data', this.onData);
    for (const event of ['error', 'close', 'end']) this.channel.off(event, this.onChannelClosed);
    this.channel.resume();
    this.settle(outcome);
  }
}

/** How a run ends whose processes have used up their CPU time. */
export function cpuLimitPassed({ cpu_ms }: RunLimits): GuestExit {
  const message = `The run passed its limit of ${cpu_ms / 1000} s of CPU time (cpu_seconds) and was stopped.`;
  return { code: 'cpu_limit', message };
}

function refusal(id: number, message: string): HostFrame {
  return { type: 'reply', id, error: { code: 'too_large', message } };
}

function failed(error: GuestError): RunOutcome {
  const type = error.code === 'script_error' ? error.type : '';
  const message = [type, error.message].filter(Boolean).join(': ');
  return {
    kind: 'failed',
    code: error.code,
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    stack: error.stack?.slice(0, MAX_STACK_LENGTH).toWellFormed() ?? null,
  };
}

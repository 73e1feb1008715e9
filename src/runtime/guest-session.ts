import type { Duplex } from 'node:stream';
import { MetarunError } from '../kernel/errors.js';
import type { Json } from '../kernel/json.js';
import { encodeFrame, FrameSplitter, parseGuestFrame, ProtocolError } from './frames.js';
import {
  type CancelReason,
  type GuestError,
  type GuestFrame,
  type HostFrame,
  LOG_LINE_OVERHEAD,
} from './protocol.js';
import type { RunErrorCode, RunHandle, RunHost, RunOutcome, RunSpec } from './runtime.js';

/** Time that a guest gets to end by itself once its deadline has passed, before it is killed (ms). */
const TIMEOUT_GRACE_MS = 250;
/** Time between a guest's channel closing and its exit being reported, after which the reason is given as unknown (ms). */
const EXIT_GRACE_MS = 500;
/** Calls of one run that may wait for the host; past it the host stops reading from the guest. */
const MAX_CALLS_IN_FLIGHT = 64;
/** 100 is what a success alone shows. */
const MAX_TOLD_PROGRESS = 99;
const MAX_PHASE_LENGTH = 500;
const MAX_MESSAGE_LENGTH = 8_000;
const MAX_STACK_LENGTH = 32_000;

/** Why a guest process ended without a `done` or `failed` frame. */
export interface GuestExit {
  code: RunErrorCode;
  message: string;
}

/**
 * One run on one guest, whatever the language: sends the `run` frame, checks and hands on what the guest
 * says, owns the wall clock, and decides the outcome. The runtime that made the guest supplies `kill`, which
 * must end the guest's whole process tree, and reports the end of the process by {@link guestExited}.
 */
export class GuestSession implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  private settle!: (outcome: RunOutcome) => void;
  private settled = false;
  private readonly splitter = new FrameSplitter();
  private deadline: NodeJS.Timeout;
  private killTimer: NodeJS.Timeout | null = null;
  private killAt = Number.POSITIVE_INFINITY;
  private stopping: CancelReason | null = null;
  private callsInFlight = 0;
  private logBytes = 0;
  private progress = 0;

  constructor(
    private readonly channel: Duplex,
    private readonly run: RunSpec,
    private readonly host: RunHost,
    private readonly kill: () => void,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
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
    });
  }

  cancel(reason: CancelReason, graceMs: number): void {
    const killAt = performance.now() + graceMs;
    if (this.settled || killAt >= this.killAt) return;
    this.killAt = killAt;
    if (this.stopping === null) {
      this.stopping = reason;
      this.send({ type: 'cancel', reason, grace_ms: graceMs });
    }
    if (this.killTimer !== null) clearTimeout(this.killTimer);
    this.killTimer = setTimeout(() => {
      this.kill();
      this.finish(this.stopped());
    }, graceMs);
  }

  /** Tells that the guest's process has ended; without effect once the outcome is known. */
  guestExited(exit: GuestExit): void {
    if (this.settled) return;
    this.finish(this.stopping === null ? { kind: 'failed', ...exit, stack: null } : this.stopped());
  }

  private readonly onData = (chunk: Buffer): void => {
    try {
      for (const line of this.splitter.push(chunk)) {
        if (this.settled) return;
        this.onFrame(parseGuestFrame(line));
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.kill();
      this.finish({
        kind: 'failed',
        code: 'sandbox_error',
        message: `The script's process broke the protocol: ${error.message}.`,
        stack: null,
      });
    }
  };

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
        void this.answer(frame.id, frame.method, frame.args);
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
    }
  }

  private onLog(frame: Extract<GuestFrame, { type: 'log' }>): void {
    const limit = this.run.limits.max_log_bytes;
    if (this.logBytes > limit) return;
    this.logBytes += Buffer.byteLength(frame.text) + LOG_LINE_OVERHEAD;
    if (this.logBytes <= limit) this.host.onLog(frame.level, frame.text);
    else this.host.onLog('warning', `Log truncated: a run may log ${limit} bytes.`);
  }

  private async answer(id: number, method: string, args: Json): Promise<void> {
    this.callsInFlight += 1;
    if (this.callsInFlight >= MAX_CALLS_IN_FLIGHT) this.channel.pause();
    let reply: HostFrame;
    try {
      reply = { type: 'reply', id, result: await this.host.call(method, args) };
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
    this.send(reply, () => {
      this.callsInFlight -= 1;
      if (this.callsInFlight < MAX_CALLS_IN_FLIGHT) this.channel.resume();
    });
  }

  private send(frame: HostFrame, flushed?: () => void): void {
    if (this.settled || this.channel.destroyed) return;
    this.channel.write(encodeFrame(frame), flushed);
  }

  private readonly onChannelClosed = (): void => {
    if (this.settled) return;
    setTimeout(() => {
      this.kill();
      this.guestExited({
        code: 'sandbox_error',
        message: "The script's process closed its channel before it returned a result.",
      });
    }, EXIT_GRACE_MS).unref();
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
    // A channel outlives its sessions where the guest serves several runs.
    this.channel.off('data', this.onData);
    for (const event of ['error', 'close', 'end']) this.channel.off(event, this.onChannelClosed);
    this.channel.resume();
    this.settle(outcome);
  }
}

function failed(error: GuestError): RunOutcome {
  const named = error.code === 'script_error' && error.type !== '';
  const message = named ? `${error.type}: ${error.message}` : error.message;
  return {
    kind: 'failed',
    code: error.code,
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    stack: error.stack?.slice(0, MAX_STACK_LENGTH).toWellFormed() ?? null,
  };
}

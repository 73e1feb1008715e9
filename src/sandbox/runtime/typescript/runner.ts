import { getErrorMessage } from '../../../base/kernel/errors.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { readFrames } from '../read-frames.js';
import {
  cpuLimitPassed,
  explainOwnExit,
  type GuestExit,
  memoryLimitPassed,
} from '../guest-exit.js';
import { GuestSession } from '../guest-session.js';
import type { UseMeter } from '../process-meter.js';
import { ProgressWatch } from '../progress-watch.js';
import type { RunLimits } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../runtime.js';
import type { GuestExitStatus, GuestProcess } from '../sandbox/spawn-guest.js';
import type { ScratchMeter } from '../scratch-meter.js';
import { RunMeter } from './run-meter.js';

/** CPU time for cleaning up after which a runner is replaced (ms); it takes about 2. */
const READY_CPU_MS = 10_000;
/** CPU time of a start after which a runner has failed (ms); a start takes about 100. */
const START_CPU_MS = 60_000;
/**
 * Interval of polls of a run's use (ms). Memory can be filled at 2 GB/s, so a run can exceed its limit by 40 MB between
 * polls.
 */
const POLL_MS = 20;
/** CPU time after which a run no longer counts as short, and yields to short runs (ms). */
const SHORT_MS = 50;
/** Number of runs after which a runner is replaced: isolated-vm leaks about 10 kB with each isolate. */
const MAX_RUNS = 5_000;
/**
 * Memory that V8 may need in addition to a run within its limit: young generation, garbage, compiled code; in bytes.
 */
const SPARE_BYTES = 128 * 1024 * 1024;
/** Maximum number of files of a run. The kernel holds about 1 KiB for each, which is not part of their size. */
const MAX_FILES = 16_384;
const OUT_OF_MEMORY = /out of memory|allocation failed/i;
/**
 * Signals that a runner's code never sends to itself: they come from another process, or from the kernel for lack of
 * memory.
 */
const OUTSIDE_SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** Explains the end of a process. `stderr`: the end of its stderr; `limits`: those of its run, null between runs. */
type Explain = (status: GuestExitStatus, stderr: string, limits: RunLimits | null) => GuestExit;

export interface RunnerOptions {
  /** Throws if the process cannot be started. */
  start: () => GuestProcess;
  /** True if it serves only one run, whose script has the process to itself. */
  single?: boolean;
  /** Memory that it may need in addition to a run within its limit, in bytes. */
  spareBytes?: number;
  /** Time within which its exit is reported after it has closed its channel (ms). */
  exitMs?: number;
  /** Explains the end of the process; by default as that of a Node process. */
  explain?: Explain;
}

/**
 * One runner process: one run at a time, each in a fresh context, and isolates that serve one version each. A runner
 * serves one project in its life, so that a script that breaks out of its isolate finds nothing of another project.
 */
export class Runner {
  /** Number of isolates created so far. */
  isolates = 0;
  /** The project that it is bound to; null until its first run. */
  projectId: string | null = null;
  idleSince = 0;
  /** True if this side has killed it. */
  killed = false;
  /** Resolves with the end of the process. */
  readonly exited: Promise<GuestExit>;
  private readonly single: boolean;
  private readonly spareBytes: number;
  private readonly exitMs: number | undefined;
  private readonly startedAt = performance.now();
  private readonly guest: GuestProcess;
  private session: GuestSession | null = null;
  /** Limits of the run of `session`. */
  private limits: RunLimits | null = null;
  private process: UseMeter | null = null;
  private scratch: ScratchMeter | null = null;
  private meter: RunMeter | null = null;
  private lastReset = 0;
  /** Hashes of the large scripts that the process currently keeps. */
  private kept: readonly string[] = [];
  private runs = 0;
  /** Reason for the end of the process, without the name of a script; null while it is running. */
  private ending: string | null = null;
  /** The run that was found not to be short. */
  private long: GuestSession | null = null;
  /** A single callback: a reaction to `exited` for each reset would be kept until the process ends. */
  private onExitDuringReset: () => void = () => undefined;

  constructor({ start, single = false, spareBytes, exitMs, explain }: RunnerOptions) {
    this.single = single;
    this.spareBytes = spareBytes ?? SPARE_BYTES;
    this.exitMs = exitMs;
    this.guest = start();
    this.exited = this.guest.exited.then((status) => {
      const explained = explain ?? (single ? explainNodeExit : explainExit);
      const exit = explained(status, this.guest.stderrTail(), this.limits);
      this.ending = `it ended unexpectedly (${status.signal ?? `exit code ${status.exitCode}`})`;
      this.session?.guestExited(exit);
      this.onExitDuringReset();
      this.process?.close();
      return exit;
    });
  }

  get pid(): number {
    return this.guest.pid;
  }

  /** Returns how long the process has been running and its CPU time, as the end of a sentence. */
  startSoFar(): string {
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    const cpuMs = this.guest.cpuMs();
    return `for ${seconds} s so far${cpuMs === null ? '' : `, with ${cpuMs} ms of CPU time`}`;
  }

  /** The end of the process's stderr. */
  get stderrTail(): string {
    return this.guest.stderrTail();
  }

  /**
   * Cleans up after the previous run and waits until the next one can start. Drops all frames before the answer, which
   * names this reset, so that none can count for a later run. Resolves to null when the runner is ready; to the reason
   * if the process has ended, does not answer, cannot stop the script of the previous run, or would be slow.
   */
  async reset(): Promise<string | null> {
    this.session = null;
    this.limits = null;
    this.meter = null;
    if (!this.guest.share.restoreNow()) return 'the kernel does not restore its priority yet';
    const id = (this.lastReset += 1);
    const { channel } = this.guest;
    const problem = await new Promise<string | null>((resolve) => {
      const settle = (reason: string | null): void => {
        watch.stop();
        endReading();
        this.onExitDuringReset = () => undefined;
        resolve(reason);
      };
      const watch = new ProgressWatch({
        cpuMs: () => this.guest.cpuMs(),
        isStart: id === 1,
        maxCpuMs: id === 1 ? START_CPU_MS : READY_CPU_MS,
        onStuck: settle,
      });
      const onEnd = (): void => settle(`${this.ending} ${this.stderrTail}`.trim());
      const onLine = (line: string): void => {
        const answer = readinessAnswer(id, line);
        if (answer === null) return;
        this.isolates = answer.isolates;
        this.kept = answer.scripts;
        settle(answer.ready ? null : 'the script of its last run does not stop');
      };
      const endReading = readFrames(channel, onLine, (error) =>
        settle(`its answer cannot be read: ${getErrorMessage(error)}`),
      );
      this.onExitDuringReset = onEnd;
      if (this.ending !== null) onEnd();
      channel.write(`${JSON.stringify({ type: 'reset', id })}\n`);
    });
    // Not done earlier: until its answer, the process may not have started the guest.
    if (problem !== null) return problem;
    this.process ??= await this.guest.openMeter();
    if (this.single) this.scratch ??= this.guest.openScratchMeter();
    return this.ending;
  }

  /** Starts a run. The runner must be ready, and is ready again only after {@link reset}. */
  start(run: RunSpec, host: RunHost): RunHandle {
    const meter = new RunMeter(this.process, this.scratch);
    const session = new GuestSession(this.guest.channel, run, host, () => this.kill(), {
      onCancel: () => this.guest.share.restore(),
      ...(this.exitMs === undefined ? {} : { exitMs: this.exitMs }),
      // The script has a separate thread; the first thread receives a cancel.
      sent: this.selectScriptParts(run),
      cpuMs: () => this.process?.cancelCpuMs() ?? null,
    });
    this.session = session;
    this.limits = run.limits;
    this.meter = meter;
    this.runs += 1;
    if (this.runs === 1) this.guest.share.restore();
    const watchdog = setInterval(() => this.poll(session, meter, run.limits), POLL_MS);
    const usage = session.outcome.then(() => {
      clearInterval(watchdog);
      meter.poll();
      return meter.usage(session.guestsCpuMs);
    });
    return { outcome: session.outcome, usage };
  }

  /** Returns the parts of a script that the process needs. A process that serves a single run keeps no scripts. */
  private selectScriptParts({ program: { code, hash } }: RunSpec): {
    script: string | null;
    script_hash?: string;
  } {
    if (hash === undefined || this.single) return { script: code };
    return { script: this.kept.includes(hash) ? null : code, script_hash: hash };
  }

  /** Returns whether the runner may serve again after a run with this outcome. */
  isReusable(outcome: RunOutcome): boolean {
    const orderly =
      outcome.kind !== 'failed' ||
      outcome.code === 'script_error' ||
      outcome.code === 'invalid_result';
    return orderly && !this.single && this.runs < MAX_RUNS;
  }

  /** Ends the current run with `exit` and kills the process. */
  abort(exit: GuestExit): void {
    this.session?.guestExited(exit);
    this.kill();
  }

  kill(): void {
    this.killed = true;
    // The use of a process cannot be read after its end.
    this.meter?.poll();
    this.guest.kill();
  }

  /**
   * Enforces the limits on the process, which has no children: V8's own limit does not cover all memory that a script
   * can take.
   */
  private poll(session: GuestSession, meter: RunMeter, limits: RunLimits): void {
    meter.poll();
    if (meter.cpuMs > SHORT_MS && this.long !== session) {
      this.long = session;
      this.guest.share.deprioritize();
    }
    if (limits.cpu_ms > 0 && meter.cpuMs > limits.cpu_ms)
      session.guestExited(cpuLimitPassed(limits));
    else if (meter.growthBytes > limits.memory_bytes + this.spareBytes)
      session.guestExited(memoryLimitPassed(limits));
    else if (meter.files > MAX_FILES)
      session.guestExited({
        code: 'out_of_memory',
        message: `The script has more than ${MAX_FILES} files in /tmp, the most that a script may have.`,
      });
    else return;
    this.kill();
  }
}

/**
 * A runner's answer to a reset: whether it is ready, the number of its isolates, and the large scripts that it keeps.
 */
interface Readiness {
  ready: boolean;
  isolates: number;
  scripts: readonly string[];
}

/** Returns the answer to reset `id` in a line; null for any other line. */
function readinessAnswer(id: number, line: string): Readiness | null {
  try {
    const frame: unknown = JSON.parse(line);
    if (!isJsonObject(frame) || frame['id'] !== id) return null;
    const { type, isolates, scripts } = frame;
    if (type !== 'ready' && type !== 'stuck') return null;
    const kept = Array.isArray(scripts) ? scripts.filter((one) => typeof one === 'string') : [];
    return { ready: type === 'ready', isolates: Number(isolates), scripts: kept };
  } catch {
    return null;
  }
}

/** Explains the end of a Node process that its script could have ended. */
export const explainNodeExit: Explain = ({ exitCode, signal }, stderr, limits) =>
  limits !== null && OUT_OF_MEMORY.test(stderr)
    ? memoryLimitPassed(limits)
    : explainOwnExit(exitCode, signal);

const explainExit: Explain = ({ exitCode, signal }, stderr, limits) => {
  if (limits !== null && OUT_OF_MEMORY.test(stderr)) return memoryLimitPassed(limits);
  const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
  return {
    code: OUTSIDE_SIGNALS.includes(how) ? 'worker_lost' : 'sandbox_error',
    message: `The script's process ended unexpectedly (${how}).`,
  };
};

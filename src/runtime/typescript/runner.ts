import { isJsonObject } from '../../kernel/json.js';
import { FrameSplitter } from '../frames.js';
import { cpuLimitPassed, type GuestExit, GuestSession } from '../guest-session.js';
import type { ProcessMeter } from '../process-meter.js';
import type { RunLimits } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../runtime.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { type GuestExitStatus, type GuestProcess, spawnGuest } from '../sandbox/spawn-guest.js';
import { RunMeter } from './run-meter.js';

/** A runner that is not ready for its next run after this is replaced (ms). */
const READY_TIMEOUT_MS = 10_000;
/**
 * The same for its first run (ms). A start takes 100 ms of CPU time. Where the machine is so busy that this takes long,
 * another start in its place would only add to the load.
 */
const START_TIMEOUT_MS = 60_000;
/** Between two looks at what a run uses (ms). Memory can be filled at 2 GB/s, so that 40 MB pass a limit meanwhile. */
const LOOK_MS = 20;
/** CPU time from which on a run is no short one any more, and gives way to those that are (ms). */
const SHORT_MS = 50;
/** isolated-vm leaves some 10 kB behind with each isolate: a runner is replaced after this many runs. */
const MAX_RUNS = 5_000;
/** What a run within its limit may make V8 need besides: young generation, garbage, compiled code; in bytes. */
const SPARE_BYTES = 128 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const OUT_OF_MEMORY = /out of memory|allocation failed/i;
/** What nothing in a runner sends to itself: somebody else has, or the kernel for want of memory. */
const FROM_OUTSIDE = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/**
 * One runner process: a run at a time, each in an isolate of its own. It serves one project in its life,
 * so that a script which breaks out of its isolate finds nothing of another project.
 */
export class Runner {
  /** The project it is bound to; null until its first run. */
  projectId: string | null = null;
  idleSince = 0;
  /** Whether its end was this side's doing. */
  killed = false;
  /** Resolves once the process has ended, with how. */
  readonly exited: Promise<GuestExit>;
  private readonly guest: GuestProcess;
  private session: GuestSession | null = null;
  private process: ProcessMeter | null = null;
  private meter: RunMeter | null = null;
  private lastReset = 0;
  private runs = 0;
  private hasExited = false;
  /** The run that has been found to be no short one. */
  private long: GuestSession | null = null;
  /** One place, since a reaction to `exited` for each reset would be kept until the process ends. */
  private onExitWhileClearing: () => void = () => undefined;

  /** Throws when the process cannot be started. */
  constructor(command: GuestCommand) {
    this.guest = spawnGuest(command);
    this.exited = this.guest.exited.then((status) => {
      const exit = explainExit(status, this.guest.stderrTail());
      this.hasExited = true;
      this.session?.guestExited(exit);
      this.onExitWhileClearing();
      this.process?.close();
      return exit;
    });
  }

  get pid(): number {
    return this.guest.pid;
  }

  /** The end of what the process wrote to stderr. */
  get lastWords(): string {
    return this.guest.stderrTail();
  }

  /**
   * Clears what is left of the run before and waits until the next one can start. Frames up to the answer,
   * which names this very reset, are dropped: none can count for a later run. False when the process ended,
   * did not answer in time, cannot stop the script of the run before, or would be slow.
   */
  async reset(): Promise<boolean> {
    this.session = null;
    this.meter = null;
    if (!this.guest.share.comeBackNow()) return false;
    const id = (this.lastReset += 1);
    const { channel } = this.guest;
    return new Promise((resolve) => {
      const splitter = new FrameSplitter();
      const settle = (ready: boolean): void => {
        clearTimeout(timer);
        channel.off('data', onData);
        this.onExitWhileClearing = () => undefined;
        // Here and not before: until it has answered the guest may not be what the process runs yet.
        if (ready) this.process ??= this.guest.openMeter();
        resolve(ready);
      };
      const timer = setTimeout(
        () => settle(false),
        id === 1 ? START_TIMEOUT_MS : READY_TIMEOUT_MS,
      );
      const onData = (chunk: Buffer): void => {
        try {
          for (const line of splitter.push(chunk)) {
            const ready = answerTo(id, line);
            if (ready !== null) settle(ready);
          }
        } catch {
          settle(false);
        }
      };
      channel.on('data', onData);
      this.onExitWhileClearing = () => settle(false);
      if (this.hasExited) settle(false);
      channel.write(`${JSON.stringify({ type: 'reset', id })}\n`);
    });
  }

  /** Starts a run; the runner must be ready, and is so again only after {@link reset}. */
  start(run: RunSpec, host: RunHost): RunHandle {
    const meter = new RunMeter(this.process);
    const session = new GuestSession(
      this.guest.channel,
      run,
      host,
      () => this.kill(),
      () => this.guest.share.comeBack(),
    );
    this.session = session;
    this.meter = meter;
    this.runs += 1;
    const watchdog = setInterval(() => this.look(session, meter, run.limits), LOOK_MS);
    const usage = session.outcome.then(() => {
      clearInterval(watchdog);
      meter.look();
      return meter.usage(session.guestsCpuMs);
    });
    return {
      outcome: session.outcome,
      usage,
      cancel: (reason, graceMs) => session.cancel(reason, graceMs),
    };
  }

  /** Whether it may serve again after a run that ended so. */
  isReusable(outcome: RunOutcome): boolean {
    const orderly =
      outcome.kind !== 'failed' ||
      outcome.code === 'script_error' ||
      outcome.code === 'invalid_result';
    return orderly && this.runs < MAX_RUNS;
  }

  /** Ends the run that is under way as `exit` says, and the process. */
  abort(exit: GuestExit): void {
    this.session?.guestExited(exit);
    this.kill();
  }

  kill(): void {
    this.killed = true;
    // What the process has used cannot be asked for once it has ended.
    this.meter?.look();
    this.guest.kill();
  }

  /** V8's own limit does not see all that a script can take: these are the process's, which has no children. */
  private look(session: GuestSession, meter: RunMeter, limits: RunLimits): void {
    meter.look();
    if (meter.cpuMs > SHORT_MS && this.long !== session) {
      this.long = session;
      this.guest.share.comeLast();
    }
    if (limits.cpu_ms > 0 && meter.cpuMs > limits.cpu_ms)
      session.guestExited(cpuLimitPassed(limits));
    else if (meter.growthBytes > limits.memory_bytes + SPARE_BYTES)
      session.guestExited({
        code: 'out_of_memory',
        message: `The script needs more than its ${Math.floor(limits.memory_bytes / MEGABYTE)} MB of memory.`,
      });
    else return;
    this.kill();
  }
}

/** What a line says of reset `id`: whether the runner is ready; null for any other line. */
function answerTo(id: number, line: string): boolean | null {
  try {
    const frame: unknown = JSON.parse(line);
    if (!isJsonObject(frame) || frame['id'] !== id) return null;
    if (frame['type'] === 'ready') return true;
    return frame['type'] === 'stuck' ? false : null;
  } catch {
    return null;
  }
}

function explainExit({ exitCode, signal }: GuestExitStatus, stderr: string): GuestExit {
  if (OUT_OF_MEMORY.test(stderr))
    return { code: 'out_of_memory', message: 'The script used up the memory of its process.' };
  const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
  return {
    code: FROM_OUTSIDE.includes(how) ? 'worker_lost' : 'sandbox_error',
    message: `The script's process ended unexpectedly (${how}).`,
  };
}

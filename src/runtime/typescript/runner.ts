import { isJsonObject } from '../../kernel/json.js';
import { FrameSplitter } from '../frames.js';
import { type GuestExit, GuestSession } from '../guest-session.js';
import type { RunHost, RunOutcome, RunSpec } from '../runtime.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { type GuestExitStatus, type GuestProcess, spawnGuest } from '../sandbox/spawn-guest.js';

/** A runner that is not ready for its next run after this is replaced (ms). */
const READY_TIMEOUT_MS = 10_000;
const MEMORY_CHECK_MS = 100;
/** isolated-vm leaves some 10 kB behind with each isolate: a runner is replaced after this many runs. */
const MAX_RUNS = 5_000;
/** What an idle runner may need beyond the run's own memory, in bytes. */
const RUNNER_BYTES = 256 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;
const OUT_OF_MEMORY = /out of memory|allocation failed/i;

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
  private lastReset = 0;
  private runs = 0;

  /** Throws when the process cannot be started. */
  constructor(command: GuestCommand) {
    this.guest = spawnGuest(command);
    this.exited = this.guest.exited.then((status) => {
      const exit = explainExit(status, this.guest.stderrTail());
      this.session?.guestExited(exit);
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
   * which names this very reset, are dropped: none can count for a later run. False when the process ended
   * or did not answer in time.
   */
  async reset(): Promise<boolean> {
    this.session = null;
    const id = (this.lastReset += 1);
    const { channel } = this.guest;
    return new Promise((resolve) => {
      const splitter = new FrameSplitter();
      const settle = (ready: boolean): void => {
        clearTimeout(timer);
        channel.off('data', onData);
        resolve(ready);
      };
      const timer = setTimeout(() => settle(false), READY_TIMEOUT_MS);
      const onData = (chunk: Buffer): void => {
        try {
          if (splitter.push(chunk).some((line) => isReady(line, id))) settle(true);
        } catch {
          settle(false);
        }
      };
      channel.on('data', onData);
      void this.exited.then(() => settle(false));
      channel.write(`${JSON.stringify({ type: 'reset', id })}\n`);
    });
  }

  /** Starts a run; the runner must be ready, and is so again only after {@link reset}. */
  start(run: RunSpec, host: RunHost): GuestSession {
    const session = new GuestSession(this.guest.channel, run, host, () => this.kill());
    this.session = session;
    this.runs += 1;
    const watchdog = this.watchMemory(session, run.limits.memory_bytes);
    void session.outcome.then(() => clearInterval(watchdog));
    return session;
  }

  /** Whether it may serve again after a run that ended so. */
  isReusable(outcome: RunOutcome): boolean {
    const orderly =
      outcome.kind === 'success' ||
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
    this.guest.kill();
  }

  /** V8's own limit does not see all that a script can take: this one is the process's, which has no children. */
  private watchMemory(session: GuestSession, bytes: number): NodeJS.Timeout {
    return setInterval(() => {
      const used = this.guest.residentBytes();
      if (used === null || used <= bytes + RUNNER_BYTES) return;
      const message = `The script needs more than its ${Math.floor(bytes / MEGABYTE)} MB of memory.`;
      session.guestExited({ code: 'out_of_memory', message });
      this.kill();
    }, MEMORY_CHECK_MS);
  }
}

function isReady(line: string, id: number): boolean {
  try {
    const frame: unknown = JSON.parse(line);
    return isJsonObject(frame) && frame['type'] === 'ready' && frame['id'] === id;
  } catch {
    return false;
  }
}

function explainExit({ exitCode, signal }: GuestExitStatus, stderr: string): GuestExit {
  if (OUT_OF_MEMORY.test(stderr))
    return { code: 'out_of_memory', message: 'The script used up the memory of its process.' };
  const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
  return {
    code: 'sandbox_error',
    message: `The script's process ended unexpectedly (${how}).`,
  };
}

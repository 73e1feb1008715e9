import { messageOf } from '../../kernel/errors.js';
import { afterReading } from '../after-reading.js';
import { cpuLimitPassed, type GuestExit, GuestSession } from '../guest-session.js';
import type { CancelReason, RunLimits } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec, RunUsage } from '../runtime.js';
import type { ChildExit } from './control-messages.js';
import type { Child, ForkServer } from './fork-server.js';

/** Time between a child's exit and the end of its channel, in which its last frames are read (ms). */
const LAST_FRAMES_MS = 500;
/** Time that a script's process has to end by itself once its outcome is known, before it is killed (ms). */
const END_MS = 100;
/** Time in which the fork server tells of the end of a process that was killed (ms). */
const KILLED_MS = 500;

const LOST: GuestExit = {
  code: 'worker_lost',
  message: 'The process that runs Python scripts ended while the script was running.',
};

/** One run of a Python script: waits for the fork server, has a child forked, and lets a session drive it. */
export class PythonRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private settle!: (outcome: RunOutcome) => void;
  private tellUsage!: (usage: RunUsage | null) => void;
  private session: GuestSession | null = null;
  private settled = false;

  constructor(
    server: Promise<ForkServer>,
    private readonly run: RunSpec,
    private readonly host: RunHost,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.usage = new Promise((resolve) => {
      this.tellUsage = resolve;
    });
    const waited = setTimeout(
      () => this.fail({ code: 'worker_lost', message: 'Python was not ready in time.' }),
      run.limits.timeout_ms,
    );
    server.then(
      (ready) => {
        clearTimeout(waited);
        this.begin(ready);
      },
      (error: unknown) => {
        clearTimeout(waited);
        this.fail({ code: 'worker_lost', message: `${messageOf(error)}.` });
      },
    );
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.session) this.session.cancel(reason, graceMs);
    else this.fail({ code: 'cancelled', message: 'The run was cancelled.' });
  }

  private begin(server: ForkServer): void {
    if (this.settled) return;
    const { limits, network } = this.run;
    const what = {
      kind: 'run',
      memory_bytes: limits.memory_bytes,
      cpu_ms: limits.cpu_ms,
      network: network !== null,
    } as const;
    const ended = (exit: ChildExit): void => {
      this.tellUsage(exit.usage);
      afterLastFrames(child, () => session.guestExited(explain(exit, limits)));
    };
    const child: Child = server.fork(what, {
      // A killed process ends only once it gets a processor, which can take longer than anyone should wait.
      onEnding: ended,
      onExit: ended,
      onRefused: (message) => {
        this.tellUsage(null);
        session.guestExited({ code: 'worker_lost', message });
      },
      onLost: () => {
        this.tellUsage(null);
        session.guestExited(LOST);
      },
    });
    const session = new GuestSession(
      child.socket,
      this.run,
      this.host,
      () => child.kill(),
      () => child.cancel(),
    );
    this.session = session;
    void session.outcome.then((outcome) => {
      this.finish(outcome);
      this.endSoon(child);
    });
  }

  /** Whatever the script has left running has nobody left to speak to. */
  private endSoon(child: Child): void {
    child.socket.destroy();
    let timer = setTimeout(() => {
      child.kill();
      timer = setTimeout(() => this.tellUsage(null), KILLED_MS);
    }, END_MS);
    void this.usage.then(() => clearTimeout(timer));
  }

  private fail(exit: GuestExit): void {
    this.tellUsage(null);
    this.finish({ kind: 'failed', ...exit, stack: null });
  }

  private finish(outcome: RunOutcome): void {
    this.settled = true;
    this.settle(outcome);
  }
}

/** The exit is told on another pipe than the frames, so it may arrive before them. */
function afterLastFrames({ socket }: Child, report: () => void): void {
  if (socket.closed) {
    report();
    return;
  }
  socket.once('close', report);
  afterReading(LAST_FRAMES_MS, report, socket);
}

function explain({ status, signal, exceeded }: ChildExit, limits: RunLimits): GuestExit {
  if (exceeded === 'cpu') return cpuLimitPassed(limits);
  if (exceeded === 'memory')
    return {
      code: 'out_of_memory',
      message: 'The script and its processes passed their memory limit.',
    };
  if (signal !== null)
    return { code: 'script_error', message: `The script's process was killed by ${signal}.` };
  return {
    code: 'script_error',
    message: `The script's process ended itself with exit code ${status}, before \`run\` returned.`,
  };
}

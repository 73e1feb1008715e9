import { messageOf } from '../../kernel/errors.js';
import { type GuestExit, GuestSession } from '../guest-session.js';
import type { CancelReason } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../runtime.js';
import type { ChildExit } from './control-messages.js';
import type { Child, ForkServer } from './fork-server.js';

/** Time between a child's exit and the end of its channel, in which its last frames are read (ms). */
const LAST_FRAMES_MS = 500;

const LOST: GuestExit = {
  code: 'worker_lost',
  message: 'The process that runs Python scripts ended while the script was running.',
};

/** One run of a Python script: waits for the fork server, has a child forked, and lets a session drive it. */
export class PythonRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  private settle!: (outcome: RunOutcome) => void;
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
        this.fail({ code: 'sandbox_error', message: `${messageOf(error)}.` });
      },
    );
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.session) this.session.cancel(reason, graceMs);
    else this.fail({ code: 'cancelled', message: 'The run was cancelled before it began.' });
  }

  private begin(server: ForkServer): void {
    if (this.settled) return;
    const child: Child = server.fork('run', this.run.limits.memory_bytes, {
      onExit: (exit) => afterLastFrames(child, () => session.guestExited(explain(exit))),
      onRefused: (message) => session.guestExited({ code: 'sandbox_error', message }),
      onLost: () => session.guestExited(LOST),
    });
    const session = new GuestSession(child.socket, this.run, this.host, () => child.kill());
    this.session = session;
    void session.outcome.then((outcome) => {
      this.finish(outcome);
      // Whatever the script has left running has nobody left to speak to.
      child.kill();
      child.socket.destroy();
    });
  }

  private fail(exit: GuestExit): void {
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
  setTimeout(report, LAST_FRAMES_MS).unref();
}

function explain({ status, signal, outOfMemory }: ChildExit): GuestExit {
  if (outOfMemory)
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

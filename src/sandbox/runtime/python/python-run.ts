import { getErrorMessage } from '../../../base/kernel/errors.js';
import { afterReading } from '../after-reading.js';
import {
  cpuLimitPassed,
  explainOwnExit,
  type GuestExit,
  memoryLimitPassed,
} from '../guest-exit.js';
import { GuestSession } from '../guest-session.js';
import type { RunLimits } from '../protocol.js';
import { failedWith } from '../run-handles.js';
import {
  notStarted,
  type RunHandle,
  type RunHost,
  type RunOutcome,
  type RunSpec,
  type RunUsage,
} from '../runtime.js';
import type { ChildExit } from './control-messages.js';
import type { Child, ForkServer } from './fork-server.js';
import type { RunDelay } from './run-delay.js';

/**
 * Wait for a process after which a run gives up, since it would hold its slot in vain (ms). The start of the fork
 * server continues.
 */
const PATIENCE_MS = 10_000;
/** Time between a child's exit and the end of its channel, in which its last frames are read (ms). */
const LAST_FRAMES_MS = 500;
/** Time in which a script's process may end by itself once its outcome is known; it is then killed (ms). */
const END_MS = 100;
/** Time within which the fork server reports the end of a killed process (ms). */
const KILLED_MS = 500;

const LOST: GuestExit = {
  code: 'worker_lost',
  message: 'The process that runs Python scripts ended while the script was running.',
};

/**
 * One run of a Python script: waits for the fork server, has a child forked, and lets a session drive it. `delay`
 * records how long it waits; without `delay`, the run waits indefinitely.
 */
export class PythonRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private settle!: (outcome: RunOutcome) => void;
  private reportUsage!: (usage: RunUsage | null) => void;
  private session: GuestSession | null = null;
  private settled = false;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    server: Promise<ForkServer>,
    private readonly run: RunSpec,
    private readonly host: RunHost,
    private readonly delay: RunDelay | null,
  ) {
    this.outcome = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.usage = new Promise((resolve) => {
      this.reportUsage = resolve;
    });
    const began = performance.now();
    if (delay !== null)
      this.patience = setTimeout(() => {
        const seconds = Math.round((performance.now() - began) / 1000);
        const reason =
          this.session === null
            ? `Python is still starting after ${seconds} s`
            : `Python has made no process for a script in ${seconds} s`;
        delay.note(reason);
        this.giveUp(`${reason}.`);
      }, PATIENCE_MS);
    host.stop.subscribe(() => {
      if (this.session === null)
        this.fail({ code: 'cancelled', message: 'The run was cancelled.' });
    });
    server.then(
      (ready) => this.begin(ready),
      (error: unknown) => this.giveUp(`${getErrorMessage(error)}.`),
    );
  }

  private begin(server: ForkServer): void {
    if (this.settled) return;
    const { limits, network } = this.run;
    const what = {
      kind: 'run',
      memory_bytes: limits.memory_bytes,
      cpu_ms: limits.cpu_ms,
      network,
    } as const;
    const ended = (exit: ChildExit): void => {
      this.reportUsage(exit.usage);
      const { words } = exit;
      afterLastFrames(child, () => session.guestExited({ ...explain(exit, limits), words }));
    };
    const child: Child = server.fork(what, {
      onStarted: () => {
        clearTimeout(this.patience);
        this.delay?.end();
        session.begin();
      },
      // A killed process ends only when it is scheduled, which may take too long to wait for.
      onEnding: ended,
      onExit: ended,
      onRefused: (reason) => {
        this.delay?.end();
        this.reportUsage(null);
        session.notStarted(notStarted(reason));
      },
      onLost: (message) => {
        this.reportUsage(null);
        session.guestExited(message === undefined ? LOST : { ...LOST, message });
      },
    });
    const session = new GuestSession(child.socket, this.run, this.host, () => child.kill(), {
      onCancel: () => child.cancel(),
      cpuMs: () => child.cpuMs(),
      starts: true,
    });
    this.session = session;
    void session.outcome.then((outcome) => {
      this.finish(outcome);
      this.endProcesses(child);
    });
  }

  /** Ends the processes that the script has left running, which have no host to report to. */
  private endProcesses(child: Child): void {
    child.socket.destroy();
    let timer = setTimeout(() => {
      child.kill();
      timer = setTimeout(() => this.reportUsage(null), KILLED_MS);
    }, END_MS);
    void this.usage.then(() => clearTimeout(timer));
  }

  private giveUp(reason: string): void {
    if (this.settled) return;
    this.reportUsage(null);
    const outcome = { kind: 'not_started', reason } as const;
    // The outcome is then that of the session, which knows whether the run was cancelled.
    if (this.session === null) this.finish(outcome);
    else this.session.notStarted(outcome);
  }

  private fail(exit: GuestExit): void {
    this.reportUsage(null);
    this.finish(failedWith(exit.code, exit.message));
  }

  private finish(outcome: RunOutcome): void {
    this.settled = true;
    clearTimeout(this.patience);
    this.settle(outcome);
  }
}

/** Reports an exit after the last frames. The exit comes through another pipe and may therefore arrive before them. */
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
  if (exceeded === 'memory') return memoryLimitPassed(limits);
  return explainOwnExit(status, signal);
}

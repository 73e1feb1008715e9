import { pino } from 'pino';
import { readServerConfig } from '../../../src/server/core/config.js';
import { DataFolderLock } from '../../../src/platform/database/data-folder-lock.js';
import { Engine } from '../../../src/workflow/engine/engine.js';
import { LocalQueues } from '../../../src/workflow/engine/queue/local-queue.js';
import { wakeFor } from '../../../src/workflow/engine/queue/wake.js';
import {
  runFinished,
  taskDue,
  taskEnded,
  taskScheduled,
} from '../../../src/workflow/engine/state/messages.js';
import type { EngineBench } from './engine-bench.js';
import type { LeaderElection } from '../../../src/workflow/engine/election/leader-election.js';
import { openWorker } from '../../../src/workflow/engine/workers/open-worker.js';
import type { WorkerLease } from '../../../src/workflow/engine/workers/worker-lease.js';
import { ScriptedExecutor, type ScriptedRun } from './scripted-executor.js';

const LEASE_SECONDS = 15;
export const LEASE_MS = LEASE_SECONDS * 1000;
/** Interval (ms) between renewals of the lease, and between comparisons with the rows. */
export const RENEW_MS = LEASE_MS / 5;
/** Interval (ms) between sweeps. */
export const SWEEP_MS = (LEASE_MS * 2) / 3;

const SETTINGS = {
  METARUN_LEASE_SECONDS: String(LEASE_SECONDS),
  METARUN_CONCURRENCY: '4',
  METARUN_SHUTDOWN_SECONDS: '0',
};

type Ended = NonNullable<(typeof taskEnded)['values']>;

/** The whole engine on the rows of a bench, with scripted runs. */
export class RunningEngine {
  readonly executor = new ScriptedExecutor();
  /** The published messages, oldest first: ids of ended tasks, their outcomes, and ids of tasks whose runs are over. */
  readonly ended: string[] = [];
  readonly ends: Pick<Ended, 'taskId' | 'status' | 'errorCode'>[] = [];
  readonly finished: string[] = [];
  readonly lease: WorkerLease;
  private readonly election: LeaderElection;
  private readonly engine: Engine;

  private constructor(
    private readonly bench: EngineBench,
    settings: Record<string, string>,
    lock: DataFolderLock,
  ) {
    bench.bus.subscribe(taskEnded, ({ taskId, status, errorCode }) => {
      this.ended.push(taskId);
      this.ends.push({ taskId, status, errorCode });
    });
    bench.bus.subscribe(runFinished, ({ taskId }) => this.finished.push(taskId));
    const config = readServerConfig({ ...SETTINGS, ...settings });
    const logger = pino({ enabled: false });
    const { workers, lease, election } = openWorker(
      config,
      lock,
      bench.database,
      bench.bus,
      logger,
    );
    this.lease = lease;
    this.election = election;
    this.engine = new Engine(
      config,
      logger,
      bench.transitions,
      lease,
      workers,
      election,
      bench.bus,
      new LocalQueues(),
      this.executor,
      3,
    );
  }

  /** Starts the engine. `lock` decides whether other servers may work on the same rows; by default they may. */
  static async start(
    bench: EngineBench,
    settings: Record<string, string> = {},
    lock = DataFolderLock.take('', false),
  ): Promise<RunningEngine> {
    const running = new RunningEngine(bench, settings, lock);
    await running.lease.start();
    await running.election.start();
    await running.engine.start();
    await bench.pass(0);
    return running;
  }

  async stop(): Promise<void> {
    await this.engine.stop();
    await this.election.stop();
    await this.lease.stop();
  }

  get runs(): readonly ScriptedRun[] {
    return this.executor.runs;
  }

  /** Returns the most recently started run. */
  get run(): ScriptedRun {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error('no run has started');
    return run;
  }

  /** Announces that these tasks may be due, and lets their runs start. */
  async offer(...taskIds: string[]): Promise<void> {
    for (const id of taskIds) this.bench.bus.publish(taskDue, wakeFor(await this.bench.task(id)));
    await this.bench.pass(0);
  }

  /** Announces that a task is scheduled for later. */
  later(): void {
    this.bench.bus.publish(taskScheduled, { taskId: '' });
  }

  /** Cancels a task like a request to this server does. */
  async cancel(taskId: string): Promise<void> {
    await this.bench.cancel(taskId);
    await this.bench.pass(0);
  }
}

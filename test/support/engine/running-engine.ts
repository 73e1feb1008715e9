import { pino } from 'pino';
import { readConfig } from '../../../src/config/config.js';
import { DataFolderLock } from '../../../src/database/data-folder-lock.js';
import { Engine } from '../../../src/engine/engine.js';
import { MemoryDispatcher } from '../../../src/engine/memory.dispatcher.js';
import { type BusMessages, EventBus } from '../../../src/events/event-bus.js';
import type { EngineBench } from './engine-bench.js';
import { ScriptedExecutor, type ScriptedRun } from './scripted-executor.js';

export const LEASE_SECONDS = 30;
/** Pause between two sweeps, ms. */
export const SWEEP_MS = (LEASE_SECONDS * 1000) / 3;

const SETTINGS = {
  METARUN_LEASE_SECONDS: String(LEASE_SECONDS),
  METARUN_CONCURRENCY: '4',
  METARUN_SHUTDOWN_SECONDS: '0',
};

type Finished = Pick<BusMessages['finished'], 'taskId' | 'status' | 'errorCode'>;

/** The whole engine on the rows of a bench, with runs that do what the test says. */
export class RunningEngine {
  readonly executor = new ScriptedExecutor();
  /** What it has told others, oldest first: tasks that ended, runs that reached the end of theirs. */
  readonly ended: string[] = [];
  readonly finished: Finished[] = [];
  private readonly bus = new EventBus();
  private readonly engine: Engine;

  private constructor(
    private readonly bench: EngineBench,
    settings: Record<string, string>,
    lock: DataFolderLock,
  ) {
    this.bus.subscribe('ended', ({ taskId }) => this.ended.push(taskId));
    this.bus.subscribe('finished', ({ taskId, status, errorCode }) =>
      this.finished.push({ taskId, status, errorCode }),
    );
    this.engine = new Engine(
      readConfig({ ...SETTINGS, ...settings }),
      pino({ enabled: false }),
      bench.database,
      lock,
      bench.events,
      this.bus,
      new MemoryDispatcher(),
      this.executor,
    );
  }

  /** `lock`: whether other servers may work on the same rows; they may where it is left out. */
  static async start(
    bench: EngineBench,
    settings: Record<string, string> = {},
    lock = DataFolderLock.take('', false),
  ): Promise<RunningEngine> {
    const running = new RunningEngine(bench, settings, lock);
    await running.engine.start();
    await bench.pass(0);
    return running;
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }

  get runs(): readonly ScriptedRun[] {
    return this.executor.runs;
  }

  /** Returns the run that has started last. */
  get run(): ScriptedRun {
    const run = this.runs.at(-1);
    if (run === undefined) throw new Error('no run has started');
    return run;
  }

  /** Says that these tasks may be due, and lets their runs start. */
  async offer(...taskIds: string[]): Promise<void> {
    for (const id of taskIds) this.engine.offer(await this.bench.task(id));
    await this.bench.pass(0);
  }

  /** Says that a task has a time to come. */
  later(): void {
    this.engine.later();
  }

  /** Cancels a task as a request to this server does. */
  async cancel(taskId: string): Promise<void> {
    await this.bench.cancel(taskId);
    this.bus.publish('cancel', { taskId });
    await this.bench.pass(0);
  }
}

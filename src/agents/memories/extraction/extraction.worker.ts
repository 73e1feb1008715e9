import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Transitions } from '../../../workflow/engine/state/transitions.js';
import type { RunnableVersions } from '../../../tasks/meta-tasks/runnable-versions.service.js';
import { Extraction, isFinal, describeFailure } from './extraction.service.js';
import { type MemoryJob, MemoryJobs } from './memory-jobs.js';

/** Polling interval for jobs without a notification, in ms. */
const POLL_MS = 5_000;
/** Number of concurrent jobs. */
const AT_ONCE = 4;

/** Runs the memory jobs in the background, shared between servers. */
@Injectable()
export class ExtractionWorker {
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    pollMs: POLL_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to distil memories'),
  });

  constructor(
    private readonly jobs: MemoryJobs,
    private readonly extraction: Extraction,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a job for each task that succeeds, if its meta-task asks for it. */
  follow(transitions: Transitions, versions: RunnableVersions): void {
    transitions.atSuccess(async (transaction, task) => {
      const { definition } = await versions.byVersionId(task.project_id, task.version_id);
      if (!definition.extract_memory) return;
      await this.jobs.add(transaction, task);
      transaction.afterCommit(() => this.loop.trigger());
    });
  }

  /** Retries a job of a project now: see {@link MemoryJobs.retry}. */
  async retry(projectId: string, taskId: string): Promise<MemoryJob> {
    const job = await this.jobs.retry(projectId, taskId);
    this.loop.trigger();
    return job;
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async work(): Promise<void> {
    const { queue } = this.jobs;
    const jobs = await queue.claim({ order: 'next_at', limit: AT_ONCE });
    const attempts = jobs.map((job) => {
      const run = (signal: AbortSignal): Promise<void> => this.extraction.run(job, signal);
      return queue.attempt(job, this.loop.signal, run, (error) => this.failed(job, error));
    });
    await Promise.all(attempts);
    if (jobs.length === AT_ONCE) this.loop.trigger();
  }

  private async failed(job: MemoryJob, error: unknown): Promise<void> {
    this.logger.warn({ err: error, task: job.task_id }, 'failed to distil memories of a task');
    await this.jobs.failed(job, describeFailure(error), isFinal(error));
  }
}

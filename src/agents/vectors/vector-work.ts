import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../base/kernel/background-work.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Database } from '../../platform/database/database.js';
import { ModelFailure } from '../models/model-gateway.js';
import type { Embedder } from './embedder.js';
import type { EmbeddingModel } from './embedding.js';
import type { VectorJob, VectorJobs } from './vector-jobs.js';
import type { NewVector, VectorStore, Wanted } from './vector-store.js';

/** Polling interval for jobs without a notification, in ms. */
const POLL_MS = 5_000;
/** Number of projects processed at a time. */
const AT_ONCE = 2;
/** Maximum number of texts in one request, the limit of the strictest providers. */
const MAX_BATCH = 32;
/** Maximum count of numbers in one answer: about 2 MiB of JSON. */
const MAX_NUMBERS = 100_000;
/** Length in UTF-16 units below which a text that is too long for the model is not halved further. */
const MIN_TEXT = 200;
/** Error codes that may concern a single text; other texts can still be embedded. */
const OF_ONE_TEXT = ['too_long', 'model_refused'];
/** A text that every model accepts, which distinguishes a refused text from a misconfigured model. */
const PLAIN = 'A text.';

const NO_WORK: BackgroundWork = { start: () => undefined, stop: () => undefined };

/** Returns the work that creates vectors; does nothing without an embedder. */
export function vectorWork(
  database: Database,
  jobs: VectorJobs,
  vectors: VectorStore,
  embedder: Embedder | null,
  logger: Logger,
): BackgroundWork {
  return embedder === null ? NO_WORK : new VectorWork(database, jobs, vectors, embedder, logger);
}

/** Creates the vectors of one kind of texts in the background. */
export class VectorWork {
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    pollMs: POLL_MS,
    onError: (error) => this.logger.warn({ err: error }, this.failure),
  });

  constructor(
    private readonly database: Database,
    private readonly jobs: VectorJobs,
    private readonly vectors: VectorStore,
    private readonly embedder: Embedder,
    private readonly logger: Logger,
  ) {
    jobs.onAdded(() => this.trigger());
  }

  trigger(): void {
    this.loop.trigger();
  }

  async start(): Promise<void> {
    await this.jobs.addAll();
    this.loop.start();
  }

  async stop(): Promise<void> {
    this.embedder.stop();
    await this.loop.stop();
  }

  private async work(): Promise<void> {
    const { queue } = this.jobs;
    const jobs = await queue.claim({ order: 'next_at', limit: AT_ONCE });
    const attempts = jobs.map((job) => {
      const fill = (signal: AbortSignal): Promise<void> => this.fill(job, signal);
      return queue.attempt(job, this.loop.signal, fill, (error) => this.failed(job, error));
    });
    await Promise.all(attempts);
    if (jobs.length === AT_ONCE) this.loop.trigger();
  }

  private async failed(job: VectorJob, error: unknown): Promise<void> {
    this.logger.warn({ err: error, project: job.project_id }, this.failure);
    await this.jobs.failed(job, this.describeFailure(error), toRetryAdvice(error));
  }

  /** Creates vectors until the project lacks none, then ends the job. */
  private async fill(job: VectorJob, signal: AbortSignal): Promise<void> {
    const { project_id: projectId } = job;
    const model = await this.embedder.model(projectId);
    while (await this.vectors.catchUp(projectId)) signal.throwIfAborted();
    const limit = Math.max(1, Math.min(MAX_BATCH, Math.floor(MAX_NUMBERS / model.length)));
    for (;;) {
      signal.throwIfAborted();
      const wanted = await this.vectors.wanted(projectId, model, limit);
      if (wanted.length > 0) await this.make(job, model, wanted, signal);
      else if (await this.isDone(job, model)) return;
    }
  }

  /** Ends the job if no work is left. A concurrent addition waits for the lock and then adds a new job. */
  private isDone(job: VectorJob, model: EmbeddingModel): Promise<boolean> {
    return this.database.write(async (transaction) => {
      await transaction.lock(this.vectors.buildLockName(job.project_id));
      const wanted = await this.vectors.wanted(job.project_id, model, 1, transaction);
      if (wanted.length > 0) return false;
      await this.jobs.done(transaction, job);
      return true;
    });
  }

  private async make(
    job: VectorJob,
    model: EmbeddingModel & { maxText: number },
    wanted: readonly Wanted[],
    signal: AbortSignal,
  ): Promise<void> {
    const { project_id: projectId } = job;
    const texts = wanted.flatMap(({ text, ...one }) =>
      text === null ? [] : [{ ...one, text: text.slice(0, model.maxText).toWellFormed() }],
    );
    const made = await this.embedded(projectId, texts, signal);
    const numbers = new Set(made.map(({ number }) => number));
    const left = wanted.filter(({ number }) => !numbers.has(number)).map(({ number }) => number);
    await this.database.write(async (transaction) => {
      await transaction.lock(this.vectors.buildLockName(projectId));
      await this.jobs.made(transaction, job);
      await this.vectors.put(transaction, projectId, model, made);
      await this.vectors.leaveOut(transaction, projectId, model, left);
    });
  }

  /** Returns the vectors of texts, except for texts that the model refuses or that have no direction. */
  private async embedded(
    projectId: string,
    texts: readonly { number: number; hash: string; text: string }[],
    signal: AbortSignal,
  ): Promise<NewVector[]> {
    if (texts.length === 0) return [];
    try {
      const vectors = await this.embedder.embed(
        projectId,
        texts.map(({ text }) => text),
        signal,
      );
      return texts.flatMap(({ number, hash }, index) => {
        const vector = vectors[index];
        return vector ? [{ number, hash, vector }] : [];
      });
    } catch (error) {
      if (!isOfText(error)) throw error;
      const [one] = texts;
      if (one === undefined) return [];
      if (texts.length === 1) {
        // Throws if the model accepts no text at all.
        if (!OF_ONE_TEXT.includes(error.code))
          await this.embedder.embed(projectId, [PLAIN], signal);
        if (error.code !== 'too_long' || one.text.length < MIN_TEXT) return [];
        const text = one.text.slice(0, one.text.length / 2).toWellFormed();
        return this.embedded(projectId, [{ ...one, text }], signal);
      }
      const half = Math.ceil(texts.length / 2);
      return [
        ...(await this.embedded(projectId, texts.slice(0, half), signal)),
        ...(await this.embedded(projectId, texts.slice(half), signal)),
      ];
    }
  }

  private get failure(): string {
    return `failed to embed ${this.vectors.name}`;
  }

  /** Returns the message of a failure that may be shown. */
  private describeFailure(error: unknown): string {
    return error instanceof ModelFailure || error instanceof MetarunError
      ? error.message
      : `The server ${this.failure}.`;
  }
}

/** Returns whether a request may have failed because of one of its texts. */
function isOfText(error: unknown): error is ModelFailure {
  return error instanceof ModelFailure && (error.isOfContent || OF_ONE_TEXT.includes(error.code));
}

function toRetryAdvice(error: unknown): { again: boolean; afterMs: number | null } {
  return error instanceof ModelFailure
    ? { again: error.again, afterMs: error.retryAfterMs }
    : { again: !(error instanceof MetarunError), afterMs: null };
}

import { Inject, Injectable } from '@nestjs/common';
import { getErrorMessage, MetarunError, recordedError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { mapTexts } from '../../../base/kernel/map-texts.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { PendingCall } from '../../../sandbox/runtime/runtime.js';
import { givenUp } from '../../../workflow/engine/operations/held.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import type { Step, StepEnd } from '../../../workflow/steps/step.js';
import { MODEL_ERRORS } from '../errors.js';
import { ModelCalls } from '../gateway/model-calls.service.js';
import {
  type CallOwner,
  type EmbeddingReply,
  ModelFailure,
  type ModelFailureCode,
  ModelGateway,
  type ModelReply,
  type ModelRequest,
  type OnDelta,
} from '../model-gateway.js';

/** Maximum number of retries of a request. */
const REPEATS = 6;
/** First and longest pause before a retry in ms, unless the provider requests one; each is twice the previous one. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** Longest pause that a provider may request, in ms: a day. */
const MAX_ASKED_PAUSE_MS = 24 * 60 * 60 * 1000;

/** A request with its step. */
type StepOwner = CallOwner & { stepId: string };

interface Place {
  context: CapabilityContext;
  journal: Journal;
  call: PendingCall;
  name: string;
  detail?: string | null | undefined;
}

export interface AskOptions {
  /** Receives the text of the model while it is generated, with the id of the step. */
  onDelta?: ((stepId: string, ...delta: Parameters<OnDelta>) => void) | null;
  /** JSON text that is stored with the reply. */
  detail?: string | undefined;
  /** True to record and return the reply without the secrets that the run has read. */
  redacted?: boolean;
}

/** A recorded reply. */
export interface Asked<Reply> {
  reply: Reply;
  stepId: string;
  /** True if the reply was found in the record. */
  replayed: boolean;
}

/**
 * Makes requests to models as durable steps: each is retried until it succeeds or fails permanently, and is never made
 * again once its outcome is recorded.
 */
@Injectable()
export class ModelSteps {
  /** Journals of runs that have started to use models. */
  private readonly begun = new WeakSet<Journal>();

  constructor(
    private readonly gateway: ModelGateway,
    @Inject(ModelCalls) private readonly calls: Pick<ModelCalls, 'begin'>,
  ) {}

  /**
   * Makes a request, or returns its record. If `request` is a function, it is called before each attempt. Throws
   * `model_error`, `model_refused` or `budget_exceeded`, which are also the error code of the task if the script does
   * not catch them; and `too_long`, `unknown_model` or `not_available`.
   */
  ask(
    context: CapabilityContext,
    journal: Journal,
    call: PendingCall,
    name: string,
    request: ModelRequest | (() => Promise<ModelRequest>),
    { onDelta = null, detail, redacted = false }: AskOptions = {},
  ): Promise<Asked<ModelReply>> {
    return this.durably({ context, journal, call, name, detail }, async (owner) => {
      const asked = typeof request === 'function' ? await request() : request;
      const { stepId } = owner;
      const reply = await this.gateway.call(
        owner,
        asked,
        onDelta && ((delta) => onDelta(stepId, delta)),
        journal.signal,
      );
      if (reply.finish === 'refused')
        throw new ModelFailure(
          `The model "${asked.model}" has refused to answer${reply.text === '' ? '' : `: ${reply.text.slice(0, 500)}`}`,
          { code: 'model_refused' },
        );
      if (!redacted) return reply;
      const shown = mapTexts(reply as unknown as Json, (text) => context.redact(text));
      return shown as unknown as ModelReply;
    });
  }

  /** Requests embeddings, like {@link ask}. */
  embed(
    context: CapabilityContext,
    journal: Journal,
    call: PendingCall,
    name: string,
    request: () => Promise<{ model: string; texts: readonly string[] }>,
  ): Promise<Asked<EmbeddingReply>> {
    return this.durably({ context, journal, call, name }, async (owner) => {
      const asked = await request();
      return this.gateway.embed(owner, asked, journal.signal);
    });
  }

  private async durably<Reply extends object>(
    { context, journal, call, name, detail = null }: Place,
    make: (owner: StepOwner) => Promise<Reply>,
  ): Promise<Asked<Reply>> {
    const { projectId, taskId } = context;
    if (!this.begun.has(journal)) {
      this.begun.add(journal);
      await this.calls.begin(projectId, taskId);
    }
    const step = await journal.begin('model', name, call);
    if (step.state === 'success' || step.state === 'failed')
      return replayed<Reply>(journal, step.id, await journal.recorded(step));
    if (step.state === 'waiting') await this.pause(journal, step, call);
    for (;;) {
      journal.runs(step);
      try {
        const reply = await make({ projectId, taskId, stepId: step.id, attempt: step.attempts });
        await journal.end(step, { status: 'success', result: JSON.stringify(reply), detail });
        return { reply, stepId: step.id, replayed: false };
      } catch (error) {
        if (journal.signal.aborted) throw givenUp();
        const failure = await this.postponed(journal, step, call, error, detail);
        if (failure !== null) throw failure;
      }
    }
  }

  /** Waits until the request may be retried and returns null, or records its failure and returns the error. */
  private async postponed(
    journal: Journal,
    step: Step,
    call: PendingCall,
    error: unknown,
    detail: string | null,
  ): Promise<Error | null> {
    if (!(error instanceof ModelFailure)) {
      if (error instanceof MetarunError) {
        await journal.end(step, { ...failed(error.code, error.message), detail });
        if (error.code === 'budget_exceeded')
          journal.gives({ type: 'MetarunError', message: error.message }, error.code);
      }
      return error instanceof Error ? error : new Error(getErrorMessage(error), { cause: error });
    }
    const { code, message, again, retryAfterMs: asked } = error;
    if (again && step.attempts <= REPEATS && (asked ?? 0) <= MAX_ASKED_PAUSE_MS) {
      const pauseMs = asked ?? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (step.attempts - 1));
      await journal.wait(step, pauseMs, { error: { type: code, message } });
      await this.pause(journal, step, call);
      return null;
    }
    const end = failed(code, message);
    await journal.end(step, { ...end, detail });
    return recordFailure(journal, code, message);
  }

  private async pause(journal: Journal, step: Step, call: PendingCall): Promise<void> {
    await journal.waitForEnd(step, call);
    step.attempts += 1;
    step.state = 'new';
  }
}

function failed(type: string, message: string): StepEnd {
  return { status: 'failed', error: { type, message } };
}

function replayed<Reply extends object>(
  journal: Journal,
  stepId: string,
  end: StepEnd,
): Asked<Reply> {
  if (end.status === 'failed') throw recordFailure(journal, end.error.type, end.error.message);
  return { reply: JSON.parse(end.result) as Reply, stepId, replayed: true };
}

/** Returns the error for the script, and sets the task's error code in case the script does not catch it. */
function recordFailure(journal: Journal, code: string, message: string): MetarunError {
  if (code === 'budget_exceeded') journal.gives({ type: 'MetarunError', message }, code);
  if (!isFailureCode(code)) return recordedError(code, message);
  journal.gives({ type: 'MetarunError', message }, code === 'model_refused' ? code : 'model_error');
  return new MetarunError(MODEL_ERRORS[code], message);
}

function isFailureCode(code: string): code is ModelFailureCode {
  return code === 'model_error' || code === 'model_refused' || code === 'too_long';
}

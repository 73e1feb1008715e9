import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { unlessAborted } from '../../../base/kernel/unless-aborted.js';
import {
  type CallOwner,
  type EmbeddingReply,
  ModelFailure,
  ModelGateway,
  type ModelInfo,
  type ModelReply,
  type ModelRequest,
  type ModelUsage,
  type OnDelta,
} from '../model-gateway.js';
import { type Provider, type ProviderModel, modelRef } from '../providers/provider.js';
import type { ModelDirectory } from '../providers/model-directory.js';
import type { ModelSettings } from '../settings.js';
import type { CallLog } from './call-log.js';
import type { ProviderKeys } from './credentials.js';
import { costOf, estimateTokens } from './estimate.js';
import { exchange } from './exchange.js';
import { type FailurePlace, failureOf } from './failure-of.js';
import { AnswerTurns } from './answer-turns.js';
import { type FetchNotes, guardedFetch } from './guarded-fetch.js';
import { libraries } from './libraries.js';
import type { ModelCalls } from './model-calls.service.js';
import type { ModelEgress } from './model-egress.js';
import { ProviderTurns } from './provider-turns.js';
import { embeddingModel, languageModel } from './wire-model.js';

/** Providers whose limits are kept in memory, before those that are idle are forgotten. */
const KEPT_TURNS = 100;

/** One request, whatever it asks for. */
interface Call<Answer> {
  owner: CallOwner;
  provider: Provider;
  model: ProviderModel;
  /** The request, for the hash, the estimate and the log. */
  asked: Json;
  /** The most tokens of the answer, for the provider's limits. */
  maxOutputTokens: number;
  signal: AbortSignal;
  make: (
    sending: Sending,
  ) => Promise<{ answer: Answer; usage: Omit<ModelUsage, 'costMicroUsd'>; shown: Json }>;
}

interface Sending {
  wire: Parameters<typeof languageModel>[2];
  signal: AbortSignal;
  onPart: () => void;
}

/** Makes requests to the providers of a project and of the installation. */
export class ProviderModelGateway extends ModelGateway {
  private readonly turns = new Map<string, ProviderTurns>();
  private readonly answers = new AnswerTurns();

  constructor(
    private readonly settings: ModelSettings,
    private readonly log: CallLog,
    private readonly directory: ModelDirectory,
    private readonly keys: ProviderKeys,
    private readonly egress: ModelEgress,
    private readonly calls: ModelCalls,
  ) {
    super();
  }

  async find(projectId: string, ref: string | null): Promise<ModelInfo> {
    const { provider, model } = await this.directory.find(projectId, ref);
    const { prices } = model;
    return {
      ref: modelRef(provider, model),
      model: model.model,
      contextTokens: model.context_tokens,
      maxOutputTokens: model.max_output_tokens,
      prices: prices && {
        input: prices.input,
        cachedInput: prices.cached_input,
        output: prices.output,
      },
      images: model.images,
      embeddings: model.embeddings,
    };
  }

  async call(
    owner: CallOwner,
    request: ModelRequest,
    onDelta: OnDelta | null,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { provider, model } = await this.directory.find(owner.projectId, request.model);
    if (model.embeddings !== null)
      throw new MetarunError(
        'not_available',
        `The model "${request.model}" makes embeddings and generates no text; name another one.`,
      );
    const { system, messages, tools } = request;
    const asked = { system, messages: [...messages], tools: tools.map((tool) => ({ ...tool })) };
    let reported = false;
    try {
      return await this.make({
        owner,
        provider,
        model,
        asked,
        maxOutputTokens: request.maxOutputTokens,
        signal,
        make: async ({ wire, signal: stop, onPart }) => {
          const { inputTokens, cachedTokens, outputTokens, reasoningTokens, ...answer } =
            await exchange({
              libraries: wire.libraries,
              kind: provider.kind,
              model: languageModel(provider, model, wire),
              request: {
                ...request,
                maxOutputTokens: Math.min(request.maxOutputTokens, model.max_output_tokens),
              },
              stream: provider.stream,
              signal: stop,
              onPart,
              onText: (kind, text) => {
                if (onDelta === null || text === '') return;
                reported = true;
                onDelta({ kind, text });
              },
            });
          const usage = {
            inputTokens: inputTokens ?? estimateTokens(JSON.stringify(asked)),
            cachedTokens: cachedTokens ?? 0,
            outputTokens: outputTokens ?? estimateTokens(JSON.stringify(answer.messages)),
            reasoningTokens: reasoningTokens ?? 0,
          };
          const shown = { messages: answer.messages };
          return {
            answer: { ...answer, usage: { ...usage, costMicroUsd: costOf(usage, model.prices) } },
            usage,
            shown,
          };
        },
      });
    } catch (error) {
      if (reported) onDelta?.({ reset: true });
      throw error;
    }
  }

  async embed(
    owner: CallOwner,
    { model: ref, texts }: { model: string; texts: readonly string[] },
    signal: AbortSignal,
  ): Promise<EmbeddingReply> {
    const { provider, model } = await this.directory.find(owner.projectId, ref);
    if (model.embeddings === null)
      throw new MetarunError(
        'not_available',
        `The model "${ref}" makes no embeddings; name one whose provider says how long they are ("embeddings").`,
      );
    const length = model.embeddings;
    return this.make({
      owner,
      provider,
      model,
      asked: [...texts],
      maxOutputTokens: 0,
      signal,
      make: async ({ wire, signal: stop }) => {
        const { embeddings, usage: given } = await wire.libraries.embedMany({
          model: embeddingModel(provider, model, wire),
          values: [...texts],
          maxRetries: 0,
          abortSignal: stop,
        });
        const odd = embeddings.find((one) => one.length !== length);
        if (odd !== undefined || embeddings.length !== texts.length)
          throw new ModelFailure(
            `gave ${embeddings.length} embeddings of ${odd?.length ?? length} numbers for ${texts.length} texts, where its provider says ${length} ("embeddings").`,
          );
        const usage = {
          inputTokens: Number.isFinite(given.tokens)
            ? given.tokens
            : estimateTokens(texts.join('')),
          cachedTokens: 0,
          outputTokens: 0,
          reasoningTokens: 0,
        };
        const answer = {
          embeddings,
          usage: { ...usage, costMicroUsd: costOf(usage, model.prices) },
        };
        return { answer, usage, shown: { embeddings: embeddings.length } };
      },
    });
  }

  private async make<Answer>(call: Call<Answer>): Promise<Answer> {
    const { owner, provider, model, signal } = call;
    const place: FailurePlace = { provider: provider.name, model: model.model, values: [] };
    const text = JSON.stringify(call.asked);
    const inputTokens = estimateTokens(text);
    const unknown = { inputTokens, cachedTokens: 0, outputTokens: 0 };
    const turn = await this.turnsOf(provider).take(
      provider,
      inputTokens + call.maxOutputTokens,
      signal,
    );
    let taken = inputTokens;
    try {
      const record = await this.calls.sent(owner, {
        provider: provider.name,
        model: model.name,
        inputTokens,
        costMicroUsd: costOf(unknown, model.prices),
        hash: createHash('sha256').update(text).digest('hex'),
      });
      const began = performance.now();
      let firstTokenMs: number | null = null;
      const durationMs = (): number => Math.round(performance.now() - began);
      const notes: FetchNotes = { sent: '' };
      try {
        const { answer, usage, shown } = await this.send(call, place, notes, () => {
          firstTokenMs ??= durationMs();
        });
        taken = usage.inputTokens + usage.outputTokens;
        const costMicroUsd = costOf(usage, model.prices);
        const end = { usage: { ...usage, costMicroUsd }, firstTokenMs, durationMs: durationMs() };
        await this.calls.end(owner.projectId, record, { ...end, state: 'ok', error: null });
        this.log.write(call, end, place, { sent: notes.sent, shown });
        return answer;
      } catch (error) {
        if (error instanceof MetarunError) throw error;
        const failure = failureOf(error, place);
        const answered = firstTokenMs !== null;
        taken = answered ? inputTokens : 0;
        const usage = {
          ...unknown,
          inputTokens: taken,
          reasoningTokens: 0,
          costMicroUsd: costOf({ ...unknown, inputTokens: taken }, model.prices),
        };
        const end = { usage, firstTokenMs, durationMs: durationMs() };
        // A run that was ended leaves its request as it is: it may be paid for.
        if (!signal.aborted)
          await this.calls.end(owner.projectId, record, {
            ...end,
            state: 'failed',
            error: failure.message,
          });
        this.log.write(call, end, place, { sent: notes.sent, failure });
        throw failure;
      }
    } finally {
      turn.end(taken);
    }
  }

  /** Sends a request within the times of its provider. */
  private async send<Answer>(
    { owner, provider, model, signal, make }: Call<Answer>,
    place: FailurePlace,
    notes: FetchNotes,
    onFirst: () => void,
  ): ReturnType<Call<Answer>['make']> {
    const credentials = await this.keys.of(provider);
    place.values = credentials.values;
    const late = new AbortController();
    const { timeout_seconds: all, first_token_seconds: first } = provider;
    const giveUp = (seconds: number, what: string): NodeJS.Timeout =>
      setTimeout(
        () =>
          late.abort(
            new ModelFailure(
              `${what} within ${seconds} s (${seconds === all ? 'timeout_seconds' : 'first_token_seconds'}).`,
              { again: true },
            ),
          ),
        seconds * 1000,
      ).unref();
    const whole = giveUp(all, 'did not end its answer');
    const streams = provider.stream && model.embeddings === null;
    const begin = streams && first < all ? giveUp(first, 'did not begin to answer') : undefined;
    const stop = AbortSignal.any([signal, late.signal]);
    try {
      const connection = this.egress.to(provider);
      const reading = {
        maxBytes: this.settings.maxModelResponseBytes,
        turn: () => this.answers.enter(owner.projectId),
      };
      const fetch = guardedFetch(connection, reading, notes, streams);
      const wire = { libraries: await libraries(), credentials, fetch };
      // What the library waits for may never end.
      return await unlessAborted(
        make({
          wire,
          signal: stop,
          onPart: () => {
            clearTimeout(begin);
            onFirst();
          },
        }),
        stop,
      );
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      clearTimeout(whole);
      clearTimeout(begin);
      // Whatever is still open of it is closed.
      late.abort();
    }
  }

  private turnsOf({ projectId, name }: Provider): ProviderTurns {
    const key = `${projectId ?? ''}/${name}`;
    const known = this.turns.get(key);
    if (known !== undefined) return known;
    if (this.turns.size >= KEPT_TURNS)
      for (const [one, turns] of this.turns) if (turns.idle) this.turns.delete(one);
    const made = new ProviderTurns();
    this.turns.set(key, made);
    return made;
  }
}

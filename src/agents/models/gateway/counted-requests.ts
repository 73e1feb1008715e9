import { Injectable } from '@nestjs/common';
import { performance } from 'node:perf_hooks';
import { hashSha256 } from '../../../base/kernel/sha256.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { ModelUsage } from '../model-gateway.js';
import type { Provider, ProviderModel } from '../providers/provider.js';
import { CallLog } from './call-log.js';
import { computeCost, countTokens, estimateTokens, tokensOfBytes } from './estimate.js';
import { type AnswerText, type FailurePlace, toModelFailure } from './model-failure.js';
import type { FetchNotes } from './guarded-fetch.js';
import { ModelCalls } from './model-calls.service.js';
import type { ProviderRequest, Reported } from './provider-request.js';
import { ProviderTurns } from './provider-turns.js';
import { RequestSender } from './request-sender.js';

/** Number of providers with limits in memory from which idle ones are removed. */
const KEPT_TURNS = 100;

/** Makes requests within the limits of their providers, and counts each, whatever its outcome. */
@Injectable()
export class CountedRequests {
  private readonly turns = new Map<string, ProviderTurns>();

  constructor(
    private readonly sender: RequestSender,
    private readonly calls: ModelCalls,
    private readonly log: CallLog,
  ) {}

  /** Rejects with ModelFailure, or with a MetarunError if the request cannot be made. */
  async make<Answer>(request: ProviderRequest<Answer>): Promise<Answer & { usage: ModelUsage }> {
    const { owner, provider, model, signal } = request;
    const place: FailurePlace = { provider: provider.name, model: model.model, values: [] };
    const text = JSON.stringify(request.asked);
    const inputTokens = estimateTokens(text);
    const most = inputTokens + request.maxOutputTokens;
    const turn = await this.getOrCreateTurns(provider).take(provider, most, signal);
    let taken = inputTokens;
    try {
      const record = await this.calls.sent(owner, {
        provider: provider.name,
        model: model.name,
        inputTokens,
        costMicroUsd: computeUsage({ inputTokens, outputTokens: 0 }, null, model).costMicroUsd,
        hash: hashSha256(text),
      });
      const began = performance.now();
      let firstTokenMs: number | null = null;
      let received = '';
      const durationMs = (): number => Math.round(performance.now() - began);
      const notes: FetchNotes = {
        sent: '',
        isOpen: false,
        received: 0,
        kept: [],
        isStream: false,
      };
      try {
        const { answer, reported, outputTokens, shown } = await this.sender.send(
          request,
          place,
          notes,
          (part) => {
            firstTokenMs ??= durationMs();
            received += part;
          },
        );
        const estimated = { inputTokens, outputTokens };
        const usage = computeUsage(estimated, reported, model);
        taken = usage.inputTokens + usage.outputTokens;
        const end = { usage, estimated, reported, firstTokenMs, durationMs: durationMs() };
        await this.calls.end(owner.projectId, record, { ...end, state: 'ok', error: null });
        this.log.write(request, end, place, { sent: notes.sent, shown });
        return { ...answer, usage };
      } catch (error) {
        // An aborted run leaves the record of its request unchanged, since the request may be charged.
        if (signal.aborted && error instanceof MetarunError) throw error;
        const answer = notes.isOpen && notes.received > 0 ? toAnswerText(notes) : null;
        const failure = toModelFailure(error, place, answer);
        const estimated = notes.isOpen
          ? { inputTokens, outputTokens: estimateOutputTokens(request, received, notes) }
          : { inputTokens: 0, outputTokens: 0 };
        taken = estimated.inputTokens + estimated.outputTokens;
        const usage = computeUsage(estimated, null, model);
        const end = { usage, estimated, reported: null, firstTokenMs, durationMs: durationMs() };
        if (!signal.aborted)
          await this.calls.end(owner.projectId, record, {
            ...end,
            state: 'failed',
            error: failure.message,
          });
        this.log.write(request, end, place, { sent: notes.sent, failure });
        throw error instanceof MetarunError ? error : failure;
      }
    } finally {
      turn.end(taken);
    }
  }

  private getOrCreateTurns({ projectId, name }: Provider): ProviderTurns {
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

/** Returns the counted usage of a request with its costs. `reported`: null for a failed answer. */
function computeUsage(
  estimated: { inputTokens: number; outputTokens: number },
  reported: Reported | null,
  { prices, context_tokens: most }: ProviderModel,
): ModelUsage {
  const inputTokens = countTokens(reported?.inputTokens ?? null, estimated.inputTokens, most);
  const outputTokens = countTokens(reported?.outputTokens ?? null, estimated.outputTokens, most);
  const tokens = {
    inputTokens,
    cachedTokens: countPartTokens(inputTokens, reported?.cachedTokens),
    outputTokens,
    reasoningTokens: countPartTokens(outputTokens, reported?.reasoningTokens),
  };
  return { ...tokens, costMicroUsd: computeCost(tokens, prices) };
}

/** Returns the approximate number of tokens received of an answer that was truncated or unreadable. */
function estimateOutputTokens(
  { maxOutputTokens }: Pick<ProviderRequest<unknown>, 'maxOutputTokens'>,
  text: string,
  { received }: FetchNotes,
): number {
  if (text !== '') return estimateTokens(text);
  return Math.min(tokensOfBytes(received), maxOutputTokens);
}

/** Returns the beginning of an answer. */
function toAnswerText({ kept, isStream }: FetchNotes): AnswerText {
  return { body: Buffer.concat(kept).toString(), isStream };
}

/** Returns a reported part of tokens; 0 if it is impossible. */
function countPartTokens(tokens: number, part = 0): number {
  return part >= 0 && part <= tokens ? Math.ceil(part) : 0;
}

import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { ModelUsage } from '../model-gateway.js';
import type { Provider } from '../providers/provider.js';
import type { CallLog } from './call-log.js';
import { costOf, estimateTokens } from './estimate.js';
import { type FailurePlace, failureOf } from './failure-of.js';
import type { FetchNotes } from './guarded-fetch.js';
import type { ModelCalls } from './model-calls.service.js';
import type { ProviderRequest } from './provider-request.js';
import { ProviderTurns } from './provider-turns.js';
import type { RequestSender } from './request-sender.js';

/** Providers whose limits are kept in memory, before those that are idle are forgotten. */
const KEPT_TURNS = 100;

/** Makes requests in the turns of their providers, and counts each, however it ends. */
export class CountedRequests {
  private readonly turns = new Map<string, ProviderTurns>();

  constructor(
    private readonly sender: RequestSender,
    private readonly calls: ModelCalls,
    private readonly log: CallLog,
  ) {}

  /** Rejects with ModelFailure, or with a MetarunError where the request cannot be made. */
  async make<Answer>(request: ProviderRequest<Answer>): Promise<Answer & { usage: ModelUsage }> {
    const { owner, provider, model, signal } = request;
    const place: FailurePlace = { provider: provider.name, model: model.model, values: [] };
    const text = JSON.stringify(request.asked);
    const inputTokens = estimateTokens(text);
    const most = inputTokens + request.maxOutputTokens;
    const turn = await this.turnsOf(provider).take(provider, most, signal);
    const used = (given: Omit<ModelUsage, 'costMicroUsd'>): ModelUsage => ({
      ...given,
      costMicroUsd: costOf(given, model.prices),
    });
    const estimated = (tokens: number): ModelUsage =>
      used({ inputTokens: tokens, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 });
    let taken = inputTokens;
    try {
      const record = await this.calls.sent(owner, {
        provider: provider.name,
        model: model.name,
        inputTokens,
        costMicroUsd: estimated(inputTokens).costMicroUsd,
        hash: createHash('sha256').update(text).digest('hex'),
      });
      const began = performance.now();
      let firstTokenMs: number | null = null;
      const durationMs = (): number => Math.round(performance.now() - began);
      const notes: FetchNotes = { sent: '' };
      try {
        const { answer, usage, shown } = await this.sender.send(request, place, notes, () => {
          firstTokenMs ??= durationMs();
        });
        taken = usage.inputTokens + usage.outputTokens;
        const end = { usage: used(usage), firstTokenMs, durationMs: durationMs() };
        await this.calls.end(owner.projectId, record, { ...end, state: 'ok', error: null });
        this.log.write(request, end, place, { sent: notes.sent, shown });
        return { ...answer, usage: end.usage };
      } catch (error) {
        // A run that was ended leaves its request as it is: it may be paid for.
        if (signal.aborted && error instanceof MetarunError) throw error;
        const failure = failureOf(error, place);
        taken = firstTokenMs === null ? 0 : inputTokens;
        const end = { usage: estimated(taken), firstTokenMs, durationMs: durationMs() };
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

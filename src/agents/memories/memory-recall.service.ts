import { Injectable } from '@nestjs/common';
import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { Journal } from '../../workflow/steps/journal.js';
import { queryOfWords } from '../../files/search/search-query.js';
import { MemoryAccesses } from './memory-access.service.js';
import { MemoryGifts } from './memory-gifts.service.js';

/** Maximum number of memories with which an agent starts, and their maximum total tokens. */
const MOST = 8;
const MOST_TOKENS = 2_000;

/** Provides the memories with which an agent starts. */
@Injectable()
export class MemoryRecall {
  constructor(
    private readonly accesses: MemoryAccesses,
    private readonly gifts: MemoryGifts,
  ) {}

  /**
   * Returns the readable memories of all scopes that best fit a text, as one durable step. If the run may read none,
   * the result is empty and no step is recorded.
   */
  async best(context: CapabilityContext, journal: Journal, text: string): Promise<JsonObject[]> {
    const { read, places } = await this.accesses.of(context);
    const query = queryOfWords(text);
    if (read.length === 0 || query.all.length === 0) return [];
    const step = await journal.begin('memory', 'recall');
    const end =
      step.state === 'new'
        ? await journal.endBy(
            step,
            await this.gifts.find(context, step.id, {
              places: read.flatMap((scope) => places.get(scope) ?? []),
              query,
              text,
              limit: MOST,
              maxTokens: MOST_TOKENS,
            }),
          )
        : await journal.recorded(step);
    return end.status === 'success' ? (JSON.parse(end.result) as Json as JsonObject[]) : [];
  }
}

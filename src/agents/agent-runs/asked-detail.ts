import type { Json, JsonObject } from '../../base/kernel/json.js';
import { mapTexts } from '../../base/kernel/map-texts.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { Turn } from './loop/loop.js';

/** The part of the record of a request that a transcript needs: what is new in it since the reply before. */
export interface AskedDetail {
  /** The system prompt, at the first request. */
  system?: string;
  /** True if all earlier messages but the goal were left out. */
  restarted?: true;
  messages: JsonObject[];
}

/** Returns it as JSON text, redacted. */
export function askedDetail(
  { request, added, restarted }: Extract<Turn, { kind: 'model' }>,
  context: CapabilityContext,
): string {
  const isFirst = added.length === request.messages.length;
  const detail: Json = {
    ...(isFirst && request.system !== null && { system: request.system }),
    ...(restarted && { restarted }),
    messages: [...added],
  };
  return JSON.stringify(mapTexts(detail, (text) => context.redact(text)));
}

/** Returns the detail of a step; null for one of an earlier version. */
export function askedDetailOf(text: string | null): AskedDetail | null {
  return text === null ? null : (JSON.parse(text) as AskedDetail);
}

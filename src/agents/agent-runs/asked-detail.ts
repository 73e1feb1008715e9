import type { Json, JsonObject } from '../../base/kernel/json.js';
import { mapTexts } from '../../base/kernel/map-texts.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { Turn } from './loop/loop.js';

/** Part of a request's record for the transcript: everything new since the previous reply. */
export interface AskedDetail {
  /** System prompt, only in the first request. */
  system?: string;
  /** True if all earlier messages except the goal were dropped. */
  restarted?: true;
  messages: JsonObject[];
}

/** Returns the detail as redacted JSON text. */
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

/** Parses the detail of a step; null for a step of an earlier version. */
export function parseAskedDetail(text: string | null): AskedDetail | null {
  return text === null ? null : (JSON.parse(text) as AskedDetail);
}

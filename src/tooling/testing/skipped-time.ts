import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { LocalDefinition } from '../local/local-project.js';

/**
 * Returns the arguments of a durable wait that make it end at once; undefined for any other call. The product itself
 * waits, so that records, order and replay are as usual.
 */
export function withoutWait(method: string, args: Json): Json | undefined {
  if (!isJsonObject(args)) return undefined;
  if (method === 'sleep') return { ...args, seconds: overAtOnce(args['seconds']) };
  if (method === 'step.begin')
    return {
      ...args,
      delay_ms: overAtOnce(args['delay_ms']),
      max_delay_ms: overAtOnce(args['max_delay_ms']),
    };
  // All events of a case have been sent when the script requests the first.
  if (method === 'event.wait' && args['timeout'] != null)
    return { ...args, timeout: overAtOnce(args['timeout']) };
  return undefined;
}

/** Returns a meta-task whose next attempt follows at once. */
export function withoutPauses(definition: LocalDefinition): LocalDefinition {
  return { ...definition, retry_delay_seconds: 0, retry_jitter: 0 };
}

/** Returns a time that ends at once; an invalid time stays, so that the product refuses it. */
function overAtOnce(time: Json | undefined): Json {
  return typeof time === 'number' && time > 0 ? 0 : (time ?? null);
}

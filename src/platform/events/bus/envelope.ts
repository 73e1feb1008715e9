import { isJsonObject, type Json } from '../../../base/kernel/json.js';

/** Versions of the format: a server ignores what a later release sends in another one. */
const VERSION = 1;

/** A text from one server to another, or to all. */
export interface Envelope {
  /** The id of the sender. */
  from: string;
  /** The state of the sender, for the others. */
  status: Json;
  /** True for the last one of a server that stops. */
  last: boolean;
  messages: { name: string; value: Json }[];
}

/** Returns the text of an envelope. `messages` are texts of {@link messageText}. */
export function envelopeText(
  { from, status, last }: Omit<Envelope, 'messages'>,
  messages: readonly string[],
): string {
  const head = JSON.stringify({ v: VERSION, from, status, ...(last ? { last } : {}) });
  return `${head.slice(0, -1)},"messages":[${messages.join(',')}]}`;
}

/** Returns a message as envelopes carry it. */
export function messageText(name: string, value: unknown): string {
  return JSON.stringify([name, value]);
}

/** Returns the envelope of a text; null for a text that is none. */
export function parseEnvelope(text: string): Envelope | null {
  const sent = parsed(text);
  if (!isJsonObject(sent) || sent['v'] !== VERSION) return null;
  const { from, status = null, last, messages } = sent;
  if (typeof from !== 'string' || !Array.isArray(messages)) return null;
  return {
    from,
    status,
    last: last === true,
    messages: messages.flatMap((message) => {
      if (!Array.isArray(message)) return [];
      const [name, value] = message;
      return typeof name === 'string' && value !== undefined ? [{ name, value }] : [];
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

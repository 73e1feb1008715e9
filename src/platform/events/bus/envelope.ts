import { isJsonObject, type Json } from '../../../base/kernel/json.js';

/** Version of the format. A server ignores texts of other versions. */
const VERSION = 1;

/** A text from one server to another, or to all. */
export interface Envelope {
  /** Id of the sender. */
  from: string;
  /** State of the sender, for the other servers. */
  status: Json;
  /** True for the last envelope of a server that stops. */
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

/** Returns a message in the form that envelopes carry. */
export function messageText(name: string, value: unknown): string {
  return JSON.stringify([name, value]);
}

/** Returns the envelope in a text; null if the text is not an envelope. */
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

import { isJsonObject, type Json } from '../../../base/kernel/json.js';

/**
 * Problem with an answer whose status is that of a success: it contains an error of the provider, is truncated or not
 * JSON, or has another wire format.
 */
export type AnswerProblem = { said: string } | 'unreadable' | 'foreign';

/** Members of the answers in all wire formats; each part has one of them. */
const KNOWN = [
  'candidates',
  'choices',
  'content',
  'data',
  'embedding',
  'embeddings',
  'output',
  'type',
  'usage',
  'usageMetadata',
];
const DONE = '[DONE]';

/**
 * Returns the problem with an answer, judging only its text, so that the result is the same for all wire formats; null
 * for a usable answer. `isStream`: the answer consists of server-sent events.
 */
export function findAnswerProblem(body: string, isStream: boolean): AnswerProblem | null {
  const texts = isStream ? parseEvents(body) : [body];
  if (texts === null) return 'unreadable';
  const parts = texts.filter((text) => text.trim() !== DONE && text.trim() !== '').map(parsed);
  for (const part of parts) {
    const said = part === undefined ? '' : errorSaid(part);
    if (said !== '') return { said };
  }
  if (parts.length === 0 || parts.includes(undefined)) return 'unreadable';
  const isKnown = parts.some((part) => KNOWN.some((name) => isJsonObject(part) && name in part));
  return isKnown ? null : 'foreign';
}

/** Returns the data of each event; null for text that is not an event stream. */
function parseEvents(body: string): string[] | null {
  const events: string[] = [];
  let data: string[] = [];
  for (const line of [...body.split(/\r\n|\n|\r/), '']) {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (/^data(:|$)/.test(line)) data.push(line.slice('data:'.length));
    else if (!/^(?::|event|id|retry)/.test(line)) return null;
  }
  return events;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the message of the error in a part of an answer, or "". */
function errorSaid(part: Json): string {
  const error = errorIn(part);
  if (error !== null) return describeError(error) || 'an error without words';
  return isJsonObject(part) && part['type'] === 'error' ? describeError(part) : '';
}

/** Returns the member with the error, which OpenAI nests in the failed response and Google in a list. */
export function errorIn(json: Json): Json {
  if (Array.isArray(json)) return errorIn(json[0] ?? null);
  if (!isJsonObject(json)) return null;
  return json['error'] ?? errorIn(json['response'] ?? null);
}

/** Returns the code, type and message of an error. */
export function messageIn(json: Json): string {
  if (Array.isArray(json)) return messageIn(json[0] ?? null);
  return isJsonObject(json) ? describeError(errorIn(json) ?? json) : '';
}

function describeError(error: Json): string {
  if (typeof error === 'string') return error;
  if (!isJsonObject(error)) return '';
  const parts = ['code', 'type', 'status', 'message', 'detail'].flatMap((name) => {
    const value = error[name];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  return [...new Set(parts)].join(': ');
}

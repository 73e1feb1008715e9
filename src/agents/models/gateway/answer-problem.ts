import { isJsonObject, type Json } from '../../../base/kernel/json.js';

/**
 * What is wrong with an answer whose status is that of a success: the provider says an error in it, it is cut or no JSON, or it is of
 * another wire format.
 */
export type AnswerProblem = { said: string } | 'unreadable' | 'foreign';

/** Members of the answers of all wire formats, one of which each part has. */
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
 * Returns what is wrong with an answer, by its text alone, so that it is the same in all wire formats; null where nothing is.
 * `isStream`: it is one of server-sent events.
 */
export function problemOf(body: string, isStream: boolean): AnswerProblem | null {
  const texts = isStream ? eventsOf(body) : [body];
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

/** Returns the data of each event; null for text that is no stream of events. */
function eventsOf(body: string): string[] | null {
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

/** Returns the words of the error that a part of an answer is; "" for none. */
function errorSaid(part: Json): string {
  const error = errorIn(part);
  if (error !== null) return wordsOf(error) || 'an error without words';
  return isJsonObject(part) && part['type'] === 'error' ? wordsOf(part) : '';
}

/** Returns the member with the error, which OpenAI has within the response that has failed, and Google within a list. */
export function errorIn(json: Json): Json {
  if (Array.isArray(json)) return errorIn(json[0] ?? null);
  if (!isJsonObject(json)) return null;
  return json['error'] ?? errorIn(json['response'] ?? null);
}

/** Returns what an error says: its code, its type and its words. */
export function messageIn(json: Json): string {
  if (Array.isArray(json)) return messageIn(json[0] ?? null);
  return isJsonObject(json) ? wordsOf(errorIn(json) ?? json) : '';
}

function wordsOf(error: Json): string {
  if (typeof error === 'string') return error;
  if (!isJsonObject(error)) return '';
  const parts = ['code', 'type', 'status', 'message', 'detail'].flatMap((name) => {
    const value = error[name];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  return [...new Set(parts)].join(': ');
}

import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';

/** Number of last turns whose tool answers are kept unshortened. */
const KEPT_TURNS = 2;
/** End mark of a data part, which is kept. */
const DATA_END = /<\/data-[0-9a-f]+>$/;
/** Number of characters that are kept of an older answer. */
const LEFT = 200;

/**
 * Returns new messages in which older tool answers are shortened to their beginning and the path of the file with the
 * whole answer. `paths`: by {@link answerKey}.
 */
export function shortened(
  messages: readonly JsonObject[],
  paths: ReadonlyMap<string, string>,
  keptTurns = KEPT_TURNS,
): JsonObject[] {
  const turns = messages.flatMap((message, index) => (message['role'] === 'tool' ? [index] : []));
  const old = new Set(keptTurns === 0 ? turns : turns.slice(0, -keptTurns));
  return messages.map((message, index) => {
    const { content } = message;
    if (!old.has(index) || !Array.isArray(content)) return message;
    const turn = turns.indexOf(index);
    return { ...message, content: content.map((part) => shortenedPart(part, turn, paths)) };
  });
}

/**
 * Returns the key of an answer: the number of its message and the id of its call, since some providers reuse call ids.
 */
export function answerKey(turn: number, callId: string): string {
  return `${turn} ${callId}`;
}

function shortenedPart(part: Json, turn: number, paths: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(part) || !isJsonObject(part['output'] ?? null)) return part;
  const output = part['output'] as JsonObject;
  const { value } = output;
  const callId = part['toolCallId'];
  if (typeof value !== 'string' || value.length <= LEFT * 2) return part;
  const path = paths.get(answerKey(turn, typeof callId === 'string' ? callId : ''));
  const where = path === undefined ? '' : ` All of it is in the file ${path}.`;
  const end = DATA_END.exec(value)?.[0] ?? '';
  const text = `${value.slice(0, LEFT).toWellFormed()}\n${end}\n[${value.length - LEFT} more characters were left out to save space.${where}]`;
  return { ...part, output: { ...output, value: text } };
}

import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { isJsonObject, type JsonIssue, type JsonObject } from '../../base/kernel/json.js';
import { type MostValues, parseExactly } from '../../base/kernel/json-text.js';

export const JSON_LINES = 'application/x-ndjson';
/** Maximum size of a body of JSON lines, as a multiple of that of a JSON body: each line is parsed on its own. */
export const LINES_FACTOR = 8;
const LINE_FEED = 0x0a;
/** Number of buffered lines after which to yield to the event loop. */
const LINES_PER_TURN = 100;

/** Target of the lines of a body, with their limits. */
export interface LinesLimits {
  /** Member of the body that the lines become the list of. */
  member: string;
  /** Maximum number of lines. */
  most: number;
  /** Maximum length of a line, in bytes. */
  lineBytes: number;
  values: MostValues;
}

/**
 * Reads one JSON object per line from a body as it arrives, keeping the text of at most one line. Empty lines are
 * skipped. Throws at the first invalid line, with its position.
 */
export async function readLines(
  body: AsyncIterable<Buffer>,
  limits: LinesLimits,
): Promise<JsonObject> {
  const list: JsonObject[] = [];
  let lines = 0;
  const take = async (line: Buffer): Promise<void> => {
    lines += 1;
    const read = parseLine(line, list.length, lines, limits);
    if (read !== null) list.push(read);
    if (lines % LINES_PER_TURN === 0) await nextTurn();
  };
  let open: Buffer[] = [];
  let openBytes = 0;
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      await take(joined([...open, chunk.subarray(from, end)]));
      [open, openBytes] = [[], 0];
      from = end + 1;
    }
    openBytes += chunk.length - from;
    if (openBytes > limits.lineBytes) throw tooLong(lines + 1, limits);
    if (from < chunk.length) open.push(chunk.subarray(from));
  }
  if (open.length > 0) await take(joined(open));
  return { [limits.member]: list };
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}

function parseLine(
  bytes: Buffer,
  index: number,
  line: number,
  limits: LinesLimits,
): JsonObject | null {
  const { member, most, lineBytes, values } = limits;
  if (bytes.length > lineBytes) throw tooLong(line, limits);
  if (!isUtf8(bytes)) throw malformed(`Line ${line} of the body is not valid UTF-8.`);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return null;
  if (index >= most)
    throw invalidField(`/${member}`, `${member} must contain no more than ${most} elements`);
  const read = parseExactly(text, values);
  if ('issue' in read)
    throw jsonError(read.issue, `Line ${line} of the body`, `/${member}/${index}`);
  if (isJsonObject(read.value)) return read.value;
  throw invalidField(`/${member}/${index}`, `must be a JSON object, in braces (line ${line})`);
}

/** Returns the error for invalid JSON in a body, or in `what` within it. `place` is the pointer to its values. */
export function jsonError(
  { pointer, message, notJson, tooLarge }: JsonIssue,
  what = 'The body',
  place = '',
): MetarunError {
  if (notJson) return malformed(`${what} ${message}.`);
  if (tooLarge) return new MetarunError('too_large', `${what} ${message}.`);
  return invalidField(`${place}${pointer}`, message);
}

function tooLong(line: number, { lineBytes }: LinesLimits): MetarunError {
  return new MetarunError(
    'too_large',
    `Line ${line} of the body has more than ${lineBytes} bytes (METARUN_LIMITS.body_bytes): write large params to a file, and name that.`,
  );
}

function malformed(message: string): MetarunError {
  return new MetarunError('malformed_json', message);
}

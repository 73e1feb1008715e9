import { countValues } from '../../base/kernel/count-values.js';
import { type Json, isJsonObject } from '../../base/kernel/json.js';
import { isSmallJson, serialiseInPieces } from '../../base/kernel/json-pieces.js';
import { findJsonTextIssue } from '../../base/kernel/json-text.js';
import {
  type GuestError,
  type GuestFrame,
  type HostFrame,
  LOG_LEVELS,
  type LogLevel,
  MAX_FRAME_BYTES,
} from './protocol.js';
import { Slices } from '../../base/kernel/slices.js';
import { readRetryAdvice } from './retry-advice.js';

/** Thrown when a guest breaks the protocol: the run ends as `sandbox_error`, and its process is killed. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const NEWLINE = 0x0a;
const END_OF_LINE = Buffer.from('\n');

/**
 * Maximum frame length in characters by type, far above what a guest sends: parsing takes time that all runs share.
 * Each character of a log line may be an escape of six characters. Calls and results have their own limits.
 */
const MAX_LENGTHS = {
  phase: 16_384,
  progress: 1_024,
  log: 131_072,
  output: 131_072,
  usage: 1_024,
  stopping: 1_024,
  suspend: 131_072,
  failed: 524_288,
};
/**
 * Maximum number of values within a call: many small values take 50 times as long to parse as one text of the same
 * length.
 */
const MAX_CALL_VALUES = 250_000;
/** Characters of a `done` frame besides its result, with a margin. */
const DONE_OVERHEAD = 1_024;

/** A file, a line and an optional column. */
const PLACE = /^[^:\n]{1,300}:\d{1,9}(?::\d{1,9})?$/;

/** Splits a byte stream into lines, holding at most one frame in memory. */
export class FrameSplitter {
  private parts: Buffer[] = [];
  private held = 0;

  /** Returns the lines that `chunk` completes. Throws {@link ProtocolError} if a line exceeds the limit. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      lines.push(this.take(chunk.subarray(from, end)));
      from = end + 1;
    }
    if (from < chunk.length) this.hold(chunk.subarray(from));
    return lines;
  }

  private take(last: Buffer): string {
    this.hold(last);
    const line = this.parts.length === 1 ? last : Buffer.concat(this.parts);
    this.parts = [];
    this.held = 0;
    return line.toString('utf8');
  }

  private hold(part: Buffer): void {
    this.held += part.length;
    if (this.held > MAX_FRAME_BYTES)
      throw new ProtocolError(`a frame is longer than ${MAX_FRAME_BYTES} bytes`);
    this.parts.push(part);
  }
}

export function encodeFrame(frame: HostFrame): string {
  return `${JSON.stringify(frame)}\n`;
}

/**
 * Encodes a possibly large frame in parts without blocking the event loop; returns null if it is longer than {@link
 * MAX_FRAME_BYTES}.
 */
export async function encodeInPieces(frame: HostFrame): Promise<Buffer[] | null> {
  if (isSmallJson(frame)) return [Buffer.from(encodeFrame(frame))];
  const parts: Buffer[] = [];
  let length = 1;
  const slices = new Slices();
  for (const piece of serialiseInPieces(frame)) {
    const part = Buffer.from(piece);
    parts.push(part);
    length += part.length;
    if (length > MAX_FRAME_BYTES) return null;
    await slices.rest();
  }
  return [...parts, END_OF_LINE];
}

/**
 * Parses one line of an untrusted guest: checks the length before parsing, and every field afterwards. `maxResultBytes`
 * applies to a `done` frame. Throws {@link ProtocolError}.
 */
export function parseGuestFrame(line: string, maxResultBytes = MAX_FRAME_BYTES): GuestFrame {
  checkSize(line, maxResultBytes);
  let frame: unknown;
  try {
    frame = JSON.parse(line);
  } catch {
    throw new ProtocolError('a frame is not JSON');
  }
  if (!isJsonObject(frame)) throw new ProtocolError('a frame is not an object');
  const issue = findJsonTextIssue(line, 1, undefined, true);
  if (issue) throw new ProtocolError(`a frame at ${issue.pointer || '/'} ${issue.message}`);
  const { type } = frame;
  switch (type) {
    case 'phase':
      return { type, text: text(frame['text'], 'text') };
    case 'progress':
      return { type, value: number(frame['value'], 'value') };
    case 'log':
      return { type, level: level(frame['level']), text: text(frame['text'], 'text') };
    case 'output':
      return {
        type,
        level: level(frame['level']),
        text: text(frame['text'], 'text'),
        ...(frame['cut'] !== undefined && { cut: number(frame['cut'], 'cut') }),
        ...(frame['full'] === true && { full: true }),
      };
    case 'call':
      return {
        type,
        id: number(frame['id'], 'id'),
        method: text(frame['method'], 'method'),
        args: present(frame['args'], 'args'),
        ...place(frame['at']),
      };
    case 'usage':
      return { type, cpu_ms: number(frame['cpu_ms'], 'cpu_ms') };
    case 'stopping':
      return { type };
    case 'done':
      return { type, result: present(frame['result'], 'result') };
    case 'failed':
      return { type, error: guestError(frame['error']) };
    case 'suspend':
      return { type, on: numbers(frame['on'], 'on') };
    default:
      throw new ProtocolError('a frame has an unknown type');
  }
}

function checkSize(line: string, maxResultBytes: number): void {
  const type = /^\{"type":"([a-z]{1,8})"/.exec(line)?.[1];
  switch (type) {
    case 'call':
      // A value and its separator take at least two characters.
      if (line.length > 2 * MAX_CALL_VALUES && countValues(line) > MAX_CALL_VALUES)
        throw new ProtocolError(`a call holds more than ${MAX_CALL_VALUES} values`);
      break;
    case 'done':
      if (line.length > maxResultBytes + DONE_OVERHEAD)
        throw new ProtocolError(`a result is longer than ${maxResultBytes} bytes`);
      break;
    case 'phase':
    case 'progress':
    case 'log':
    case 'output':
    case 'usage':
    case 'stopping':
    case 'suspend':
    case 'failed':
      if (line.length > MAX_LENGTHS[type])
        throw new ProtocolError(`a frame of type "${type}" is longer than ${MAX_LENGTHS[type]}`);
      break;
    default:
      throw new ProtocolError('a frame does not begin with a known type');
  }
}

function text(value: Json | undefined, field: string): string {
  if (typeof value !== 'string') throw new ProtocolError(`"${field}" is not a string`);
  return value;
}

function number(value: Json | undefined, field: string): number {
  if (typeof value !== 'number') throw new ProtocolError(`"${field}" is not a number`);
  return value;
}

function numbers(value: Json | undefined, field: string): number[] {
  if (!Array.isArray(value)) throw new ProtocolError(`"${field}" is not a list`);
  return value.map((one) => number(one, field));
}

function present(value: Json | undefined, field: string): Json {
  if (value === undefined) throw new ProtocolError(`"${field}" is missing`);
  return value;
}

function level(value: Json | undefined): LogLevel {
  const known = LOG_LEVELS.find((name) => name === value);
  if (known === undefined) throw new ProtocolError('"level" is unknown');
  return known;
}

const GUEST_ERROR_CODES: readonly GuestError['code'][] = [
  'script_error',
  'invalid_result',
  'out_of_memory',
  'cancelled',
  'sandbox_error',
];

function guestError(value: Json | undefined): GuestError {
  if (!isJsonObject(value ?? null)) throw new ProtocolError('"error" is not an object');
  const error = value as Record<string, Json>;
  const code = GUEST_ERROR_CODES.find((name) => name === error['code']);
  if (code === undefined) throw new ProtocolError('"error.code" is unknown');
  const retry = readRetryAdvice(error['retry']);
  return {
    code,
    type: text(error['type'], 'error.type'),
    message: text(error['message'], 'error.message'),
    stack: error['stack'] == null ? null : text(error['stack'], 'error.stack'),
    ...(retry === null ? {} : { retry }),
  };
}

/** Returns the location of a call if the guest has sent a valid one. */
function place(at: Json | undefined): { at?: string } {
  return typeof at === 'string' && PLACE.test(at) ? { at } : {};
}

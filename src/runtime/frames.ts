import { findJsonFault, type Json, isJsonObject } from '../kernel/json.js';
import {
  type GuestError,
  type GuestFrame,
  type HostFrame,
  LOG_LEVELS,
  type LogLevel,
  MAX_FRAME_BYTES,
} from './protocol.js';

/** The guest broke the protocol: the run ends as `sandbox_error` and its process is killed. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

const NEWLINE = 0x0a;

/** Cuts a byte stream into lines, holding at most one frame in memory. */
export class FrameSplitter {
  private parts: Buffer[] = [];
  private held = 0;

  /** The complete lines that `chunk` ends. Throws {@link ProtocolError} when a line passes the cap. */
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

/** One line from a guest, which is not trusted: every field is checked. Throws {@link ProtocolError}. */
export function parseGuestFrame(line: string): GuestFrame {
  let frame: unknown;
  try {
    frame = JSON.parse(line);
  } catch {
    throw new ProtocolError('a frame is not JSON');
  }
  if (!isJsonObject(frame)) throw new ProtocolError('a frame is not an object');
  const fault = findJsonFault(frame, '', -1);
  if (fault) throw new ProtocolError(`a frame at ${fault.pointer || '/'} ${fault.message}`);
  const { type } = frame;
  switch (type) {
    case 'phase':
      return { type, text: text(frame['text'], 'text') };
    case 'progress':
      return { type, value: number(frame['value'], 'value') };
    case 'log':
      return { type, level: level(frame['level']), text: text(frame['text'], 'text') };
    case 'call':
      return {
        type,
        id: number(frame['id'], 'id'),
        method: text(frame['method'], 'method'),
        args: present(frame['args'], 'args'),
      };
    case 'done':
      return { type, result: present(frame['result'], 'result') };
    case 'failed':
      return { type, error: guestError(frame['error']) };
    default:
      throw new ProtocolError('a frame has an unknown type');
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
  return {
    code,
    type: text(error['type'], 'error.type'),
    message: text(error['message'], 'error.message'),
    stack: error['stack'] == null ? null : text(error['stack'], 'error.stack'),
  };
}

import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { BrokenChannelError } from './answer-reader.js';
import { FORMATS } from './formats.js';
import type {
  AnswerFrame,
  FailedFrame,
  ProgressFrame,
  ReadyFrame,
} from '@metarun/document-converter/protocol';

const MAX_WARNINGS = 100;
/** Maximum length of a warning or a message, in characters. */
const MAX_TEXT = 1_000;
const MAX_NAME_BYTES = 200;
const UNITS: readonly ProgressFrame['unit'][] = ['pages', 'rows', 'parts'];
const REASONS: readonly FailedFrame['reason'][] = ['memory', 'depth', 'error'];
/**
 * A single file name wherever it is unpacked: no separators, no control characters, nothing that Windows refuses, no
 * leading or trailing dot.
 */
const SAFE_NAME = /^(?![. ])[^\p{C}/\\:*?"<>|]+(?<![. ])$/u;

/** Parses the line that a process sends once it can take documents. */
export function parseReady(line: string): ReadyFrame {
  const { type, version, formats } = parse(line);
  if (type !== 'ready' || typeof version !== 'string' || !Array.isArray(formats))
    throw invalidAnswer();
  return { type, version, formats: formats.filter((format) => typeof format === 'string') };
}

/** Parses a line of the answer to document `id`. The sender is untrusted: throws for a line that no converter sends. */
export function parseAnswer(line: string, id: number): AnswerFrame {
  const frame = parse(line);
  if (frame['id'] !== id) throw invalidAnswer();
  switch (frame['type']) {
    case 'media': {
      const { name } = frame;
      if (typeof name !== 'string' || !isSafeName(name)) throw invalidAnswer();
      return { type: 'media', id, name, bytes: readByteCount(frame) };
    }
    case 'progress': {
      const { done, total, unit } = frame;
      const known = UNITS.find((one) => one === unit);
      if (!isCount(done) || (total !== null && !isCount(total)) || known === undefined)
        throw invalidAnswer();
      return { type: 'progress', id, done, total, unit: known };
    }
    case 'page':
      return { type: 'page', id, bytes: readByteCount(frame) };
    case 'converted': {
      const { format, warnings } = frame;
      if (typeof format !== 'string' || !FORMATS.includes(format)) throw invalidAnswer();
      return {
        type: 'converted',
        id,
        format,
        warnings: texts(warnings),
        bytes: readByteCount(frame),
      };
    }
    case 'refused': {
      const { code, message } = frame;
      if (code !== 'unsupported' && code !== 'unreadable') throw invalidAnswer();
      return { type: 'refused', id, code, message: plain(message) };
    }
    case 'failed': {
      const reason = REASONS.find((known) => known === frame['reason']);
      if (reason === undefined) throw invalidAnswer();
      return { type: 'failed', id, reason };
    }
    default:
      throw invalidAnswer();
  }
}

function isSafeName(name: string): boolean {
  return SAFE_NAME.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

function readByteCount({ bytes }: JsonObject): number {
  if (!isCount(bytes)) throw invalidAnswer();
  return bytes;
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_WARNINGS).map(plain) : [];
}

/** Returns a text as one readable line. */
function plain(value: Json | undefined): string {
  if (typeof value !== 'string') throw invalidAnswer();
  return value
    .slice(0, MAX_TEXT)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim();
}

function parse(line: string): JsonObject {
  try {
    const frame: Json = JSON.parse(line);
    if (isJsonObject(frame)) return frame;
  } catch {
    // Invalid JSON is reported below.
  }
  throw invalidAnswer();
}

function invalidAnswer(): BrokenChannelError {
  return new BrokenChannelError('a converter sent an invalid answer');
}

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { findErrorCode, MetarunError } from '../../../base/kernel/errors.js';
import { httpError } from './http-error.js';
import { MAX_BODY_BYTES } from './http-request.js';

export const ACCEPTED_CODINGS = 'gzip, deflate, br';
/** Maximum number of codings: more than one is rare, and each costs time to decode. */
const MAX_CODINGS = 3;

const undoGzip = promisify(gunzip);
const undoBrotli = promisify(brotliDecompress);
const undoZlib = promisify(inflate);
const undoDeflate = promisify(inflateRaw);
const OPTIONS = { maxOutputLength: MAX_BODY_BYTES };

/** Accepts data without the zlib wrapper that the standard requires, since some servers omit it. */
function undoInflate(data: Buffer): Promise<Buffer> {
  const isWrapped = ((data[0] ?? 0) & 0x0f) === 8;
  return isWrapped ? undoZlib(data, OPTIONS) : undoDeflate(data, OPTIONS);
}

const UNDO: Record<string, (data: Buffer) => Promise<Buffer>> = {
  gzip: (data) => undoGzip(data, OPTIONS),
  'x-gzip': (data) => undoGzip(data, OPTIONS),
  br: (data) => undoBrotli(data, OPTIONS),
  deflate: undoInflate,
};

/** Returns `body` without its content codings; unchanged if one of them is unknown. */
export async function decoded(
  body: Buffer,
  codings: string | undefined,
  host: string,
): Promise<Buffer> {
  const names = (codings ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const steps = names.reverse().map((name) => (Object.hasOwn(UNDO, name) ? UNDO[name] : undefined));
  if (steps.length > MAX_CODINGS || body.length === 0) return body;
  let content = body;
  for (const undo of steps) {
    if (undo === undefined) return body;
    content = await undo(content).catch((error: unknown) => {
      if (findErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLargeError(host);
      throw httpError(`What ${host} sent is not the "${codings}" that it says.`, error);
    });
  }
  return content;
}

export function tooLargeError(host: string): MetarunError {
  return new MetarunError(
    'too_large',
    `The answer of ${host} has a body of more than ${MAX_BODY_BYTES} bytes, which is all that can be taken.`,
  );
}

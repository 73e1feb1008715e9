import { findErrorCode, MetarunError } from '../../../base/kernel/errors.js';

/** Returns the error for a missing or unusable response. `message` is for the script's author. */
export function httpError(message: string, cause?: unknown): MetarunError {
  return new MetarunError('network_error', message, { cause });
}

/** Returns the error of an exchange with `host` in plain language: Node's own errors are about sockets and parsers. */
export function exchangeError(host: string, error: unknown): unknown {
  if (error instanceof MetarunError) return error;
  const code = findErrorCode(error) ?? '';
  if (code === 'HPE_HEADER_OVERFLOW')
    return httpError(`${host} answered with more headers than can be taken.`, error);
  if (code.startsWith('HPE_'))
    return httpError(`${host} answered in something that is not HTTP/1.1 (${code}).`, error);
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return httpError(`${host} ended the connection before its answer was complete.`, error);
  if (code === 'ETIMEDOUT') return httpError(`${host} stopped answering.`, error);
  return httpError(`The exchange with ${host} failed${code === '' ? '' : ` (${code})`}.`, error);
}

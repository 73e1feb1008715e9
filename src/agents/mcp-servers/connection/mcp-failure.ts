import { getErrorMessage } from '../../../base/kernel/errors.js';
import { ConnectError } from '../../../sandbox/egress/connect-error.js';
import type { McpErrorCode } from '../errors.js';
import type { McpClientLibrary } from './library.js';

/** Maximum length of a server's text in a message, in characters. */
const MAX_SAID = 1_000;

/** A failure to use a server. The message continues its name: `answered with …`. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';

  constructor(
    readonly code: Extract<McpErrorCode, 'mcp_unavailable' | 'mcp_timeout' | 'mcp_error'>,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** Converts an error of the library, the network or a server to a failure. */
export function toMcpFailure(error: unknown, library: McpClientLibrary): McpFailure {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof McpFailure) return at;
    if (at instanceof ConnectError)
      return new McpFailure('mcp_unavailable', `cannot be reached: ${at.message}`, error);
    if (at instanceof library.ProtocolError)
      return new McpFailure(
        'mcp_error',
        `answered with the error ${at.code}: ${said(at.message)}`,
        error,
      );
    if (at instanceof library.SdkHttpError) {
      const { text } = at.data as { text?: unknown };
      return ofStatus(at.status, typeof text === 'string' ? text : '', error);
    }
  }
  return new McpFailure(
    'mcp_error',
    `answered as the protocol does not allow: ${said(getErrorMessage(error))}`,
    error,
  );
}

/** Returns the HTTP status of an error; null if it has none. */
export function findHttpStatus(error: unknown, library: McpClientLibrary): number | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof library.SdkHttpError) return at.status ?? null;
  return null;
}

function ofStatus(status: number | undefined, text: string, cause: unknown): McpFailure {
  const shown = text.trim() === '' ? '' : `: ${said(text)}`;
  const advice =
    status === 401 || status === 403
      ? ' Check "auth" of the server, and the secret that it names.'
      : status === 404 || status === 405
        ? ' Check its "url".'
        : '';
  return new McpFailure(
    'mcp_unavailable',
    `answered with HTTP ${status ?? 'nothing'}${shown}.${advice}`,
    cause,
  );
}

/** Returns the beginning of a server's text in one line. */
export function said(text: string): string {
  const line = text
    .slice(0, MAX_SAID * 2)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > MAX_SAID
    ? `${line.slice(0, MAX_SAID).toWellFormed()}…`
    : line.toWellFormed();
}

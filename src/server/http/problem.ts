import type { ErrorDefinition, ErrorKind, FieldError } from '../../base/kernel/errors.js';
import { shortened } from '../../base/kernel/quoted.js';

/** HTTP status of each kind of error; used for every error response. */
export const STATUS_OF: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Maximum length of a detail in characters: texts of clients or scripts can be as long as a body. */
const MAX_DETAIL = 8_000;
const MAX_TEXT = 2_000;

/** RFC 9457 problem details, the format of every error response. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Stable code, on which clients should switch. */
  code: string;
  request_id: string;
  errors: FieldError[];
}

export function problem(
  { code, kind, title }: ErrorDefinition,
  detail: string,
  requestId: string,
  errors: FieldError[] = [],
): Problem {
  return {
    type: `urn:metarun:error:${code}`,
    title,
    status: STATUS_OF[kind],
    detail: shortened(detail, MAX_DETAIL),
    code,
    request_id: requestId,
    errors: errors.map((error) => ({
      ...error,
      pointer: shortened(error.pointer, MAX_TEXT),
      message: shortened(error.message, MAX_TEXT),
    })),
  };
}

import type { StoredJson } from '../../../base/kernel/stored-json.js';

/** Letters and digits of any language, spaces, dots, hyphens and underscores. */
export const EXAMPLE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,98}[\p{L}\p{N}._-])?$/u;
export const MAX_DESCRIPTION = 500;
/** Maximum size of an example's params as JSON, in bytes. */
export const MAX_EXAMPLE_BYTES = 64 * 1024;
/** Maximum number of examples per meta-task. */
export const MAX_EXAMPLES = 50;

/** Params of a meta-task under a name. Times in ms. */
export interface Example {
  name: string;
  description: string | null;
  params: StoredJson;
  updatedBy: string;
  updatedAt: number;
}

import type { JsonObject } from '../../base/kernel/json.js';
import type { BoundImage } from '../images/image-bindings.js';
import type { StoredScript } from './contents/script-contents.service.js';
import type { Program } from '../../sandbox/runtime/runtime.js';

/** The parts of a version before that the next one keeps. */
export interface Kept {
  /** The packages of one with the same script. */
  lock: string | null;
  /** The version of the image of one on the same image. */
  imageVersionId: string | null;
}

export const NOTHING_KEPT: Kept = { lock: null, imageVersionId: null };

/** The parts of a version besides its definition. */
export interface Prepared {
  /** Null where there is no script. */
  program: Program | null;
  /** The schema of params that the script's own types and docstring say; its `description` alone where the definition has a `params_schema`. */
  inferredParamsSchema: JsonObject | null;
  /** Null where it runs on no image. */
  image: BoundImage | null;
}

/** The same, with the content of a large script. */
export interface Stored extends Prepared {
  stored: StoredScript | null;
}

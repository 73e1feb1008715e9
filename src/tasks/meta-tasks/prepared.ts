import type { JsonObject } from '../../base/kernel/json.js';
import type { BoundImage } from '../images/image-bindings.js';
import type { StoredScript } from './contents/script-contents.service.js';
import type { Program } from '../../sandbox/runtime/runtime.js';

/** The parts of the previous version that the next one keeps. */
export interface Kept {
  /** Packages of a version with the same script. */
  lock: string | null;
  /** Image version of a version on the same image. */
  imageVersionId: string | null;
}

export const NOTHING_KEPT: Kept = { lock: null, imageVersionId: null };

/** The parts of a version besides its definition. */
export interface Prepared {
  /** Null without a script. */
  program: Program | null;
  /**
   * Schema of params by the script's types and docstring; with a `params_schema` in the definition, only its
   * `description`.
   */
  inferredParamsSchema: JsonObject | null;
  /** Null without an image. */
  image: BoundImage | null;
}

/** A prepared version with the content of a large script. */
export interface Stored extends Prepared {
  stored: StoredScript | null;
}

import { MAX_BUNDLE_BYTES } from '../../base/languages/script-size.js';

/** Bytes of a body with a script: JSON writes an end of a line and a quote as two, and there are other fields. */
export const MAX_SCRIPT_BODY = 2 * MAX_BUNDLE_BYTES + 1024 * 1024;

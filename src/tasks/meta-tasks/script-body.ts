import { MAX_BUNDLE_BYTES } from '../../base/languages/script-size.js';

/**
 * Maximum size of a body with a script, in bytes: JSON escapes ends of lines and quotes with two characters, and there
 * are other fields.
 */
export const MAX_SCRIPT_BODY = 2 * MAX_BUNDLE_BYTES + 1024 * 1024;

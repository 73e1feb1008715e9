/** The longest value of a secret, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 64 * 1024;

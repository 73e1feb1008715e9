/** Of a secret's value, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 64 * 1024;

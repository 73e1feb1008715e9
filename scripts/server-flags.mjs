/**
 * Flags of Node for a server. V8's young generation would grow to 128 MiB under load, and keep most of it; at this size a server is as
 * fast. bin/metarun has them too.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

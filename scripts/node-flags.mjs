/**
 * Flags of Node for a server. V8's young generation would grow to 128 MiB under load, and keep most of it; at this size a server is as
 * fast. bin/metarun has those of this file too.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/** Flags of Node for `metarun run`: what it loads is not collected again and again while it starts. */
export const RUN_FLAGS = ['--min-semi-space-size=16'];

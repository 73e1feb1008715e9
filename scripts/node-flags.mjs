/**
 * Flags of Node for a server. Under load, the young generation of V8 would grow to 128 MiB and stay large; at this
 * size, a server is just as fast. bin/metarun contains the flags of this file as well.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/** Flags of Node for `metarun run`, which avoid repeated garbage collections while it starts. */
export const RUN_FLAGS = ['--min-semi-space-size=48'];

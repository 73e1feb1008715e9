import type { Shared } from '../guest/web/platform.js';

/** The parameter of the function in which the build wraps a part. */
declare const __metarunShared: Shared;

export const {
  AbortSignal,
  DOMException,
  Event,
  EventTarget,
  TextDecoder,
  TextEncoder,
  toBytesOrNull,
  compute,
  fromBase64,
  host,
  structuredClone,
} = __metarunShared;

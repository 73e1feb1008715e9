import { create } from '../intrinsics.js';
import { AbortSignal } from './abort.js';
import { makeBase64 } from './base64.js';
import { bytesOf } from './bytes.js';
import { makeCompute } from './compute.js';
import { DOMException } from './dom-exception.js';
import { Event, EventTarget } from './events.js';
import { host } from './host.js';
import { structuredClone } from './structured-clone.js';
import { makeTextEncoding } from './text-encoding.js';

/** Taken before a script can replace it. */
const { eval: evaluate } = globalThis as { eval(text: string): unknown };

export type PartName = 'messages' | 'pattern' | 'streams' | 'subtle';

/** Returns the globals that the parts use, whatever a script has made of these. */
function shared() {
  return {
    AbortSignal,
    DOMException,
    Event,
    EventTarget,
    bytesOf,
    host,
    structuredClone,
    compute: makeCompute().compute,
    ...makeTextEncoding(),
    fromBase64: makeBase64().fromBase64,
  };
}

export type Shared = ReturnType<typeof shared>;

const made: Record<string, unknown> = create(null);

/**
 * Returns a part of the web platform that few scripts use. Its text comes from the supervisor when it is first asked for: in the
 * snapshot it would cost each run.
 */
export function platform<Part>(name: PartName): Part {
  const make = made[name] ?? (evaluate(host.ask('source', name)) as (of: Shared) => Part)(shared());
  made[name] = make;
  return make as Part;
}

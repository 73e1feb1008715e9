import { create } from '../intrinsics.js';
import { AbortSignal } from './abort.js';
import { makeBase64 } from './base64.js';
import { toBytesOrNull } from './bytes.js';
import { makeCompute } from './compute.js';
import { DOMException } from './dom-exception.js';
import { Event, EventTarget } from './events.js';
import { host } from './host.js';
import { structuredClone } from './structured-clone.js';
import { makeTextEncoding } from './text-encoding.js';

/** Captured before a script can replace it. */
const { eval: evaluate } = globalThis as { eval(text: string): unknown };

export type PartName = 'messages' | 'pattern' | 'streams' | 'subtle';

/** Returns the original globals that the parts use, even if a script has replaced them. */
function shared() {
  return {
    AbortSignal,
    DOMException,
    Event,
    EventTarget,
    toBytesOrNull,
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
 * Returns a part of the web platform that few scripts use. Its source comes from the supervisor on first use: in the
 * snapshot, every run would pay for it.
 */
export function platform<Part>(name: PartName): Part {
  const make = made[name] ?? (evaluate(host.ask('source', name)) as (of: Shared) => Part)(shared());
  made[name] = make;
  return make as Part;
}

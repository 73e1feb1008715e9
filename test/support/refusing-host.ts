import type { RunHost } from '../../src/sandbox/runtime/runtime.js';
import type { StopSignal } from '../../src/sandbox/runtime/stop-signal.js';

/** Returns a host that refuses every call of a script and drops what the script reports. */
export function createRefusingHost(stop: StopSignal): RunHost {
  return {
    stop,
    onPhase: () => undefined,
    onProgress: () => undefined,
    onLog: () => undefined,
    redact: (text) => text,
    call: () => Promise.reject(new Error('nothing can be reached here')),
    waits: () => false,
  };
}

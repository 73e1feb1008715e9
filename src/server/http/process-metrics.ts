import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | null = null;

/** Returns the metrics of this process, whose servers share them: what watches its event loop and its memory cannot be ended. */
export function processMetrics(): Registry {
  if (registry === null) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}

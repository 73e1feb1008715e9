import { readSearch, textParameter } from '../../parts/search-parameters.js';

/** Returns the meta-task for which to create a schedule. */
export function schedulesSearch(parameters: Record<string, unknown>) {
  return readSearch<{ type?: string }>(parameters, { type: textParameter });
}

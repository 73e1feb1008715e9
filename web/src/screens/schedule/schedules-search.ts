import { readSearch, textParameter } from '../../parts/search-parameters.js';

/** Which meta-task a schedule is for. */
export function schedulesSearch(parameters: Record<string, unknown>) {
  return readSearch<{ type?: string }>(parameters, { type: textParameter });
}

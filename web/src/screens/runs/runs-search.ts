import type { RunsFilter } from '../../api/runs.js';
import { isStatus } from '../../api/types.js';

/** The filter of the address, and the names of the parameters that it does not understand. */
export interface RunsSearch extends RunsFilter {
  unknown?: string;
}

const MAX_LENGTH = 200;

/** Returns what the parameters of an address say. What is bad is left out and named, so that no address is a blank page. */
export function runsSearch(parameters: Record<string, unknown>): RunsSearch {
  const found: RunsSearch = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    const fits = text !== '' && text.length <= MAX_LENGTH;
    if (name === 'status' && isStatus(value)) found.status = value;
    else if (name === 'type' && fits) found.type = text;
    else if (name === 'q' && fits) found.q = text;
    else if (name === 'unknown' && fits) unknown.push(text);
    else unknown.push(name);
  }
  return unknown.length === 0 ? found : { ...found, unknown: unknown.join(', ') };
}

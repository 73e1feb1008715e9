import { readSearch, textParameter } from '../../parts/search-parameters.js';

/** Maximum length of a query that the API accepts. */
const MOST = 1_000;

interface Parameters {
  q: string;
  ws: string;
}
export type SearchSearch = Partial<Parameters> & { unknown?: string };

export function searchSearch(parameters: Record<string, unknown>): SearchSearch {
  return readSearch<Parameters>(parameters, {
    q: (value) => {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      return text !== '' && text.length <= MOST ? text : undefined;
    },
    ws: textParameter,
  });
}

import type { Document } from '../http-fuzz/requests.js';
import type { Meanings } from '../http-fuzz/schema-values.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { maximum?: number };
}

/** Query parameters that make an answer larger or slower to compute. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  q: ['a', 'ab'.repeat(100), 'word'],
  fields: ['all'],
  with: ['activity'],
  recursive: ['true'],
  glob: ['**/*', '*'],
  lines: ['1-', '4000000-'],
  section: ['a-1999', 'none'],
  status: ['failed'],
  format: ['text'],
  before: ['0'],
  level: ['debug'],
  group_by: ['day', 'model'],
  by: ['hour', 'day'],
  each: ['500'],
  archived: ['true'],
  roots: ['true'],
  original: ['true'],
};

/** Yields the GET requests of a document: plain, with the largest page, and with each other query parameter. */
export function* getRequests(document: Document, meanings: Meanings): Generator<string> {
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (get === undefined) continue;
    const parameters = (get.parameters ?? []) as Parameter[];
    const query = parameters.filter((one) => one.in === 'query');
    const below = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(path, name, meanings));
    const takesPath = query.some(({ name, required }) => name === 'path' && required);
    const files = takesPath ? (meanings['path'] as readonly string[]) : [null];
    for (const file of files)
      yield* buildQueries(query, file).map((members) => withQuery(below, members));
  }
}

function pathValue(path: string, name: string, meanings: Meanings): string {
  const isSecret = name === 'name' && !path.includes('/examples/');
  return encodeURIComponent(isSecret ? 'S1' : ((meanings[name]?.[0] as string | undefined) ?? 'x'));
}

function buildQueries(query: readonly Parameter[], file: string | null): Record<string, string>[] {
  const limit = query.find(({ name }) => name === 'limit')?.schema.maximum;
  const isSearch = query.some(({ name, required }) => name === 'q' && required);
  const base = {
    ...(file !== null && { path: file }),
    ...(isSearch && { q: 'a' }),
  };
  const largest = limit === undefined ? base : { ...base, limit: String(limit) };
  const others = query.flatMap(({ name }) =>
    (VALUES[name] ?? []).map((value) => ({ ...largest, [name]: value })),
  );
  return [base, ...(limit === undefined ? [] : [largest]), ...others];
}

function withQuery(path: string, members: Record<string, string>): string {
  const query = new URLSearchParams(members).toString();
  return query === '' ? path : `${path}?${query}`;
}

import type { Phrase, SearchQuery } from './search-query.js';

/** The last position that PostgreSQL keeps of a term. */
const MAX_POSITION = 16_383;
/** Between the heading and the text, so that no phrase reaches over. */
const GAP = 8;

/**
 * Terms as PostgreSQL's tsvector; those of the heading weigh more. A term has only letters, digits and marks, so that
 * nothing in it needs to be escaped.
 */
export function tsvector(heading: readonly string[], text: readonly string[]): string {
  const places = new Map<string, string[]>();
  const add = (term: string, position: number, weight: string): void => {
    const place = `${Math.min(position, MAX_POSITION)}${weight}`;
    const known = places.get(term);
    if (known) known.push(place);
    else places.set(term, [place]);
  };
  heading.forEach((term, index) => add(term, index + 1, 'A'));
  text.forEach((term, index) => add(term, heading.length + GAP + index, 'D'));
  return Array.from(places, ([term, at]) => `'${term}':${at.join(',')}`).join(' ');
}

/** A text has all of the words that are looked for, or any of them. */
export type Wanted = 'all' | 'any';

/** A query in PostgreSQL's tsquery. */
export function tsquery({ all, none }: SearchQuery, wanted: Wanted = 'all'): string {
  const phrase = ({ terms, prefix }: Phrase): string => {
    const last = terms.length - 1;
    const parts = terms.map((term, index) => `'${term}'${prefix && index === last ? ':*' : ''}`);
    return `(${parts.join(' <-> ')})`;
  };
  const any = all.map(phrase).join(' | ');
  const some = wanted === 'all' ? all.map(phrase) : [`(${any})`];
  return [...some, ...none.map((not) => `!${phrase(not)}`)].join(' & ');
}

/**
 * Returns the query that PostgreSQL ranks by: any of the words that were looked for. With all of them together it would compare
 * every place of each with every place of all others.
 */
export function rankQuery({ all }: SearchQuery): string {
  const words = all.flatMap(({ terms, prefix }) =>
    terms.map((term, index) => `'${term}'${prefix && index === terms.length - 1 ? ':*' : ''}`),
  );
  return [...new Set(words)].join(' | ');
}

/** Returns the prefix of a workspace's or a project's terms in SQLite's index: the random part of its id. */
function mark(workspaceId: string): string {
  return workspaceId.slice(-8);
}

/**
 * Terms as a text for SQLite's FTS5. They are the workspace's own, so that a search neither walks through sections of
 * others nor ranks by how often those have a word. Whose a section is, is asked of its row all the same.
 */
export function ftsTerms(terms: readonly string[], workspaceId: string): string {
  const begin = mark(workspaceId);
  return terms.map((term) => begin + term).join(' ');
}

/** A query of a workspace in the syntax of SQLite's FTS5. */
export function ftsQuery(
  { all, none }: SearchQuery,
  workspaceId: string,
  wanted: Wanted = 'all',
): string {
  const phrase = ({ terms, prefix }: Phrase): string =>
    `"${ftsTerms(terms, workspaceId)}"${prefix ? ' *' : ''}`;
  const some = all.map(phrase).join(wanted === 'all' ? ' AND ' : ' OR ');
  return none.length === 0 ? some : `(${some}) NOT (${none.map(phrase).join(' OR ')})`;
}

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

/** A query in PostgreSQL's tsquery. */
export function tsquery({ all, none }: SearchQuery): string {
  const phrase = ({ terms, prefix }: Phrase): string => {
    const last = terms.length - 1;
    const parts = terms.map((term, index) => `'${term}'${prefix && index === last ? ':*' : ''}`);
    return `(${parts.join(' <-> ')})`;
  };
  return [...all.map(phrase), ...none.map((not) => `!${phrase(not)}`)].join(' & ');
}

/** A workspace as one term. */
export function scopeTerm(workspaceId: string): string {
  return workspaceId.replaceAll('-', '');
}

/** A query of a workspace in the syntax of SQLite's FTS5. */
export function ftsQuery({ all, none }: SearchQuery, workspaceId: string): string {
  const phrase = ({ terms, prefix }: Phrase): string =>
    `{heading text} : "${terms.join(' ')}"${prefix ? ' *' : ''}`;
  const wanted = [`scope : "${scopeTerm(workspaceId)}"`, ...all.map(phrase)].join(' AND ');
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(phrase).join(' OR ')})`;
}

import type { Phrase, SearchQuery } from './search-query.js';

/** Last position of a term that PostgreSQL stores. */
const MAX_POSITION = 16_383;
/** Gap of positions between the heading and the text, so that no phrase extends over both. */
const GAP = 8;

/**
 * Returns terms as PostgreSQL's tsvector, with a higher weight for the heading. Terms consist of letters, digits and
 * marks, so that nothing needs escaping.
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

/**
 * A condition on a text: it has a phrase of each group, and none of some others. Each group has at least one phrase.
 */
export interface TextCondition {
  groups: readonly (readonly Phrase[])[];
  none: readonly Phrase[];
}

/** Returns the condition that a text has all of the phrases of a query, or any of them. */
export function buildCondition({ all, none }: SearchQuery, wanted: 'all' | 'any'): TextCondition {
  return { groups: wanted === 'all' ? all.map((phrase) => [phrase]) : [all], none };
}

/** Returns a condition as PostgreSQL's tsquery. */
export function tsquery({ groups, none }: TextCondition): string {
  return [...groups.map(tsqueryOfAny), ...none.map((not) => `!${tsPhrase(not)}`)].join(' & ');
}

/** Returns the tsquery for any of the phrases. */
export function tsqueryOfAny(phrases: readonly Phrase[]): string {
  return `(${phrases.map(tsPhrase).join(' | ')})`;
}

function tsPhrase({ terms, prefix }: Phrase): string {
  const last = terms.length - 1;
  const parts = terms.map((term, index) => `'${term}'${prefix && index === last ? ':*' : ''}`);
  return parts.length === 1 ? parts.join('') : `(${parts.join(' <-> ')})`;
}

/** Returns the prefix of a workspace's or a project's terms in SQLite's index: the random part of its id. */
function mark(workspaceId: string): string {
  return workspaceId.slice(-8);
}

/**
 * Returns terms as a text for SQLite's FTS5. They are specific to the workspace, so that a search neither reads
 * sections of others nor ranks by the frequency of words in them. The owner of a section is checked by its row all the
 * same.
 */
export function ftsTerms(terms: readonly string[], workspaceId: string): string {
  const begin = mark(workspaceId);
  return terms.map((term) => begin + term).join(' ');
}

/** Returns a condition on the texts of a workspace in the syntax of SQLite's FTS5. */
export function ftsQuery({ groups, none }: TextCondition, workspaceId: string): string {
  const any = (phrases: readonly Phrase[]): string =>
    phrases
      .map(({ terms, prefix }) => `"${ftsTerms(terms, workspaceId)}"${prefix ? ' *' : ''}`)
      .join(' OR ');
  const all = groups.map((phrases) => `(${any(phrases)})`).join(' AND ');
  return none.length === 0 ? all : `(${all}) NOT (${any(none)})`;
}

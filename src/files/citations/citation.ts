import { hashSha256 } from '../../base/kernel/sha256.js';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { PLACE_KINDS } from '../files/reading/places.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { SearchResult } from '../search/search.service.js';

/** Maximum number of citations in a result. */
export const MAX_CITATIONS = 50;
/** Maximum length of a quote in UTF-16 units. A search accepts 1,000, including the quotation marks. */
export const MAX_QUOTE = 600;

export const STALE_REASONS = ['changed', 'deleted'] as const;
/** Reason why a citation no longer holds: the file changed or was deleted. */
export type StaleReason = (typeof STALE_REASONS)[number];

/** A citation as given by a model or a script. */
export interface GivenCitation {
  path: string;
  quote: string;
  /** Name of the workspace; null for the workspace of the task. */
  workspace: string | null;
  /** Line where the quote begins, for a quote that occurs several times; null if not given. */
  line: number | null;
}

/** A quote and the section that contains it. */
export interface QuotedPassage {
  workspace: Workspace;
  quote: string;
  result: SearchResult;
  /** Lines of the file that contain the quote. */
  lines: string;
}

/** Returns the hash of the lines that contain a quote, with white space normalized. */
export function hashOfLines(lines: string): string {
  return hashSha256(lines.split(/\s+/).join(' ').trim());
}

const ADDED = 'The server adds it.';

/** JSON Schema of a citation in a result. A model gives `path`, `quote` and `workspace`; the server adds the rest. */
export const CITATION_SCHEMA: JsonObject = {
  type: 'object',
  required: ['path', 'quote'],
  properties: {
    path: { type: 'string', description: 'Path of the file.' },
    quote: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_QUOTE,
      description: 'Words copied exactly from the file: one passage, without "…".',
    },
    workspace: {
      type: 'string',
      description: 'Workspace of the file. Default: the workspace of the task.',
    },
    heading: { type: 'array', items: { type: 'string' }, description: ADDED },
    anchor: { type: ['string', 'null'], description: ADDED },
    line: {
      type: 'integer',
      description: 'Line where the quote begins, if the file contains it several times.',
    },
    first_line: { type: 'integer', description: ADDED },
    last_line: { type: 'integer', description: ADDED },
    place: {
      type: ['object', 'null'],
      properties: { kind: { enum: [...PLACE_KINDS] }, number: { type: 'integer' } },
      description: ADDED,
    },
    etag: { type: 'string', description: ADDED },
  },
};

/** JSON Schema of the result, for a contract with `citations` and no result schema. */
export const ANSWER_SCHEMA: JsonObject = {
  type: 'object',
  required: ['found', 'answer', 'citations'],
  properties: {
    found: { type: 'boolean', description: 'Whether the files have the answer.' },
    answer: {
      type: 'string',
      pattern: '\\S',
      description:
        'Answer, in the language of the question; if it is not found, what was looked for.',
    },
    citations: {
      type: 'array',
      maxItems: MAX_CITATIONS,
      items: CITATION_SCHEMA,
      description: 'Passages that support the answer. Empty if it is not found.',
    },
  },
};

/** Returns the citations of a result, or the reason why they are invalid. */
export function parseCitations(result: Json): GivenCitation[] | { issue: string } {
  const list = isJsonObject(result) ? result['citations'] : undefined;
  if (!isJsonObject(result) || !Array.isArray(list))
    return { issue: 'citations must be an array of {"path", "quote"}' };
  if (list.length > MAX_CITATIONS)
    return { issue: `citations has ${list.length} entries; ${MAX_CITATIONS} are allowed` };
  if (list.length === 0 && result['found'] !== false)
    return {
      issue:
        'citations is empty: cite the passages that the result rests on, or set "found" to false',
    };
  const given = list.map(parseCitation);
  const wrong = given.indexOf(null);
  if (wrong !== -1)
    return {
      issue: `citations.${wrong} must have "path" and "quote", of 1 to ${MAX_QUOTE} characters`,
    };
  return given.filter((one) => one !== null);
}

function parseCitation(value: Json): GivenCitation | null {
  if (!isJsonObject(value)) return null;
  const { path, quote, workspace, line } = value;
  if (typeof path !== 'string' || typeof quote !== 'string') return null;
  if (quote.trim() === '' || quote.length > MAX_QUOTE) return null;
  return {
    path,
    quote,
    workspace: typeof workspace === 'string' ? workspace : null,
    line: typeof line === 'number' ? line : null,
  };
}

/** Returns a copy of a result whose citations are extended with the given members, in order. */
export function withCitations(result: Json, added: readonly JsonObject[]): Json {
  const citations = isJsonObject(result) ? result['citations'] : undefined;
  if (!isJsonObject(result) || !Array.isArray(citations)) return result;
  const both = citations.map((one, index) =>
    isJsonObject(one) ? { ...one, ...added[index] } : one,
  );
  return { ...result, citations: both };
}

import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Diagnostic } from '../kernel/guided-error.js';
import { escapePointer, findJsonIssue, type Json, parsePointer } from '../kernel/json.js';
import { numberIssue } from '../kernel/json-text.js';

/** A position in a text; both numbers count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A position in a file, whose path is as a reader would type it. */
export interface FilePlace extends Place {
  file: string;
}

export interface YamlText {
  value: Json;
  /**
   * Returns the place of the part at an RFC 6901 pointer: that of its key if it has one. For a part that does not
   * exist, returns the place of the nearest part around it.
   */
  locatePointer: (pointer: string) => Place;
}

/** Most aliases of one document: enough for what schedules share, too few to expand a small file into a huge value. */
const MAX_ALIASES = 50;
/** Most diagnostics that are reported for one text. */
const MAX_DIAGNOSTICS = 20;

/**
 * Reads YAML 1.2, of which JSON is a subset, as JSON. Refuses, with a diagnostic for each place: invalid YAML,
 * duplicate keys, unknown tags, further documents, and values that JSON does not have.
 */
export function parseYaml(text: string): YamlText | { diagnostics: Diagnostic[] } {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const document = parsed(text, lines);
  if (typeof document === 'string') return { diagnostics: [{ message: document, ...at(0) }] };
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0)
    return {
      diagnostics: broken.slice(0, MAX_DIAGNOSTICS).map(({ code, message, pos: [offset] }) => ({
        message: BETTER_WORDS[code] ?? message,
        ...at(offset),
      })),
    };
  const twice = [...repeatedKeys(document.contents)].slice(0, MAX_DIAGNOSTICS);
  if (twice.length > 0)
    return { diagnostics: twice.map(({ message, offset }) => ({ message, ...at(offset) })) };
  const changed = [...changedNumbers(document.contents)].slice(0, MAX_DIAGNOSTICS);
  if (changed.length > 0)
    return { diagnostics: changed.map(({ message, offset }) => ({ message, ...at(offset) })) };
  const value = readDocumentValue(document);
  if (typeof value === 'string') return { diagnostics: [{ message: value, ...at(0) }] };
  const locatePointer = (pointer: string): Place => at(findPointerOffset(document, pointer));
  const issue = findJsonIssue(value.json) ?? findForeign(value.json);
  return issue === null && isJson(value.json)
    ? { value: value.json, locatePointer }
    : {
        diagnostics: [
          { message: `a value ${issue?.message}`, ...locatePointer(issue?.pointer ?? '') },
        ],
      };
}

const BETTER_WORDS: Partial<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here; the file holds one',
  TAB_AS_INDENT: 'is indented by a tab; YAML wants spaces',
  RESOURCE_EXHAUSTION: 'is nested too deeply',
};

/** Parses a text. A returned text says what was wrong: some nesting makes the parser fail badly. */
function parsed(text: string, lineCounter: LineCounter): Document.Parsed | string {
  try {
    // Its own search for duplicate keys compares each with each.
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
    });
  } catch {
    return 'cannot be read: it is nested too deeply';
  }
}

function readDocumentValue(document: Document.Parsed): { json: unknown } | string {
  try {
    return { json: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch {
    return `uses more than ${MAX_ALIASES} aliases, or aliases that grow too large or refer to nothing: write out what they stand for`;
  }
}

function* repeatedKeys(node: unknown): Generator<{ message: string; offset: number }> {
  if (isSeq(node)) for (const item of node.items) yield* repeatedKeys(item);
  if (!isMap(node)) return;
  const seen = new Set<string>();
  for (const { key, value } of node.items) {
    const name = formatKey(key);
    const offset = findNodeStart(key) ?? 0;
    if (seen.has(name)) yield { message: `${name} is given twice; keep one`, offset };
    seen.add(name);
    yield* repeatedKeys(value);
  }
}

/** Yields the numbers that would change as a double. */
function* changedNumbers(node: unknown): Generator<{ message: string; offset: number }> {
  if (isSeq(node)) for (const item of node.items) yield* changedNumbers(item);
  if (isMap(node)) for (const { value } of node.items) yield* changedNumbers(value);
  if (!isScalar(node) || typeof node.value !== 'number') return;
  const source = (node.source ?? '').replace(/^\+/, '');
  const literal = toJsonNumber(source);
  const message = literal === null ? null : numberIssue(literal);
  if (message !== null) yield { message: `a value ${message}`, offset: findNodeStart(node) ?? 0 };
}

/** Returns a YAML number as JSON writes it; null for one that JSON does not have, such as an infinite one. */
function toJsonNumber(source: string): string | null {
  if (/^(0x[\da-f]+|0o[0-7]+)$/i.test(source)) return String(BigInt(source));
  if (/^-?\d+$/.test(source)) return source.replace(/^(-?)0+(?=\d)/, '$1');
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(source) ? source : null;
}

function findPointerOffset(document: Document.Parsed, pointer: string): number {
  let node: unknown = document.contents;
  let offset = findNodeStart(node) ?? 0;
  for (const part of parsePointer(pointer)) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => formatKey(key) === part);
      if (pair === undefined) return offset;
      offset = findNodeStart(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = findNodeStart(node) ?? offset;
    } else return offset;
  }
  return offset;
}

function formatKey(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function findNodeStart(node: unknown): number | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined;
  return node.range?.[0];
}

/** Returns the first value that JSON cannot express: `.inf`, `.nan`. */
function findForeign(value: unknown, pointer = ''): { pointer: string; message: string } | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : { pointer, message: 'is not a finite number' };
  if (typeof value !== 'object') return { pointer, message: 'is nothing that JSON has' };
  for (const [key, item] of Object.entries(value)) {
    const issue = findForeign(item, `${pointer}/${escapePointer(key)}`);
    if (issue !== null) return issue;
  }
  return null;
}

function isJson(value: unknown): value is Json {
  return findForeign(value) === null;
}

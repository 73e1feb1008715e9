/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Allowed nesting of arrays and objects in any document that enters or leaves. */
export const MAX_JSON_DEPTH = 64;

/** The reason why a JSON document is refused. */
export interface JsonIssue {
  /** RFC 6901 pointer to the value; '' is the whole document. */
  pointer: string;
  message: string;
  /** Set if it is nested too deep or has too many values. */
  tooLarge?: true;
  /** Set if the text is not JSON. */
  notJson?: true;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the kind of a value in words, for a message that must not reveal the value: `a list`, `nothing`. */
export function describeKind(value: Json | undefined): string {
  if (value == null) return 'nothing';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** Returns `value` if it is an object, otherwise null. */
export function objectOrNull(value: Json | undefined): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A pointer (RFC 6901) to a part of a document. */
export const POINTER_PATTERN = /^(\/([^~/]|~[01])*)+$/;

/** Returns the unescaped keys and indices of a pointer. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the part of a document at a pointer; undefined if it does not exist. */
export function atPointer(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const key of parsePointer(pointer)) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Returns why a text cannot be stored and sent on unchanged; null if it can. */
export function textIssue(text: string): string | null {
  if (text.includes('\0')) return 'contains a NUL character (U+0000), which cannot be stored';
  if (!text.isWellFormed())
    return 'contains half of a surrogate pair, which is not a Unicode character';
  return null;
}

/**
 * Returns the first reason why a JSON document cannot be stored and sent on unchanged: excessive nesting, a NUL, or a
 * lone surrogate. Null if there is no such reason. For a text, findJsonTextIssue detects more, and sooner.
 */
export function findJsonIssue(value: unknown, depth = 0): JsonIssue | null {
  if (typeof value === 'string') {
    const message = textIssue(value);
    return message === null ? null : { pointer: '', message };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= MAX_JSON_DEPTH)
    return {
      pointer: '',
      message: `is nested deeper than ${MAX_JSON_DEPTH} levels`,
      tooLarge: true,
    };
  for (const [key, item] of Object.entries(value)) {
    const message = textIssue(key);
    if (message !== null) return { pointer: '', message: `has a key that ${message}` };
    const issue = findJsonIssue(item, depth + 1);
    if (issue) return { ...issue, pointer: `/${escapePointer(key)}${issue.pointer}` };
  }
  return null;
}

/** Returns the value if it is a text, otherwise ''. */
export function textOrEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

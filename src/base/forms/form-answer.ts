import { isJsonObject, type Json, type JsonObject } from '../kernel/json.js';
import { numberIssue, parseExactly } from '../kernel/json-text.js';
import { type FormField, parseMemberName } from './form-field.js';

/** The texts of a page's fields, by pointer. */
export type FieldTexts = ReadonlyMap<string, string>;

/** The value of a ticked checkbox. */
export const TICKED = 'on';

/**
 * Returns the payload that the fields hold; undefined if they are empty. A text that is not a number or JSON, or that
 * parsing would change, remains a text, which the form then refuses.
 */
export function parsePayload(field: FormField, texts: FieldTexts): Json | undefined {
  const text = texts.get(field.pointer) ?? '';
  switch (field.kind) {
    case 'group':
      return parseGroup(field.fields, texts, field.required);
    case 'choice':
      return field.options[/^\d+$/.test(text) ? Number(text) : -1];
    case 'flag':
      return text === TICKED;
    case 'number':
      return text.trim() === '' ? undefined : parseNumberOrText(text);
    case 'text':
      return text === '' && !(field.required && takesEmpty(field)) ? undefined : text;
    case 'json':
      return text.trim() === '' ? undefined : parseJsonOrText(text);
  }
}

/** Returns the texts with which the fields show a payload, such as the defaults of a form. */
export function formatPayload(
  field: FormField,
  value: Json | undefined,
  texts = new Map<string, string>(),
): Map<string, string> {
  if (value === undefined) return texts;
  if (field.kind === 'group') {
    const members = isJsonObject(value) ? value : {};
    for (const one of field.fields) formatPayload(one, members[parseMemberName(one)], texts);
  } else {
    const text = formatFieldValue(field, value);
    if (text !== null) texts.set(field.pointer, text);
  }
  return texts;
}

function parseGroup(
  fields: readonly FormField[],
  texts: FieldTexts,
  required: boolean,
): Json | undefined {
  const members: [string, Json][] = [];
  let says = required;
  for (const field of fields) {
    const value = parsePayload(field, texts);
    if (value === undefined) continue;
    members.push([parseMemberName(field), value]);
    // An unticked checkbox is not a reason to send an optional group.
    if (field.kind !== 'flag' || value === true) says = true;
  }
  // Not by assignment, which `__proto__` would turn into something else.
  return says ? (Object.fromEntries(members) as JsonObject) : undefined;
}

function takesEmpty({ schema }: FormField): boolean {
  const { minLength } = schema;
  return !(typeof minLength === 'number' && minLength > 0);
}

function parseNumberOrText(text: string): Json {
  const value = Number(text);
  return Number.isFinite(value) && numberIssue(text.trim()) === null ? value : text;
}

function parseJsonOrText(text: string): Json {
  const read = parseExactly(text);
  return 'value' in read ? read.value : text;
}

function formatFieldValue(field: FormField, value: Json): string | null {
  if (field.kind === 'choice') {
    const index = field.options.indexOf(value);
    return index === -1 ? null : String(index);
  }
  if (field.kind === 'flag') return value === true ? TICKED : null;
  if (field.kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { findErrorCode, getErrorMessage } from '../../base/kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { parseExactly } from '../../base/kernel/json-text.js';
import { usageError } from './command-error.js';
import { memberRule } from './schema-rule.js';
import { shellWord } from './shell-word.js';
import { typedAs, typedValue } from './typed-value.js';

/** A JSON object given on the command line: params or the values of a form. */
export interface GivenObject {
  /** JSON object, name of a file that contains one, or `-` for standard input. */
  whole?: string | undefined;
  /** Assignments `name=value`. They override the members of `whole`. */
  single?: readonly string[] | undefined;
}

/** Names of the options and the documentation page, for error messages. */
export interface ObjectFlags {
  /** Option for the whole object, such as `--params`. */
  whole: string;
  /** Option for a single member, such as `--param`. */
  single: string;
  docs: string;
}

/** A name and the text after the first `=`. */
interface Assignment {
  name: string;
  value: string;
}

/** An object from the command line whose values are not interpreted yet, which requires the schema. */
export interface ReadObject {
  base: JsonObject;
  single: readonly Assignment[];
}

/** Returns the flags for commands with `--params` and `--param`. `docs` is the command's page. */
export function paramsFlags(docs: string): ObjectFlags {
  return { whole: '--params', single: '--param', docs };
}

/** Reads an object from the command line. Throws a usage error that names the option and the file. */
export async function readGiven(
  { whole, single = [] }: GivenObject,
  flags: ObjectFlags,
): Promise<ReadObject> {
  const assignments = single.map((one) => assignment(one, flags));
  return { base: whole === undefined ? {} : await readWhole(whole, flags), single: assignments };
}

/** Converts single values to the types of the schema. Throws a usage error if one does not fit. */
export function typedObject(
  { base, single }: ReadObject,
  schema: JsonObject | null,
  flags: ObjectFlags,
): JsonObject {
  const values = single.map(({ name, value }): [string, Json] => {
    const rule = memberRule(schema, name);
    const typed = typedValue(value, rule);
    if ('value' in typed) return [name, typed.value];
    const right = rule.isClosed ? null : typedAs(value, rule);
    throw usageError(
      `${flags.single} ${name}=${value}: it ${typed.error}.`,
      right === null
        ? `Give ${flags.single} ${name}=… another value.`
        : `Write it as ${flags.single} ${shellWord(name)}=${shellWord(right)}.`,
      flags.docs,
    );
  });
  return Object.fromEntries([...Object.entries(base), ...values]);
}

function assignment(given: string, { single, docs }: ObjectFlags): Assignment {
  const at = given.indexOf('=');
  if (at < 1)
    throw usageError(
      `${single} ${given}: it must be name=value.`,
      `Write ${single} name=value.`,
      docs,
    );
  return { name: given.slice(0, at), value: given.slice(at + 1) };
}

async function readWhole(given: string, flags: ObjectFlags): Promise<JsonObject> {
  const isInline = /^\s*[{[]/.test(given);
  const from = isInline ? flags.whole : `${flags.whole} ${given}`;
  const refuse = (why: string): Error =>
    usageError(
      `${from} ${why}.`,
      `Give a file with a JSON object, the object itself ('{"name": "Ada"}'), or - for standard input.`,
      flags.docs,
    );
  const content = isInline ? given : await readGivenContent(given, refuse);
  const read = parseExactly(content);
  if ('issue' in read) {
    const { pointer, message, notJson } = read.issue;
    throw refuse(notJson || pointer === '' ? message : `cannot be sent: ${pointer} ${message}`);
  }
  if (!isJsonObject(read.value)) throw refuse('must be a JSON object');
  return read.value;
}

async function readGivenContent(given: string, refuse: (why: string) => Error): Promise<string> {
  if (given === '-') return textOf(process.stdin);
  try {
    return await readFile(given, 'utf8');
  } catch (error) {
    const isMissing = findErrorCode(error) === 'ENOENT';
    throw refuse(isMissing ? 'names no file' : `cannot be read: ${getErrorMessage(error)}`);
  }
}

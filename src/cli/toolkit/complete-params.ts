import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { escapePointer, isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import type { Diagnostic } from '../../base/kernel/guided-error.js';
import { askValue } from './ask-form.js';
import { CommandError } from './command-error.js';
import { EXIT } from './exit-codes.js';
import { type ObjectFlags, type ReadObject, typedObject } from './given-params.js';
import { isClosed, memberRule, readSchemaMembers, readRequiredMembers } from './schema-rule.js';
import { nearest } from '../../base/schema/nearest.js';
import { plainLine } from './plain-text.js';
import { isInteractive } from './terminal.js';
import { jsonOr } from './typed-value.js';
import { stderr } from './output.js';

/** An error of the engine or the server. */
interface Refusal {
  code: string;
  message: string;
  errors: readonly Diagnostic[];
}

/**
 * Returns the params of a task. Asks for values that the schema requires and that are missing, with those of `example`
 * (a file) preset. Throws a usage error if the user cannot be asked, or if a value does not match the schema.
 */
export async function completeParams(
  given: ReadObject,
  schema: JsonObject | null,
  flags: ObjectFlags,
  example: string | null = null,
): Promise<JsonObject> {
  const params = typedObject(given, schema, flags);
  const missing = readRequiredMembers(schema).filter((name) => !Object.hasOwn(params, name));
  const misspelt = misspeltNames(params, schema);
  if (misspelt.size > 0 && (missing.length > 0 || isClosed(schema)))
    throw misspeltParams(misspelt, flags);
  for (const [name, meant] of misspelt) stderr.write(`warning: ${guess(name, meant)}\n`);
  if (missing.length === 0) return params;
  if (!isInteractive()) throw missingParams(missing, example, flags);
  const examples = example === null ? {} : await readExamples(example);
  const answers = new Map(Object.entries(params));
  for (const name of missing) {
    const rule = memberRule(schema, name);
    const initial = Object.hasOwn(examples, name) ? examples[name] : rule.initial;
    const flag = `${flags.single} ${plainLine(name)}=…`;
    answers.set(name, await askValue({ name, rule: { ...rule, initial }, flag }));
  }
  return Object.fromEntries(answers);
}

/** Returns the error for an object from the command line that failed validation. */
export function refusedObject(
  { code, message, errors }: Refusal,
  { whole, single, docs }: ObjectFlags,
): CommandError {
  return new CommandError(message, {
    code,
    fix: `Change what ${single} or ${whole} gives.`,
    docs,
    diagnostics: errors,
    exit: EXIT.usage,
  });
}

/** Returns whether a task takes params, required or not. This is false only if its schema allows none. */
export function takesParams(schema: JsonObject | null): boolean {
  return schema === null || !isClosed(schema) || Object.keys(readSchemaMembers(schema)).length > 0;
}

/** Returns names that the schema does not have, each with the name that was most likely meant. */
function misspeltNames(params: JsonObject, schema: JsonObject | null): Map<string, string> {
  const known = Object.keys(readSchemaMembers(schema));
  const free = known.filter((name) => !Object.hasOwn(params, name));
  const unknown = Object.keys(params).filter((name) => !known.includes(name));
  return new Map(
    unknown.flatMap((name): [string, string][] => {
      const meant = nearest(name, free);
      return meant === undefined ? [] : [[name, meant]];
    }),
  );
}

function misspeltParams(
  misspelt: ReadonlyMap<string, string>,
  { single, docs }: ObjectFlags,
): CommandError {
  const all = [...misspelt];
  const message = all.map(([name, meant]) => guess(name, meant)).join(' ');
  return new CommandError(message, {
    code: 'unknown_param',
    fix: `Give ${all.map(([, meant]) => `${single} ${plainLine(meant)}=…`).join(' ')}.`,
    docs,
    diagnostics: all.map(([name, meant]) => ({
      pointer: `/params/${escapePointer(name)}`,
      message: guess(name, meant),
    })),
    exit: EXIT.usage,
  });
}

function guess(name: string, meant: string): string {
  return `There is no param "${plainLine(name)}": did you mean "${plainLine(meant)}"?`;
}

function missingParams(
  missing: readonly string[],
  example: string | null,
  { whole, single, docs }: ObjectFlags,
): CommandError {
  const given = missing.map((name) => `${single} ${plainLine(name)}=…`).join(' ');
  const file = example === null || !existsSync(example) ? '' : `, or ${whole} ${example}`;
  const names = missing.map((name) => `"${plainLine(name)}"`).join(', ');
  return new CommandError(`The params have no ${names}, which the params_schema requires.`, {
    code: 'missing_params',
    fix: `Give ${given}${file}.`,
    docs,
    diagnostics: missing.map((name) => ({
      pointer: `/params/${escapePointer(name)}`,
      message: 'is required',
    })),
    exit: EXIT.usage,
  });
}

/** Reads the example values. They are optional, so an invalid file counts as empty. */
async function readExamples(file: string): Promise<JsonObject> {
  const value = jsonOr(await readFile(file, 'utf8').catch(() => ''));
  return isJsonObject(value) ? value : {};
}

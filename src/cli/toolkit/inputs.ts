import { namedVariable } from '../../base/config/client-environment.js';
import type { Json } from '../../base/kernel/json.js';
import { usageError } from './command-error.js';
import { readOptionFile } from './read-option-file.js';
import { jsonOr } from './typed-value.js';

const DOCS = 'run.md';

/** Parses events given as `--event name=json`. A payload that is not JSON is text. */
export function parseEvents(given: readonly string[]): { name: string; payload: Json }[] {
  return given.map((one) => {
    const at = one.indexOf('=');
    const name = at === -1 ? one : one.slice(0, at);
    if (name === '')
      throw usageError(
        `--event ${one} names no event.`,
        'Write --event name=json.',
        `${DOCS}#events`,
      );
    return { name, payload: at === -1 ? null : jsonOr(one.slice(at + 1)) };
  });
}

/** Parses folders given as `--knowledge name=folder`, by workspace name. */
export function parseKnowledge(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((one): [string, string] => {
      const at = one.indexOf('=');
      if (at > 0 && at < one.length - 1) return [one.slice(0, at), one.slice(at + 1)];
      throw usageError(
        `--knowledge ${one} names no workspace and folder.`,
        "Write --knowledge 'name=folder', by the name that the contract has.",
        'agents.md#running-it-here',
      );
    }),
  );
}

/**
 * Reads secrets of `--secret` and of the file of `--secrets`. Those of `--secret` take precedence. Errors never contain
 * a value.
 */
export async function readSecrets(
  given: readonly string[],
  file: string | undefined,
): Promise<Map<string, string>> {
  const secrets = new Map(file === undefined ? [] : await readSecretsFile(file));
  for (const one of given) {
    const at = one.indexOf('=');
    const name = at === -1 ? one : one.slice(0, at);
    const value = at === -1 ? namedVariable(name) : one.slice(at + 1);
    if (value === undefined || name === '')
      throw usageError(
        `--secret ${name} has no value, and the environment has no variable of that name.`,
        'Write --secret NAME=value, or set the variable NAME.',
        `${DOCS}#secrets`,
      );
    secrets.set(name, value);
  }
  return secrets;
}

async function readSecretsFile(file: string): Promise<[string, string][]> {
  const content = await readOptionFile('--secrets', file, DOCS);
  const lines = content.split(/\r?\n/);
  return lines.flatMap((line, index): [string, string][] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    const [, name, value] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(trimmed) ?? [];
    if (name === undefined || value === undefined)
      throw usageError(
        `${file}:${index + 1} is not of the form NAME=value.`,
        'Give each secret a line of its own, as in a .env file.',
        `${DOCS}#secrets`,
      );
    return [[name, unquoted(value)]];
  });
}

function unquoted(value: string): string {
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/s.exec(value) ?? [];
  return double ?? single ?? value;
}

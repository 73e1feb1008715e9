import { answerOf, checkAnswer } from '@metarun/client';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { printDone, printList, printWarnings, timeCell } from '../../toolkit/api/print.js';
import { text } from 'node:stream/consumers';
import { askSecret } from '../../toolkit/ask.js';
import { usageError } from '../../toolkit/command-error.js';
import { readOptionFile } from '../../toolkit/read-option-file.js';
import { isInteractive } from '../../toolkit/terminal.js';

const DOCS = 'cli-admin.md#secrets';

const SECRETS = '/projects/{project_id}/secrets';

export async function list(options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const secrets = answerOf(await api.GET(SECRETS, { params: { path } }));
  printList(
    'secrets',
    secrets,
    {
      NAME: ({ name }) => name,
      STATE: ({ readable }) => (readable ? 'readable' : 'unreadable with the key of the server'),
      HOSTS: ({ hosts }) => hosts.join(', '),
      CHANGED: ({ updated_at }) => timeCell(updated_at),
      BY: ({ updated_by }) => updated_by,
    },
    options,
  );
}

export async function set(
  name: string,
  options: ApiOptions & { file?: string; hosts?: string[] },
): Promise<void> {
  const { api, path } = await session(options);
  const value = await readSecretValue(options.file, `The value of ${name}`);
  const params = { path: { ...path, name } };
  const { hosts } = options;
  const body = { value, ...(hosts === undefined ? {} : { hosts }) };
  const secret = answerOf(await api.PUT(`${SECRETS}/{name}`, { params, body }));
  printDone(`${name} is set`, secret, options);
  printWarnings(secret.warnings);
}

export async function remove(names: readonly string[], options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  await confirmed(`Delete ${names.join(', ')}?`, options);
  for (const name of names)
    checkAnswer(await api.DELETE(`${SECRETS}/{name}`, { params: { path: { ...path, name } } }));
  printDone(`${names.join(', ')} deleted`, { deleted: names }, options);
}

/**
 * Reads a secret value from a file or standard input. On a terminal, the user is asked for it without echo. The line
 * break after a single-line value is removed. Errors never contain the value.
 */
async function readSecretValue(file: string | undefined, message: string): Promise<string> {
  const asked = file === undefined && isInteractive();
  const read = asked
    ? await askSecret({ message, flag: 'the value by standard input, or --file <file>' })
    : file === undefined
      ? await text(process.stdin)
      : await readOptionFile('--file', file, DOCS);
  const value = /^[^\r\n]*\r?\n$/.test(read) ? read.replace(/\r?\n$/, '') : read;
  if (value !== '') return value;
  throw usageError('There is no value.', 'Give it by standard input or --file <file>.', DOCS);
}

import { Readable } from 'node:stream';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { printJson } from '../../toolkit/print-json.js';
import { resolveVersionId } from './file-version.js';
import { connectFiles, type FileOptions, remotePath } from './remote-place.js';
import { stdout } from '../../toolkit/output.js';

const TEXT = /^(text\/|application\/(json|xml|yaml|x-yaml|javascript|x-ndjson|sql|toml))/;

export async function runCat(
  typed: string,
  options: FileOptions & { original?: boolean; version?: number },
): Promise<void> {
  const { original = false, version: number, json = false } = options;
  const remote = await connectFiles(options);
  const { client, ws } = remote;
  const path = remotePath(typed);
  if (json && (original || number !== undefined))
    throw usageError(
      'An original or a version is bytes, and no JSON document.',
      'Leave out --json, or --original and --version.',
    );
  if (json) return printJson(await client.files.read(path, ws));
  const version =
    number === undefined ? {} : { version: await resolveVersionId(remote, path, number) };
  const response = await client.files.readRaw(path, { ...ws, ...version, original });
  if (stdout.isTTY) await refuseBytes(path, response);
  await stdout.copy(toBodyStream(response));
}

/** Throws if the content is binary, since it would garble the terminal. */
async function refuseBytes(path: string, response: Response): Promise<void> {
  const type = response.headers.get('Content-Type') ?? '';
  if (TEXT.test(type)) return;
  await response.body?.cancel();
  throw new CommandError(`${path} is not text (${type}).`, {
    code: 'not_text',
    fix: `metarun files get ${path}, or send the output to a file or another program.`,
  });
}

/** Returns the body of a response as a stream. */
export function toBodyStream({ body }: Response): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body);
}

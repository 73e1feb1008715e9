import { ApiError, type FileVersion, type MetarunClient } from '@metarun/client';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { plainLine } from '../../toolkit/plain-text.js';
import type { Remote } from '../../toolkit/upload-file.js';

export interface FileOptions extends ConnectionOptions {
  workspace?: string;
  json?: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function connectFiles(options: FileOptions): Promise<Remote> {
  const { client } = await connect(options);
  return { client, ws: await workspaceNamed(client, options.workspace) };
}

async function workspaceNamed(client: MetarunClient, name?: string): Promise<Remote['ws']> {
  if (name === undefined) return {};
  if (UUID.test(name)) return { ws: name };
  const all = await client.workspaces.list().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw new CommandError('These credentials may not look for a workspace by its name.', {
      code: error.code,
      fix: 'Give the id of the workspace, or use an access token instead of an API key.',
      docs: 'cli-tasks.md#files',
    });
  });
  const found = all.find((one) => one.name === name.normalize('NFC'));
  if (found !== undefined) return { ws: found.id };
  const names = all.map((one) => JSON.stringify(plainLine(one.name))).join(', ');
  throw new CommandError(`There is no workspace "${plainLine(name)}".`, {
    code: 'unknown_workspace',
    fix: `There are: ${names}.`,
    docs: 'cli-tasks.md#files',
  });
}

/** Returns what is at an absolute path: the current version of a file, a directory, or null. */
export async function whatIsAt(
  { client, ws }: Remote,
  path: string,
): Promise<FileVersion | 'directory' | null> {
  if (path === '/') return 'directory';
  try {
    const [version] = (await client.files.versions(path, { ...ws, limit: 1 })).items;
    return version === undefined || version.ended_at !== null ? null : version;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'not_found') return null;
    // Invalid paths have the same error code; listing such a path throws.
    if (error.code !== 'invalid_path') throw error;
    await client.files.list({ ...ws, path, limit: 1 });
    return 'directory';
  }
}

/** Normalises a path to the server's form: absolute, without a trailing slash. */
export function remotePath(typed: string): string {
  const parts = typed.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw usageError(`${typed}: a path on the server has no "..".`);
  return `/${parts.join('/')}`;
}

/** Returns the query parameter for the path of an option. */
export function pathQuery(typed: string | undefined): { path?: string } {
  return typed === undefined ? {} : { path: remotePath(typed) };
}

/** Returns the page or section of a citation, such as `, page 12`. */
export function placeText(place: { kind: string; number: number | string } | null): string {
  return place === null ? '' : `, ${place.kind} ${place.number}`;
}

export function joined(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}

export function notThere(path: string): CommandError {
  return new CommandError(`There is nothing at ${plainLine(path)}.`, {
    code: 'not_found',
    fix: 'metarun files ls shows what there is; --workspace names another workspace.',
    docs: 'cli-tasks.md#files',
  });
}

import { everyPage, type FileVersion } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import type { Remote } from '../../toolkit/upload-file.js';

const PAGE = 200;

/** Returns the id of the version with the given number, or of the one before the current content. */
export async function resolveVersionId(
  { client, ws }: Remote,
  path: string,
  version: number | 'before',
): Promise<string> {
  const isMeant = ({ version: number, ended_at: end }: FileVersion): boolean =>
    version === 'before' ? end !== null : number === version;
  const list = (query: Parameters<typeof client.files.versions>[1]) =>
    client.files.versions(path, query);
  for await (const { items } of everyPage(list, { ...ws, limit: PAGE })) {
    const found = items.find(isMeant);
    if (found !== undefined) return found.id;
  }
  const what = version === 'before' ? 'earlier version' : `version ${version}`;
  throw new CommandError(`${plainLine(path)} has no ${what}.`, {
    code: 'not_found',
    fix: `\`metarun files versions ${path}\` lists them.`,
    docs: 'cli-tasks.md#files',
  });
}

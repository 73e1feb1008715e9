import type { FileVersion } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { plainLine } from '../../toolkit/plain-text.js';
import type { Remote } from '../../toolkit/upload-file.js';

const PAGE = 200;

/** Returns the id of a version of a file by its number, or of the last one before the present content. */
export async function versionIdOf(
  { client, ws }: Remote,
  path: string,
  version: number | 'before',
): Promise<string> {
  const isMeant = ({ version: number, ended_at: end }: FileVersion): boolean =>
    version === 'before' ? end !== null : number === version;
  type Query = NonNullable<Parameters<typeof client.files.versions>[1]>;
  for (let next: Query | null = { ...ws, limit: PAGE }; next !== null;) {
    const page: Awaited<ReturnType<typeof client.files.versions>> = await client.files.versions(
      path,
      next,
    );
    const found = page.items.find(isMeant);
    if (found !== undefined) return found.id;
    next = page.next;
  }
  const what = version === 'before' ? 'earlier version' : `version ${version}`;
  throw new CommandError(`${plainLine(path)} has no ${what}.`, {
    code: 'not_found',
    fix: `\`metarun files versions ${path}\` lists them.`,
    docs: 'cli-tasks.md#files',
  });
}

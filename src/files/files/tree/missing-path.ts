import { MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { MAX_CANDIDATES, nearest } from '../../../base/schema/nearest.js';
import type { Database } from '../../../platform/database/database.js';
import type { Workspace } from '../workspaces/workspace.js';
import { listAncestors, getBaseName, ROOT } from './file-path.js';

/** Maximum number of names in a message. */
const MAX_SHOWN = 5;

type Kind = 'file' | 'directory' | 'file or directory';
type Source = Pick<Database, 'query'>;

/**
 * Returns the error for a path without an entry, without the names beside it: for callers that may write files and
 * perhaps not read them.
 */
export function missingPath(workspace: Workspace, path: string, kind: Kind): MetarunError {
  return notThere(workspace, path, kind, ': GET …/files lists what there is.');
}

/**
 * Returns the error for a path without an entry, with the name that is probably meant, or the first names beside it:
 * for callers that may list them.
 */
export async function missingAmong(
  source: Source,
  workspace: Workspace,
  path: string,
  kind: Kind,
): Promise<MetarunError> {
  return notThere(workspace, path, kind, await beside(source, workspace, path));
}

function notThere({ name }: Workspace, path: string, kind: Kind, hint: string): MetarunError {
  return new MetarunError(
    'not_found',
    `There is no ${kind} ${quoted(path)} in the workspace ${quoted(name)}${hint}`,
  );
}

async function beside(source: Source, workspace: Workspace, path: string): Promise<string> {
  const above = listAncestors(path);
  const found = await source.query<{ path: string; type: string }>(
    `SELECT path, type FROM files WHERE workspace_id = ? AND project_id = ?
      AND path IN (${['?', ...above.map(() => '?')].join(', ')})`,
    [workspace.id, workspace.projectId, ROOT, ...above],
  );
  const file = found.find(({ type }) => type === 'file');
  if (file) return `: ${quoted(file.path)} is a file, so that nothing is below it.`;
  // The parents of an existing path exist as well.
  const directory = found.reduce((deepest, row) => longer(deepest, row.path), ROOT);
  const rows = await source.query<{ name: string; path: string; type: string }>(
    `SELECT name, path, type FROM files WHERE workspace_id = ? AND project_id = ? AND parent_path = ?
      ORDER BY type, name LIMIT ?`,
    [workspace.id, workspace.projectId, directory, MAX_CANDIDATES],
  );
  const wanted = [...above, path][directory === ROOT ? 0 : above.indexOf(directory) + 1] ?? path;
  const names = rows.map(({ name }) => name);
  const near = nearest(getBaseName(wanted), names);
  const meant = rows.find(({ name }) => name === near);
  if (meant) return `. Did you mean ${quoted(meant.path)}?`;
  if (rows.length === 0)
    return directory === ROOT
      ? ', which is empty.'
      : `: the directory ${quoted(directory)} is empty.`;
  return `: ${quoted(directory)} holds ${formatNames(rows)}.`;
}

function formatNames(rows: readonly { name: string; type: string }[]): string {
  const names = rows
    .slice(0, MAX_SHOWN)
    .map(({ name, type }) => quoted(type === 'directory' ? `${name}/` : name));
  return `${names.join(', ')}${rows.length > MAX_SHOWN ? ', and more' : ''}`;
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

import { isUuid } from '../../base/kernel/ids.js';
import type { ProjectRef } from '../../access/auth/caller.js';

const SCHEME = 'metarun://';

/** The resource that a URI identifies. Line numbers start at 1. */
export type Named =
  | { kind: 'file'; workspace: string; path: string; lines: string | null }
  | { kind: 'logs'; taskId: string; lines: string | null }
  | { kind: 'result'; taskId: string };

export function fileUri(
  { slug }: ProjectRef,
  workspace: string,
  path: string,
  lines?: { first: number; last: number },
): string {
  const spelt = path.split('/').map(encodeURIComponent).join('/');
  return `${SCHEME}${slug}/files/${workspace}${spelt}${lines ? `#L${lines.first}-${lines.last}` : ''}`;
}

export function logsUri({ slug }: ProjectRef, taskId: string): string {
  return `${SCHEME}${slug}/tasks/${taskId}/logs`;
}

export function resultUri({ slug }: ProjectRef, taskId: string): string {
  return `${SCHEME}${slug}/tasks/${taskId}/result`;
}

/** Returns the resource of the project that a URI identifies; null for any other text. */
export function namedBy(project: ProjectRef, uri: string): Named | null {
  const [whole = '', anchor] = uri.split('#', 2);
  const lines = anchor === undefined ? null : /^L(\d{1,9}(?:-\d{0,9})?)$/.exec(anchor)?.[1];
  if (lines === undefined || uri.split('#').length > 2) return null;
  const beginning = [project.slug, project.id]
    .map((name) => `${SCHEME}${name}/`)
    .find((text) => whole.startsWith(text));
  if (beginning === undefined) return null;
  const [group, id = '', ...rest] = whole.slice(beginning.length).split('/');
  if (!isUuid(id)) return null;
  if (group === 'files') return parseFileUri(id, rest, lines);
  const [part, ...more] = rest;
  if (group !== 'tasks' || more.length > 0) return null;
  if (part === 'logs') return { kind: 'logs', taskId: id, lines };
  return part === 'result' && lines === null ? { kind: 'result', taskId: id } : null;
}

function parseFileUri(workspace: string, rest: string[], lines: string | null): Named | null {
  try {
    return { kind: 'file', workspace, path: `/${rest.map(decodeURIComponent).join('/')}`, lines };
  } catch {
    return null;
  }
}

import type { LeftOut, LocalFile, LocalTree } from './local-tree.js';
import type { RemoteFile, RemoteTree } from './remote-tree.js';

/** The steps that make the server hold what the folder holds. */
export interface Plan {
  /** The files that the server does not have, or has with another size. */
  send: LocalFile[];
  /** The files of equal size, whose content has to be compared. */
  compare: { local: LocalFile; remote: RemoteFile }[];
  /** The files that a sync of this name has put there and that are gone from the folder. */
  remove: RemoteFile[];
  left: LeftOut[];
}

/** `name` is the name of the sync; only what it has put there is removed. */
export function planSync(local: LocalTree, remote: RemoteTree, name: string): Plan {
  const plan: Plan = { send: [], compare: [], remove: [], left: [...local.left] };
  for (const file of local.files.values()) {
    const there = remote.files.get(file.path);
    const document = takenBy(file, local, remote);
    if (document !== null)
      plan.left.push({ path: file.path, reason: `the Markdown of ${document} has its place` });
    else if (there?.size === file.size) plan.compare.push({ local: file, remote: there });
    else plan.send.push(file);
  }
  const kept = new Set(local.left.map(({ path }) => path));
  for (const file of remote.files.values()) {
    if (file.syncedAs !== name || local.files.has(file.source)) continue;
    // What was left out is there, and what could not be read may be.
    if (!isWithin(file.source, kept)) plan.remove.push(file);
  }
  return plan;
}

/** Returns the document beside a Markdown file that becomes Markdown of the same name on the server; null for none. */
function takenBy({ path }: LocalFile, local: LocalTree, remote: RemoteTree): string | null {
  if (!path.endsWith('.md')) return null;
  const document = path.slice(0, -'.md'.length);
  if (!local.files.has(document)) return null;
  const made = remote.files.get(document);
  return made !== undefined && made.path.endsWith(`/${path}`) ? document : null;
}

/** Returns whether a path is one of these, or below one. */
function isWithin(path: string, those: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (those.has(path.slice(0, end))) return true;
  return false;
}

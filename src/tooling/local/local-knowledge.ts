import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { shownPath } from '../authoring/author-path.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import type { LocalProject } from './local-project.js';

/** Beside `agent.md`: one folder for each workspace in `knowledge`, by its name. */
const FOLDER = 'knowledge';

/**
 * Creates the workspaces that an agent may read from folders on the author's disk. `given`: folders by workspace name,
 * which override those beside the contract. Throws GuidedError for a workspace without a folder.
 */
export async function bringKnowledge(
  project: LocalProject,
  { identifier, folder }: { identifier: string; folder: string },
  names: readonly string[],
  given: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (const name of names)
    await project.addWorkspace(name, resolveKnowledgeFolder(name, identifier, folder, given));
}

/** Returns the folder beside a contract for the files of a workspace, which may not exist. */
export function knowledgeFolder(folder: string, name: string): string {
  return join(folder, FOLDER, basename(name));
}

function resolveKnowledgeFolder(
  name: string,
  identifier: string,
  folder: string,
  given: ReadonlyMap<string, string>,
): string {
  const beside = knowledgeFolder(folder, name);
  const path = given.get(name) ?? beside;
  if (existsSync(path)) return path;
  throw new GuidedError(
    given.has(name)
      ? `--knowledge ${name}=${path}: there is no folder ${path}.`
      : `${identifier} reads the workspace "${name}" of a server, and there is no folder ${shownPath(beside)}.`,
    {
      code: 'not_available',
      fix: `Put the files into ${shownPath(beside)}, or name another folder: metarun run --knowledge '${name}=<folder>'.`,
      docs: 'agents.md#running-it-here',
    },
  );
}

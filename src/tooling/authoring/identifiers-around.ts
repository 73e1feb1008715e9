import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { META_TASK_FILE } from './meta-task-file.js';
import { findMetaTasks, isPulled, openMetaTask } from './meta-task-folder.js';
import { findRepositoryRoot } from './author-path.js';

/**
 * Returns the identifiers of the meta-tasks in a folder's repository, or beside and below the folder if it is in none.
 * Unreadable meta-tasks are omitted.
 */
export async function identifiersAround(folder: string): Promise<string[]> {
  const root = findRepositoryRoot(folder);
  const isRepository = existsSync(join(root, '.git'));
  const folders = isRepository
    ? await findMetaTasks(root)
    : [...(await findMetaTasks(folder)), ...(await besides(folder))];
  const opened = await Promise.all(folders.map((each) => openMetaTask(each).catch(() => null)));
  return opened.flatMap((metaTask) => metaTask?.identifier ?? []);
}

async function besides(folder: string): Promise<string[]> {
  const parent = dirname(folder);
  const names = await readdir(parent).catch(() => []);
  return names
    .map((name) => join(parent, name))
    .filter((beside) => existsSync(join(beside, META_TASK_FILE)) && !isPulled(beside));
}

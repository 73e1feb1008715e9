import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { shownPath } from '../author-path.js';
import type { ProjectName } from './project-name.js';
import { TYPINGS } from './editor-support.js';
import { projectRoot, type SharedFile, sharedFiles } from './shared-files.js';
import type { ChosenTemplate } from './template-catalogue.js';
import { type NewFile, templateFiles } from './template-files.js';

/** Names that a folder may contain before a meta-task is made in it. */
const MAY_BE_THERE = /^(\..*|LICEN[CS]E.*|node_modules)$/;

/** A meta-task that was made from a template. Paths are absolute. */
export interface NewProject {
  folder: string;
  /** Files of the meta-task itself. */
  files: string[];
  /** Files that it shares with other meta-tasks. */
  shared: { path: string; change: SharedFile['change'] }[];
}

/**
 * Makes a meta-task from a template in `folder` (absolute, empty), with the files that its project needs. Writes all
 * files or none. Throws GuidedError.
 */
export async function makeProject(
  template: ChosenTemplate,
  name: ProjectName,
  folder: string,
): Promise<NewProject> {
  await refuseWhatIsThere(folder);
  const root = projectRoot(folder);
  const up = relative(folder, root);
  const files = await templateFiles(template, name, up === '' ? TYPINGS : `${up}/${TYPINGS}`);
  const groups = await sharedFiles(root, folder, template.language);
  const shared = groups.flatMap(({ below, files: inGroup }) =>
    inGroup.map((file) => ({ ...file, path: join(below, file.path) })),
  );
  await writeAll(
    files.map((file) => ({ ...file, path: join(folder, file.path) })),
    shared,
  );
  return {
    folder,
    files: files.map(({ path }) => join(folder, path)),
    shared: shared.map(({ path, change }) => ({ path, change })),
  };
}

async function refuseWhatIsThere(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    const why = error.code === 'ENOTDIR' ? 'is a file' : `cannot be read (${error.code})`;
    throw refusal(`${shownPath(folder)} ${why}.`);
  });
  const [first] = names.filter((name) => !MAY_BE_THERE.test(name)).sort();
  if (first !== undefined)
    throw refusal(`There is something in ${shownPath(folder)} already, such as ${first}.`);
}

function refusal(message: string): GuidedError {
  return new GuidedError(message, {
    code: 'folder_in_use',
    fix: 'Give another name, or another folder by --folder.',
    docs: 'templates.md#where-it-goes',
  });
}

/** Writes new files, then shared ones; removes the new ones if a write fails. */
async function writeAll(files: readonly NewFile[], shared: readonly SharedFile[]): Promise<void> {
  const undo: string[] = [];
  try {
    for (const { path, content } of files) await writeNew(path, content, undo);
    for (const { path, content, change } of shared)
      if (change === 'made') await writeNew(path, content, undo);
      else await writeFile(path, content);
  } catch (error) {
    for (const path of undo.reverse()) await rm(path, { recursive: true, force: true });
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new GuidedError(`The files cannot be written: ${message}.`, {
      code: 'not_written',
      fix: 'Nothing was made. Look at the rights of the folder, or give another by --folder.',
      cause: error,
    });
  }
}

async function writeNew(path: string, content: NewFile['content'], undo: string[]): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  if (made !== undefined) undo.push(made);
  await writeFile(path, content, { flag: 'wx' });
  undo.push(path);
}

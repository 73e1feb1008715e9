import { readdir, readFile } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { basename, dirname, join, relative, sep } from 'node:path';
import { stringify } from 'yaml';
import { META_TASK_FILE } from '../meta-task-file.js';
import { isLeftOut } from '../meta-task-folder.js';
import type { ProjectName } from './project-name.js';
import type { ChosenTemplate } from './template-catalogue.js';

/** A file to be written, with its path below some folder, separated by "/". */
export interface NewFile {
  path: string;
  content: string | Uint8Array;
}

/** Folder that a template reads and writes as data; it stays unchanged. */
const DATA = 'workspace';

/**
 * Returns the files of a template under another name. The new name replaces each mention of its meta-task, also at the
 * beginning of another identifier, such as that of a child.
 *
 * `schemas`: path of the JSON Schemas for editors, relative to the new folder.
 */
export async function templateFiles(
  { folder, identifier }: ChosenTemplate,
  name: ProjectName,
  schemas: string,
): Promise<NewFile[]> {
  const oldTitle = titleIn(await readFile(join(folder, META_TASK_FILE), 'utf8'));
  const renamed = (text: string): string =>
    text
      .replaceAll(new RegExp(`(?<![\\w-])${identifier}(?!\\w)`, 'g'), name.identifier)
      .replaceAll(oldTitle, () => name.title);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some(isLeftOut));
  const files = paths.sort().map(async (path): Promise<NewFile> => {
    const bytes = await readFile(join(folder, path));
    if (path.startsWith(`${DATA}/`) || !isUtf8(bytes)) return { path, content: bytes };
    const text = bytes.toString('utf8');
    const schema = findSchemaPath(path, schemas);
    const modeline = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
    const content =
      basename(path) === META_TASK_FILE ? renamedMetaTask(text, renamed) : renamed(text);
    return { path, content: modeline + content };
  });
  return Promise.all(files);
}

/** Renames the line that names a meta-task as YAML requires it: a title may be any text, and `2026` is a number. */
function renamedMetaTask(text: string, renamed: (text: string) => string): string {
  return renamed(text).replaceAll(
    /^(name|identifier): (.*)$/gm,
    (_line, key: string, value: string) => `${key}: ${stringify(value, { lineWidth: 0 }).trim()}`,
  );
}

function titleIn(metaTask: string): string {
  const title = /^name: (.+)$/m.exec(metaTask)?.[1];
  if (title === undefined) throw new Error('a template without a name');
  return title;
}

/** Returns the JSON Schema of a YAML file of a meta-task, for editors. */
function findSchemaPath(path: string, schemas: string): string | null {
  const up = '../'.repeat(path.split('/').length - 1);
  if (basename(path) === META_TASK_FILE) return `${up}${schemas}/metatask.schema.json`;
  return basename(dirname(path)) === 'cases' && path.endsWith('.yaml')
    ? `${up}${schemas}/case.schema.json`
    : null;
}

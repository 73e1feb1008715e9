import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { packagePath } from '../../../base/kernel/package-root.js';
import { MADE_FOLDERS, type ScriptLanguage } from '../../../base/languages/index.js';
import { EDITOR_SUPPORT, type EditorSupport, TYPINGS } from './editor-support.js';
import type { NewFile } from './template-files.js';

/** Data of `metarun dev` and `metarun run`, including credentials. */
const IGNORED = '.metarun/';

/** A file that the meta-tasks of a project share. */
export interface SharedFile extends NewFile {
  /** `made`: new; `renewed`: a file of metarun in its current form; `added to`: extended. */
  change: 'made' | 'renewed' | 'added to';
}

/**
 * Returns the shared folder of a project for a new meta-task in `target` (absolute): the nearest ancestor that has its
 * files; else, in a repository, the parent of `target`; else `target`.
 */
export function projectRoot(target: string): string {
  let above = target;
  for (;;) {
    if (above !== target && existsSync(join(above, TYPINGS))) return above;
    if (existsSync(join(above, '.git'))) return above === target ? target : dirname(target);
    if (above === dirname(above)) return target;
    above = dirname(above);
  }
}

/** Returns the shared files of a project that are missing in `root` or outdated. Files of the author are omitted. */
export async function sharedFiles(
  root: string,
  target: string,
  language: ScriptLanguage | null,
): Promise<{ below: string; files: SharedFile[] }[]> {
  const atRoot = [
    ...(await typings(root, language)),
    ...(language === null ? [] : settingsFiles(root, EDITOR_SUPPORT[language])),
    ...(await ignoreFile(root)),
  ];
  const agents: SharedFile = {
    path: 'AGENTS.md',
    content: await readFile(packagePath('templates/project/AGENTS.md'), 'utf8'),
    change: 'made',
  };
  const there = join(root, agents.path);
  if (!existsSync(there)) return [{ below: root, files: [agents, ...atRoot] }];
  // A file about other things is the author's; assistants read the nearer one as well.
  const known = (await readFile(there, 'utf8')).includes('metarun') || root === target;
  return [
    { below: root, files: atRoot },
    { below: target, files: known ? [] : [agents] },
  ];
}

async function typings(root: string, language: ScriptLanguage | null): Promise<SharedFile[]> {
  const sources = [
    packagePath('schemas/metatask.schema.json'),
    packagePath('schemas/case.schema.json'),
    packagePath('schemas/agent.schema.json'),
    ...(language === null ? [] : EDITOR_SUPPORT[language].typings()),
  ];
  const files = sources.map(async (source): Promise<SharedFile[]> => {
    const path = `${TYPINGS}/${basename(source)}`;
    const content = await readFile(source, 'utf8');
    const now = await readOptionalText(join(root, path));
    if (now === content) return [];
    return [{ path, content, change: now === null ? 'made' : 'renewed' }];
  });
  return (await Promise.all(files)).flat();
}

function settingsFiles(root: string, { settings }: EditorSupport): SharedFile[] {
  return Object.entries(settings)
    .filter(([path]) => !existsSync(join(root, path)))
    .map(([path, content]) => ({
      path,
      content: `${JSON.stringify(content, null, 2)}\n`,
      change: 'made',
    }));
}

async function ignoreFile(root: string): Promise<SharedFile[]> {
  const path = '.gitignore';
  const now = await readOptionalText(join(root, path));
  if (now === null) {
    const lines = [IGNORED, ...MADE_FOLDERS.map((name) => `${name}/`)];
    return [{ path, content: `${lines.join('\n')}\n`, change: 'made' }];
  }
  if (now.split('\n').some((line) => /^\/?(\*\*\/)?\.metarun\/?\s*$/.test(line))) return [];
  const content = `${now}${now === '' || now.endsWith('\n') ? '' : '\n'}${IGNORED}\n`;
  return [{ path, content, change: 'added to' }];
}

async function readOptionalText(path: string): Promise<string | null> {
  return existsSync(path) ? readFile(path, 'utf8') : null;
}

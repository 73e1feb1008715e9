import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { guestDir, packagePath } from '../../config/paths.js';
import type { ScriptLanguage } from '../../runtime/runtime.js';
import type { NewFile } from './template-files.js';

/** Folder of what editors need: types of the script interface, schemas of YAML files. Pyright looks there by itself. */
export const TYPINGS = 'typings/metarun';
/** Data of `metarun dev` and `metarun run`, with credentials. */
const IGNORED = '.metarun/';

/** A file that the meta-tasks of a project share. */
export interface SharedFile extends NewFile {
  /** `made` where there is none yet; `renewed`: what metarun has written, and writes as it is now; `added to`. */
  change: 'made' | 'renewed' | 'added to';
}

/**
 * The folder of what the meta-tasks of a project share, for a new one in `target` (absolute): the nearest folder above that
 * has it already; else in a repository the folder around `target`, and elsewhere `target` itself.
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

/** What of a project's shared files is missing in `root`, or is not as it is now. Nothing that an author has is changed. */
export async function sharedFiles(
  root: string,
  target: string,
  language: ScriptLanguage | null,
): Promise<{ below: string; files: SharedFile[] }[]> {
  const atRoot = [
    ...(await typings(root, language)),
    ...editorFiles(root, language),
    ...(await ignoreFile(root)),
  ];
  const agents: SharedFile = {
    path: 'AGENTS.md',
    content: await readFile(packagePath('templates/project/AGENTS.md'), 'utf8'),
    change: 'made',
  };
  const there = join(root, agents.path);
  if (!existsSync(there)) return [{ below: root, files: [agents, ...atRoot] }];
  // One that speaks of other things is the author's; the nearer one is read as well.
  const known = (await readFile(there, 'utf8')).includes('metarun') || root === target;
  return [
    { below: root, files: atRoot },
    { below: target, files: known ? [] : [agents] },
  ];
}

async function typings(root: string, language: ScriptLanguage | null): Promise<SharedFile[]> {
  const types = join(guestDir('typescript'), 'types');
  const stubs = join(guestDir('python'), 'metarun');
  const sources = [
    packagePath('schemas/metatask.schema.json'),
    packagePath('schemas/case.schema.json'),
    ...(language === 'typescript'
      ? [join(types, 'workflow.d.ts'), join(types, 'testing.d.ts')]
      : []),
    ...(language === 'python'
      ? [join(stubs, '__init__.pyi'), packagePath('dist/test-files/python/metarun/testing.py')]
      : []),
  ];
  const files = sources.map(async (source): Promise<SharedFile[]> => {
    const path = `${TYPINGS}/${basename(source)}`;
    const content = await readFile(source, 'utf8');
    const now = await textOf(join(root, path));
    if (now === content) return [];
    return [{ path, content, change: now === null ? 'made' : 'renewed' }];
  });
  return (await Promise.all(files)).flat();
}

function editorFiles(root: string, language: ScriptLanguage | null): SharedFile[] {
  const files = language === null ? {} : EDITOR_FILES[language];
  return Object.entries(files)
    .filter(([path]) => !existsSync(join(root, path)))
    .map(([path, content]) => ({
      path,
      content: `${JSON.stringify(content, null, 2)}\n`,
      change: 'made',
    }));
}

const EDITOR_FILES: Record<ScriptLanguage, Record<string, object>> = {
  python: {
    // The module is part of the runtime that scripts run on: there is a stub of it, and nothing to install.
    'pyrightconfig.json': { reportMissingModuleSource: 'none' },
  },
  typescript: {
    'package.json': {
      private: true,
      type: 'module',
      // For test files alone: scripts have the web platform.
      devDependencies: { '@types/node': '^24.0.0' },
    },
    'tsconfig.json': {
      compilerOptions: {
        target: 'ES2024',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        module: 'preserve',
        moduleResolution: 'bundler',
        strict: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        isolatedModules: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        skipLibCheck: true,
        paths: {
          'metarun/workflow': [
            './node_modules/metarun/dist/runtimes/typescript/types/workflow.d.ts',
            `./${TYPINGS}/workflow.d.ts`,
          ],
          'metarun/testing': [
            './node_modules/metarun/dist/runtimes/typescript/types/testing.d.ts',
            `./${TYPINGS}/testing.d.ts`,
          ],
        },
      },
      exclude: ['**/node_modules', '**/.metarun'],
    },
  },
};

async function ignoreFile(root: string): Promise<SharedFile[]> {
  const path = '.gitignore';
  const now = await textOf(join(root, path));
  if (now === null)
    return [{ path, content: `${IGNORED}\nnode_modules/\n__pycache__/\n`, change: 'made' }];
  if (now.split('\n').some((line) => /^\/?(\*\*\/)?\.metarun\/?\s*$/.test(line))) return [];
  const content = `${now}${now === '' || now.endsWith('\n') ? '' : '\n'}${IGNORED}\n`;
  return [{ path, content, change: 'added to' }];
}

async function textOf(path: string): Promise<string | null> {
  return existsSync(path) ? readFile(path, 'utf8') : null;
}

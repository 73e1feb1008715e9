import { join } from 'node:path';
import { guestDir } from '../../../base/config/paths.js';
import { packagePath } from '../../../base/kernel/package-root.js';
import type { ScriptLanguage } from '../../../base/languages/index.js';

/** Folder of types and schemas for editors. Pyright searches it by default. */
export const TYPINGS = 'typings/metarun';

/** The files of a project by which editors know the interface of scripts. */
export interface EditorSupport {
  /** Returns the absolute paths of the files for {@link TYPINGS}. */
  typings(): string[];
  /** Settings files at the root of a project, by name. */
  settings: Readonly<Record<string, object>>;
}

const PYTHON: EditorSupport = {
  typings: () => [
    join(guestDir('python'), 'metarun/__init__.pyi'),
    packagePath('dist/test-files/python/metarun/testing.py'),
  ],
  settings: {
    // The module is part of the runtime: it has a stub, and nothing to install.
    'pyrightconfig.json': { reportMissingModuleSource: 'none' },
  },
};

const TYPESCRIPT: EditorSupport = {
  typings: () => [
    join(guestDir('typescript'), 'types/workflow.d.ts'),
    join(guestDir('typescript'), 'types/testing.d.ts'),
  ],
  settings: {
    'package.json': {
      private: true,
      type: 'module',
      // For test files only: scripts have the web platform.
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

/** The editor support of each language. */
export const EDITOR_SUPPORT: Readonly<Record<ScriptLanguage, EditorSupport>> = {
  python: PYTHON,
  typescript: TYPESCRIPT,
};

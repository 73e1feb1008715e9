// Settings of the scripts for each language in src/base/languages. test/unit/languages.test.ts compares the two lists.
import { TSC } from './tsc.mjs';

/** Folders that are entries of sys.path in some process. */
const PYTHON_FOLDERS = ['python', 'python-author', 'sandbox', 'programs', 'testing/python'].map(
  (name) => `runtimes/${name}`,
);

/**
 * Settings by language id. `copied` are folders of runtimes/ that are copied to dist/runtimes/, `entryPoints` are
 * programs of runtimes/<id>/ that are bundled for Node, and `lint` are the checks of the guest code.
 */
export const GUEST_LANGUAGES = {
  python: {
    copied: ['python', 'python-author'],
    entryPoints: [],
    lint: [
      { name: 'types of Python', command: ['pyright', '-p', 'runtimes', '--warnings'] },
      { name: 'Python rules', command: [process.execPath, 'scripts/lint-python.mjs'] },
      {
        name: 'Python imports',
        command: ['python3', '-I', '-B', 'scripts/check-python-imports.py', ...PYTHON_FOLDERS],
      },
    ],
  },
  typescript: {
    copied: ['typescript/types'],
    entryPoints: ['runner', 'checker', 'authoring', 'packages'],
    lint: [
      {
        name: 'types of the guest',
        command: [process.execPath, TSC, '--noEmit', '-p', 'runtimes/typescript'],
      },
    ],
  },
};

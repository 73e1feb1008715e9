// What the scripts know of each language of src/base/languages; test/unit/languages.test.ts holds the two together.
import { TSC } from './tsc.mjs';

/** Each is an entry of sys.path in some process. */
const PYTHON_FOLDERS = ['python', 'python-author', 'sandbox', 'programs', 'testing/python'].map(
  (name) => `runtimes/${name}`,
);

/**
 * By the language's id. `copied`: folders of runtimes/ that dist/runtimes/ has as they are. `entryPoints`: programs of
 * runtimes/<id>/ that are bundled for Node. `lint`: the checks of its guest code.
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

import { childEnvironment } from '../../base/config/client-environment.js';
import { packagePath } from '../../base/kernel/package-root.js';
import type { ScriptLanguage } from '../../base/languages/index.js';

/** A test file, and a filter for its tests. */
export interface TestedFile {
  /** Absolute path. */
  file: string;
  /** Interpreter of Python test files. */
  python: string;
  /** A part of the names of tests to run; empty for all. */
  filter: string;
}

/** The program that runs a test file. */
export interface TestProgram {
  program: string;
  args: readonly string[];
  /** Variables that it needs besides those of every test file. */
  env: Readonly<Record<string, string>>;
}

/** Returns the program that runs a test file and writes the outcome of each test as a line of JSON to `reportFile`. */
export type MakeTestProgram = (tested: TestedFile, reportFile: string) => TestProgram;

/** The test program of each language. */
export const TEST_PROGRAMS: Readonly<Record<ScriptLanguage, MakeTestProgram>> = {
  python: unittest,
  typescript: nodeTest,
};

function nodeTest({ file, filter }: TestedFile, reportFile: string): TestProgram {
  const own = (name: string): string => packagePath(`dist/test-files/node/${name}.mjs`);
  const escaped = filter.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    `--import=${new URL(`file://${own('register')}`).href}`,
    '--test',
    '--test-isolation=none',
    `--test-reporter=${new URL(`file://${own('reporter')}`).href}`,
    `--test-reporter-destination=${reportFile}`,
    ...(filter === '' ? [] : [`--test-name-pattern=/${escaped}/i`]),
    file,
  ];
  return { program: process.execPath, args, env: {} };
}

function unittest({ python, file, filter }: TestedFile, reportFile: string): TestProgram {
  const own = packagePath('dist/test-files/python');
  const { PYTHONPATH: before } = childEnvironment({});
  return {
    program: python,
    args: [packagePath('dist/test-files/python/metarun_unittest.py'), file, reportFile, filter],
    env: {
      PYTHONPATH: before === undefined || before === '' ? own : `${own}:${before}`,
      // A test leaves nothing behind in the author's folder.
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
    },
  };
}

import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { shownPath } from '../authoring/author-path.js';
import { findMetaTasks } from '../authoring/meta-task-folder.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import {
  CASES_FOLDER,
  type CaseInFile,
  listCaseFiles,
  isCaseFile,
  readCases,
} from './case-file.js';
import type { MetaTaskLibrary, Prepared } from './meta-task-library.js';
import { isTestFile } from './test-file.js';

/** Folder for test files, within the meta-task's folder. */
const TESTS_FOLDER = 'tests';
export const TESTING_PAGE = 'testing.md';

/** The tests of one meta-task. */
export interface MetaTaskTests {
  metaTask: Prepared;
  /** The opened path: the folder, or the script. */
  path: string;
  cases: CaseInFile[];
  /** Absolute paths. */
  testFiles: string[];
}

interface Wanted {
  path: string;
  caseFiles: Set<string>;
  testFiles: Set<string>;
}

/**
 * Finds the tests of `paths`: repositories, folders of meta-tasks, scripts, and single case and test files. Throws
 * GuidedError `invalid_case` with every diagnostic of all case files, and the errors of a meta-task.
 */
export async function planTests(
  paths: readonly string[],
  library: MetaTaskLibrary,
): Promise<MetaTaskTests[]> {
  const wanted = new Map<string, Wanted>();
  for (const path of paths) for (const one of await wantedBy(path)) add(wanted, one);
  const diagnostics: Diagnostic[] = [];
  const plan: MetaTaskTests[] = [];
  for (const { path, caseFiles, testFiles } of wanted.values()) {
    const cases: CaseInFile[] = [];
    for (const file of [...caseFiles].toSorted()) {
      const read = await readCases(file);
      if ('diagnostics' in read) diagnostics.push(...read.diagnostics);
      else cases.push(...read);
    }
    // A meta-task without tests need not even be valid.
    if (caseFiles.size + testFiles.size === 0) continue;
    plan.push({
      metaTask: await library.open(path),
      path,
      cases,
      testFiles: [...testFiles].toSorted(),
    });
  }
  if (diagnostics.length > 0)
    throw new GuidedError(
      diagnostics.length === 1
        ? 'A test case has an error.'
        : `Test cases have ${diagnostics.length} errors.`,
      { code: 'invalid_case', diagnostics, docs: `${TESTING_PAGE}#cases` },
    );
  return plan;
}

/** Returns the folders of `paths` without tests, as the reader would type them. */
export async function withoutTests(
  paths: readonly string[],
  plan: readonly MetaTaskTests[],
): Promise<string[]> {
  const all = await Promise.all(paths.map((path) => wantedBy(path)));
  const tested = new Set(plan.map(({ path }) => path));
  return all
    .flat()
    .filter(({ path }) => !tested.has(path))
    .map(({ path }) => shownPath(path));
}

async function wantedBy(path: string): Promise<Wanted[]> {
  const full = resolve(path);
  const info = await stat(full).catch(() => null);
  if (info === null)
    throw new GuidedError(`There is no file or folder ${path}.`, {
      code: 'not_found',
      docs: TESTING_PAGE,
    });
  if (!info.isDirectory()) return [await ofFile(full)];
  const part = basename(full);
  if (part === CASES_FOLDER || part === TESTS_FOLDER) {
    const whole = await ofFolder(dirname(full), dirname(full));
    const isBelow = (file: string): boolean => dirname(file) === full;
    return [
      {
        ...whole,
        caseFiles: new Set([...whole.caseFiles].filter(isBelow)),
        testFiles: new Set([...whole.testFiles].filter(isBelow)),
      },
    ];
  }
  const folders = await findMetaTasks(full);
  const mine = folders.length > 0 ? folders : [full];
  return Promise.all(mine.map((folder) => ofFolder(folder, folder)));
}

async function ofFile(full: string): Promise<Wanted> {
  const none = { caseFiles: new Set<string>(), testFiles: new Set<string>() };
  const folder = dirname(full);
  if (isCaseFile(full) && basename(folder) === CASES_FOLDER)
    return { ...none, path: dirname(folder), caseFiles: new Set([full]) };
  if (isTestFile(full)) {
    const path = basename(folder) === TESTS_FOLDER ? dirname(folder) : folder;
    return { ...none, path, testFiles: new Set([full]) };
  }
  return ofFolder(folder, full);
}

/** `path`: the path of the meta-task, its folder or its script. */
async function ofFolder(folder: string, path: string): Promise<Wanted> {
  const [cases, own, below] = await Promise.all([
    listCaseFiles(folder),
    testFilesIn(folder),
    testFilesIn(join(folder, TESTS_FOLDER)),
  ]);
  return { path, caseFiles: new Set(cases), testFiles: new Set([...own, ...below]) };
}

async function testFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && isTestFile(entry.name))
    .map(({ name }) => join(folder, name));
}

function add(all: Map<string, Wanted>, one: Wanted): void {
  const known = all.get(one.path);
  if (known === undefined) {
    all.set(one.path, one);
    return;
  }
  for (const file of one.caseFiles) known.caseFiles.add(file);
  for (const file of one.testFiles) known.testFiles.add(file);
}

import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { shownPath } from '../authoring/author-path.js';
import { readText } from '../authoring/text-file.js';
import { parseYaml, type Place } from '../../base/yaml/yaml-text.js';
import { type Diagnostic, GuidedError } from '../../base/kernel/guided-error.js';
import type { Json } from '../../base/kernel/json.js';
import type { SchemaIssue } from '../../base/schema/schema-issue.js';
import { pathText } from '../authoring/field-words.js';
import { parseCase } from './case-schema.js';
import type { TestCase } from './test-case.js';

/** The folder of a meta-task's cases. */
export const CASES_FOLDER = 'cases';
const CASE_FILE = /\.ya?ml$/;
/** Maximum size of a case file, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A case and its place in a file. */
export interface CaseInFile {
  /** Absolute path. */
  file: string;
  name: string;
  /** Pointer of the case in the file: empty if it is the only one, otherwise such as `/0`. */
  pointer: string;
  given: TestCase;
  /** Returns the place of a part, by a pointer into the case. */
  locatePointer(pointer: string): Place;
}

export function isCaseFile(path: string): boolean {
  return CASE_FILE.test(path);
}

/** Returns the case files of a meta-task's folder, sorted by name. */
export async function listCaseFiles(folder: string): Promise<string[]> {
  const cases = join(folder, CASES_FOLDER);
  const entries = await readdir(cases, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && isCaseFile(entry.name))
    .map(({ name }) => join(cases, name))
    .toSorted();
}

/** Returns the cases of a file, or all of its errors. */
export async function readCases(
  file: string,
): Promise<CaseInFile[] | { diagnostics: Diagnostic[] }> {
  const yaml = await read(file);
  const shown = shownPath(file);
  if ('diagnostics' in yaml)
    return { diagnostics: yaml.diagnostics.map((diagnostic) => ({ ...diagnostic, file: shown })) };
  const { value } = yaml;
  const several = Array.isArray(value) && value.length > 0;
  const values: [string, Json][] = several
    ? value.map((one, index) => [`/${index}`, one])
    : [['', value]];
  const toDiagnostic = (at: string, { pointer, message }: SchemaIssue): Diagnostic => ({
    message: `${pathText(pointer, 'the case')} ${message}`,
    pointer: at + pointer,
    file: shown,
    ...yaml.locatePointer(at + pointer),
  });
  const cases: CaseInFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, [pointer, one]] of values.entries()) {
    const parsed = parseCase(one);
    if ('issues' in parsed)
      diagnostics.push(...parsed.issues.map((issue) => toDiagnostic(pointer, issue)));
    else {
      const { given } = parsed;
      const stem = basename(file, extname(file));
      const name = given.name ?? (several ? `${stem} ${index + 1}` : stem);
      if (cases.some((other) => other.name === name))
        diagnostics.push(
          toDiagnostic(pointer, {
            pointer: '/name',
            message: 'is that of another case of the file',
          }),
        );
      cases.push({
        file,
        name,
        pointer,
        given,
        locatePointer: (below) => yaml.locatePointer(pointer + below),
      });
    }
  }
  return diagnostics.length > 0 ? { diagnostics } : cases;
}

async function read(file: string): Promise<ReturnType<typeof parseYaml>> {
  try {
    return parseYaml(await readText(file, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof GuidedError)) throw error;
    return { diagnostics: [{ message: error.message }] };
  }
}

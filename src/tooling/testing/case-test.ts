import { shownPath } from '../authoring/author-path.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { withScriptPath } from '../../base/languages/stack.js';
import type { CaseInFile } from './case-file.js';
import { type CaseSubject, describeRefusedSocket, runCase } from './case-run.js';
import { updateCase } from './case-update.js';
import { hasWantedStatus, collectMismatches } from './expectations.js';
import { fileMismatches } from './file-expectations.js';
import type { Mismatch, Observed } from './test-case.js';
import { type Failure, plainResult, type TestResult } from './test-result.js';

export interface CaseTestOptions extends CaseSubject {
  /** Update the case with the actual outcome if that is what failed. */
  update: boolean;
}

/** Runs a case and compares the outcome with the expectations. */
export async function testCase(test: CaseInFile, options: CaseTestOptions): Promise<TestResult> {
  const { metaTask } = options;
  const started = performance.now();
  const { line } = test.locatePointer('');
  const result = (status: TestResult['status'], more: Partial<TestResult> = {}): TestResult => ({
    ...plainResult({
      metaTask: metaTask.identifier,
      name: test.name,
      file: shownPath(test.file),
      status,
      durationMs: performance.now() - started,
    }),
    line,
    ...more,
  });
  const { skip } = test.given;
  if (skip === true || typeof skip === 'string')
    return result('skipped', { reason: skip === true ? null : skip });
  try {
    const { observed, unmatched, gaveUp } = await runCase(test.given, options);
    const { missing, unused } = unmatched;
    const wrong = gaveUp ? [] : await compared(test, observed, options);
    const fits = missing.length + unused.length === 0;
    if (options.update && fits && (await updateCase(test, observed, wrong)))
      return result('updated');
    // A run with an unexpected end has not reached all prepared stubs.
    const asWanted = !gaveUp && hasWantedStatus(test.given.expect ?? {}, observed);
    const mismatches = [...missing, ...wrong, ...(asWanted ? unused : [])];
    if (mismatches.length === 0) return result('passed');
    const stack = observed.error?.stack ?? null;
    return result('failed', {
      failures: mismatches.map((mismatch) => toFailure(test, mismatch)),
      logs: observed.logs.map(({ level, text }) => `${level} ${text}`),
      stack: stack === null ? null : withPath(stack, metaTask),
      hint: describeRefusedSocket(
        [observed.error?.message, ...observed.logs.map(({ text }) => text)].join('\n'),
      ),
    });
  } catch (error) {
    return result('failed', { failures: notBegun(error, test, shownPath(metaTask.scriptFile)) });
  }
}

async function compared(
  { given }: CaseInFile,
  observed: Observed,
  { library, metaTask }: CaseSubject,
): Promise<Mismatch[]> {
  const expected = given.expect ?? {};
  const files = await fileMismatches(expected, observed, (path) =>
    library.readFile(metaTask.folder, path),
  );
  return [...collectMismatches(expected, observed), ...files];
}

function toFailure(test: CaseInFile, { pointer, message, difference }: Mismatch): Failure {
  return {
    message,
    place: { file: shownPath(test.file), ...test.locatePointer(pointer) },
    ...(difference === undefined ? {} : { difference }),
  };
}

/** Returns why a case could not be started: an error of its meta-task, or of its input. */
function notBegun(error: unknown, test: CaseInFile, scriptFile: string): Failure[] {
  const here = { file: shownPath(test.file), ...test.locatePointer('') };
  if (error instanceof GuidedError) {
    if (error.diagnostics.length === 0) return [{ message: error.message, place: here }];
    return error.diagnostics.map(({ message, file, line, column }) => ({
      message,
      place: {
        file: file ?? here.file,
        ...(line === undefined ? {} : { line }),
        ...(column === undefined ? {} : { column }),
      },
    }));
  }
  if (!(error instanceof MetarunError)) throw error;
  const inScript = error.errors.filter(({ pointer }) => pointer === '/script');
  if (inScript.length === 0) return [{ message: error.message, place: here }];
  return inScript.map(({ message, line, column }) => ({
    message,
    place: {
      file: scriptFile,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    },
  }));
}

function withPath(stack: string, { language, scriptFile }: CaseSubject['metaTask']): string {
  return withScriptPath(stack, language, shownPath(scriptFile));
}

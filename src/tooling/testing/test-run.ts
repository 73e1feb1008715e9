import { getErrorMessage } from '../../base/kernel/errors.js';
import { unlessAborted } from '../../base/kernel/unless-aborted.js';
import type { LocalHost } from '../local/local-host.js';
import type { CaseInFile } from './case-file.js';
import { runCase } from './case-run.js';
import { testCase } from './case-test.js';
import type { MetaTaskLibrary } from './meta-task-library.js';
import { runTestFile } from './test-file.js';
import type { MetaTaskTests } from './test-plan.js';
import { plainResult, type TestResult } from './test-result.js';
import { TestServer } from './test-server.js';

export interface TestRunOptions {
  host: LocalHost;
  library: MetaTaskLibrary;
  /** Number of cases and test files that run at the same time. */
  jobs: number;
  /** A part of the names of tests to run; empty for all. */
  filter: string;
  /** Stop starting tests after a failure. */
  bail: boolean;
  update: boolean;
  /** Time limit of a single run, in ms. */
  limitMs: number;
  /** Interpreter of Python test files. */
  python: string;
  signal: AbortSignal;
}

/** Receives reports of a run. */
export interface TestListener {
  onStart(name: string): void;
  /** Called with results as they arrive; `rest`: number of tests of the same meta-task that are still running. */
  onResults(tests: MetaTaskTests, results: readonly TestResult[], rest: number): void;
}

interface Unit {
  tests: MetaTaskTests;
  name: string;
  run(): Promise<TestResult[]>;
}

/** Runs the tests, several at once; returns all results in the order of the plan. */
export async function runTests(
  plan: readonly MetaTaskTests[],
  options: TestRunOptions,
  listener: TestListener,
): Promise<TestResult[]> {
  const { jobs, bail, signal } = options;
  const server = plan.some(({ testFiles }) => testFiles.length > 0) ? await listen(options) : null;
  try {
    const units = plan.flatMap((tests) => buildUnits(tests, options, server));
    const open = new Set(units);
    const results: TestResult[][] = units.map(() => []);
    let next = 0;
    let failed = false;
    const work = async (): Promise<void> => {
      while (next < units.length && !signal.aborted && !(bail && failed)) {
        const index = next++;
        const unit = units[index];
        if (unit === undefined) return;
        listener.onStart(unit.name);
        const made = await unit.run();
        if (signal.aborted) return;
        results[index] = made;
        failed ||= made.some(({ status }) => status === 'failed');
        open.delete(unit);
        const rest = [...open].filter(({ tests }) => tests === unit.tests).length;
        listener.onResults(unit.tests, made, rest);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
    return results.flat();
  } finally {
    await server?.close();
  }
}

function listen(options: TestRunOptions): Promise<TestServer> {
  const { host, library, limitMs, signal } = options;
  return TestServer.listen(host.dataDir, async (path, given) =>
    runCase(given, { host, library, limitMs, signal, metaTask: await library.open(path) }),
  );
}

function buildUnits(
  tests: MetaTaskTests,
  options: TestRunOptions,
  server: TestServer | null,
): Unit[] {
  const { filter, python, signal } = options;
  const { metaTask, path, cases, testFiles } = tests;
  const { identifier, folder } = metaTask;
  const ofCases = cases
    .filter((test) => includes(`${identifier} ${test.file} ${test.name}`, filter))
    .map((test): Unit => ({
      tests,
      name: test.name,
      // The start of a case may be suspended, and nothing of an interrupted one is reported.
      run: () =>
        unlessAborted(guarded(test, tests, options), signal).then(
          (result) => [result],
          () => [],
        ),
    }));
  if (server === null) return ofCases;
  const ofFiles = testFiles.map((file): Unit => ({
    tests,
    name: file,
    run: () =>
      runTestFile({
        file,
        metaTask: { identifier, folder, path },
        socket: server,
        python,
        // A filter that matches the file itself selects all of its tests.
        filter: includes(`${identifier} ${file}`, filter) ? '' : filter,
        signal,
      }),
  }));
  return [...ofCases, ...ofFiles];
}

/** Runs a test. An error of the service itself fails only that test. */
async function guarded(
  test: CaseInFile,
  { metaTask }: MetaTaskTests,
  options: TestRunOptions,
): Promise<TestResult> {
  try {
    return await testCase(test, { ...options, metaTask });
  } catch (error) {
    const { name, file } = test;
    const plain = {
      metaTask: metaTask.identifier,
      name,
      file,
      status: 'failed',
      durationMs: 0,
    } as const;
    return { ...plainResult(plain), failures: [{ message: getErrorMessage(error) }] };
  }
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

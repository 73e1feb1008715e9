import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { readLocalConfig } from '../../../tooling/local/local-config.js';
import { unlessAborted } from '../../../base/kernel/unless-aborted.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { LocalHost } from '../../../tooling/local/local-host.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../../base/languages/index.js';
import { formatJunit } from '../../../tooling/testing/junit.js';
import { MetaTaskLibrary } from '../../../tooling/testing/meta-task-library.js';
import {
  type MetaTaskTests,
  planTests,
  TESTING_PAGE,
  withoutTests,
} from '../../../tooling/testing/test-plan.js';
import type { TestResult } from '../../../tooling/testing/test-result.js';
import { runTests } from '../../../tooling/testing/test-run.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { reportError } from '../../toolkit/report-error.js';
import { reportWait } from '../../toolkit/report-wait.js';
import { style } from '../../toolkit/terminal.js';
import { TestReport } from './test-report.js';
import { watchFolders } from './watch-folders.js';
import { stderr, stdout } from '../../toolkit/output.js';

export interface TestOptions {
  jobs?: number;
  filter?: string;
  bail?: boolean;
  update?: boolean;
  watch?: boolean;
  /** Time limit, in seconds. */
  timeout: number;
  junit?: string;
  json?: boolean;
}

/** Parallel tests per processor. Most of the time, a task is starting or waiting. */
const JOBS_PER_CPU = 2;

/** Runs `metarun test`. */
export async function runTest(given: readonly string[], options: TestOptions): Promise<void> {
  if (options.watch === true && (options.json === true || options.junit !== undefined))
    throw usageError('--watch goes without --json and --junit.', 'Leave one of them out.');
  const paths = given.length === 0 ? ['.'] : given;
  const stopped = new AbortController();
  const host = new HostOnDemand(resolveJobCount(options));
  const interrupt = (): void => {
    // A second interruption exits without waiting for the runs to end.
    if (stopped.signal.aborted) process.exit(EXIT.interrupted);
    stopped.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  try {
    if (options.watch === true) await watch(paths, options, host, stopped.signal);
    else process.exitCode = await runOnce(paths, options, host, stopped.signal);
    if (stopped.signal.aborted) throw interrupted();
  } finally {
    await host.close(stopped.signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

function interrupted(): CommandError {
  return new CommandError('Interrupted.', { code: 'interrupted', exit: EXIT.interrupted });
}

async function runOnce(
  paths: readonly string[],
  options: TestOptions,
  host: HostOnDemand,
  signal: AbortSignal,
): Promise<number> {
  const library = new MetaTaskLibrary();
  const plan = await planned(paths, library);
  const left = await withoutTests(paths, plan);
  if (plan.length === 0) throw noTests(left);
  const total = plan.reduce(
    (sum, { cases, testFiles }) => sum + cases.length + testFiles.length,
    0,
  );
  const opened = await unlessAborted(host.for(plan), signal, interrupted);
  const report = new TestReport(total, options.json === true);
  const started = performance.now();
  const results = await runTests(
    plan,
    {
      host: opened,
      library,
      jobs: resolveJobCount(options),
      filter: options.filter ?? '',
      bail: options.bail === true,
      update: options.update === true,
      limitMs: options.timeout * 1000,
      python: readLocalConfig({ dataDir: '.' }).python,
      signal,
    },
    report,
  ).finally(() => report.stop());
  const ms = performance.now() - started;
  if (signal.aborted) return EXIT.interrupted;
  if (results.length === 0)
    throw new CommandError(`No test has ${JSON.stringify(options.filter ?? '')} in its name.`, {
      code: 'no_tests',
      docs: TESTING_PAGE,
    });
  if (options.junit !== undefined) writeReport(options.junit, formatJunit(results));
  const failed = results.some(({ status }) => status === 'failed');
  if (options.json === true)
    stdout.write(`${JSON.stringify(buildTestDocument(results, ms), null, 2)}\n`);
  else {
    report.end(results, ms);
    if (left.length > 0) stdout.write(style('dim', stdout)(`without tests: ${left.join(', ')}\n`));
  }
  return failed ? EXIT.failed : EXIT.ok;
}

async function watch(
  paths: readonly string[],
  options: TestOptions,
  host: HostOnDemand,
  signal: AbortSignal,
): Promise<void> {
  host.forAll();
  for await (const changed of watchFolders(paths, signal)) {
    if (changed.length > 0) stdout.write(`\n${changed.join(', ')} changed\n\n`);
    try {
      await runOnce(paths, options, host, signal);
    } catch (error) {
      // A file that is invalid now may be fixed by the next save.
      if (!(error instanceof GuidedError)) throw error;
      reportError(error, false);
    }
    if (signal.aborted) return;
    stderr.write('watching; Ctrl-C ends it\n');
  }
}

/** Reads the tests. Exits with code 2 if a file cannot be read. */
async function planned(
  paths: readonly string[],
  library: MetaTaskLibrary,
): Promise<MetaTaskTests[]> {
  try {
    return await planTests(paths, library);
  } catch (error) {
    if (!(error instanceof GuidedError)) throw error;
    const { message, code, fix, docs, diagnostics } = error;
    throw new CommandError(message, { code, fix, docs, diagnostics, exit: EXIT.usage });
  }
}

function noTests(folders: readonly string[]): CommandError {
  const [first = '.'] = folders;
  return new CommandError(
    `There are no tests in ${folders.map((each) => (each === '.' ? 'this folder' : each)).join(', ')}.`,
    {
      code: 'no_tests',
      fix: `Write the first: ${first === '.' ? '' : `${first}/`}cases/first.yaml with the line "params: {…}", then \`metarun test --update\` records what comes of it.`,
      docs: TESTING_PAGE,
    },
  );
}

function resolveJobCount({ jobs }: TestOptions): number {
  return jobs ?? Math.max(2, availableParallelism() * JOBS_PER_CPU);
}

function writeReport(path: string, text: string): void {
  const full = resolve(path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

function buildTestDocument(results: readonly TestResult[], ms: number): object {
  const count = (status: TestResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return {
    ok: count('failed') === 0,
    passed: count('passed'),
    updated: count('updated'),
    failed: count('failed'),
    skipped: count('skipped'),
    duration_ms: Math.round(ms),
    tests: results.map((result) => ({
      meta_task: result.metaTask,
      name: result.name,
      file: result.file,
      line: result.line ?? null,
      status: result.status,
      duration_ms: Math.round(result.durationMs),
      reason: result.reason,
      failures: result.failures.map(({ message, place, difference }) => ({
        message,
        ...place,
        ...difference,
      })),
      logs: result.logs,
      error_stack: result.stack,
      hint: result.hint,
    })),
  };
}

/** The command's only host, opened for the languages that its tests need. */
class HostOnDemand {
  private opened: Promise<LocalHost> | null = null;
  private isOpen = false;

  constructor(private readonly jobs: number) {}

  /** Opens the host for all languages, since meta-tasks may change with `--watch`. */
  forAll(): void {
    void this.open(SCRIPT_LANGUAGES).catch(() => undefined);
  }

  /**
   * Opens the host for the tests' languages, or for all if a test may start other meta-tasks, whose languages are
   * unknown.
   */
  for(plan: readonly MetaTaskTests[]): Promise<LocalHost> {
    const alone = plan.every(
      ({ testFiles, cases }) =>
        testFiles.length === 0 && cases.every(({ given }) => given.stubs?.children === undefined),
    );
    const used = new Set(plan.flatMap(({ metaTask }) => metaTask.languages));
    const languages = alone ? SCRIPT_LANGUAGES.filter((one) => used.has(one)) : SCRIPT_LANGUAGES;
    return this.open(languages);
  }

  /** Closes the host. If the command is interrupted while the host is being opened, the host ends with the process. */
  async close({ aborted }: AbortSignal): Promise<void> {
    if (aborted && !this.isOpen) return;
    const host = await this.opened?.catch(() => null);
    await host?.close();
  }

  private open(languages: readonly ScriptLanguage[]): Promise<LocalHost> {
    this.opened ??= LocalHost.open({
      concurrency: this.jobs,
      languages,
      onWait: reportWait,
    }).finally(() => (this.isOpen = true));
    return this.opened;
  }
}

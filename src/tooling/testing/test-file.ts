import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { shownPath } from '../authoring/author-path.js';
import { childEnvironment } from '../../base/config/client-environment.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { LANGUAGES, SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { killGroup } from '../../sandbox/runtime/process-tree.js';
import { parseJson } from './json-text.js';
import { TEST_PROGRAMS, type TestedFile } from './test-programs.js';
import { plainResult, type TestResult } from './test-result.js';

/** Maximum number of lines of output that are kept per test file. */
const MAX_LINES = 200;

export interface TestFileOptions extends TestedFile {
  /** The tested meta-task. */
  metaTask: { identifier: string; folder: string; path: string };
  /** Socket by which the helper reaches this process. */
  socket: { path: string; folder: string };
  signal: AbortSignal;
}

export function isTestFile(path: string): boolean {
  return languageOfTest(path) !== null;
}

function languageOfTest(path: string): ScriptLanguage | null {
  const name = basename(path);
  return SCRIPT_LANGUAGES.find((language) => LANGUAGES[language].tests.test(name)) ?? null;
}

/** Runs a test file in a process of this user, without a sandbox, since it is the author's own. */
export async function runTestFile(options: TestFileOptions): Promise<TestResult[]> {
  const { file, metaTask, socket, signal } = options;
  const started = performance.now();
  const reportFile = join(socket.folder, randomUUID());
  const language = languageOfTest(file);
  if (language === null) throw new Error(`${file} is not a test file`);
  const { program, args, env } = TEST_PROGRAMS[language](options, reportFile);
  const output: string[] = [];
  const code = await run(program, args, {
    cwd: metaTask.folder,
    env: childEnvironment({
      METARUN_TEST_SOCKET: socket.path,
      METARUN_TEST_FOLDER: metaTask.folder,
      METARUN_TEST_META_TASK: metaTask.path,
      ...env,
    }),
    signal,
    onLine: (line) => {
      if (output.push(line) > MAX_LINES) output.shift();
    },
  });
  const results = await readResults(reportFile, options);
  const failed = results.some(({ status }) => status === 'failed');
  if (code === 0 || failed) return results.map((result) => withOutput(result, output));
  const durationMs = performance.now() - started;
  const plain = plainResult({
    metaTask: metaTask.identifier,
    name: basename(file),
    file: shownPath(file),
    status: 'failed',
    durationMs,
  });
  const message = typeof code === 'string' ? code : `ended with exit code ${code}`;
  return [...results, withOutput({ ...plain, failures: [{ message }] }, output)];
}

/** Returns the exit code, or a text with the reason why there is none. */
async function run(
  program: string,
  args: readonly string[],
  options: {
    cwd: string;
    env: NodeJS.ProcessEnv;
    signal: AbortSignal;
    onLine: (line: string) => void;
  },
): Promise<number | string> {
  const { cwd, env, signal, onLine } = options;
  const child = execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    // A process group of its own, so that its children end with it.
    detached: true,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
  });
  const stop = (): void => {
    if (child.pid !== undefined) killGroup(child.pid);
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  child.nodeChildProcess.once('exit', stop);
  for await (const line of child.iterable({ from: 'all' })) onLine(String(line));
  const ended = await child;
  signal.removeEventListener('abort', stop);
  if (ended.exitCode !== undefined) return ended.exitCode;
  if (ended.signal !== undefined) return `was ended by ${ended.signal}`;
  return `${program} cannot be started: ${ended.originalMessage ?? ''}`;
}

async function readResults(
  reportFile: string,
  { file, metaTask }: TestFileOptions,
): Promise<TestResult[]> {
  const text = await readFile(reportFile, 'utf8').catch(() => '');
  await rm(reportFile, { force: true });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => parseResult(parseJson(line), file, metaTask.identifier));
}

function parseResult(record: Json | undefined, file: string, metaTask: string): TestResult[] {
  if (!isJsonObject(record)) return [];
  const { name, status, duration_ms: durationMs, reason, line, message } = record;
  if (typeof name !== 'string' || typeof durationMs !== 'number') return [];
  if (status !== 'passed' && status !== 'failed' && status !== 'skipped') return [];
  const shown = shownPath(file);
  // node:test names a file that fails as a whole by its path.
  const short = name === file ? join(basename(dirname(file)), basename(file)) : name;
  return [
    {
      ...plainResult({ metaTask, name: short, file: shown, status, durationMs }),
      ...(typeof line === 'number' ? { line } : {}),
      reason: typeof reason === 'string' ? reason : null,
      failures: typeof message === 'string' ? [{ message }] : [],
    },
  ];
}

function withOutput(result: TestResult, output: readonly string[]): TestResult {
  return result.status === 'failed' ? { ...result, logs: [...output] } : result;
}

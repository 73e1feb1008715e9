import { expect } from '@jest/globals';
import { AT_ONCE_MS } from './deadlines.js';
import type { Language } from './scripts.js';
import type { TestServer } from './server.js';
import type { ServerProcess } from './server-process.js';
import { NO_OP } from './scripts.js';
import { runScript, type TaskDetail } from './tasks.js';

/** A body of `run(params, reporter)`, by language. */
export type Code = Record<Language, string>;
export type FailedDetail = TaskDetail & { error_stack: string | null };

interface Options {
  params?: Record<string, unknown>;
  metaTask?: Record<string, unknown>;
}

const AROUND: Record<Language, (code: string) => string> = {
  python: (code) =>
    `import os, sys, time\ndef run(params, reporter):\n${code.replaceAll(/^/gm, '    ')}\n`,
  typescript: (code) =>
    `export default async function run(params: any, reporter: any): Promise<any> {\n${code}\n}\n`,
};

/** Returns a script whose `run` has this body. */
export function withBody(language: Language, code: string): string {
  return AROUND[language](code);
}

/** Runs a body as a task and returns the detail of the finished task. */
export async function runBody(
  server: TestServer,
  language: Language,
  code: Code,
  options: Options = {},
): Promise<FailedDetail> {
  const task = await runScript(server, language, withBody(language, code[language]), options);
  return task as FailedDetail;
}

/** Checks, after a hostile script, that the same server runs a trivial one without delay. */
export async function expectServing(server: TestServer, language: Language): Promise<void> {
  const began = performance.now();
  const task = await runBody(server, language, { python: 'return 42', typescript: 'return 42;' });
  const ms = performance.now() - began;
  if (task.result !== 42 || ms > AT_ONCE_MS)
    throw new Error(`a trivial task took ${ms} ms and ended as ${JSON.stringify(task)}`);
}

/** Checks that a server runs a script of each kind; those for Node are left out without a sandbox. */
export async function expectEachKind(server: TestServer, hasSandbox = true): Promise<void> {
  const runs = [
    runScript(server, 'python', NO_OP.python),
    runScript(server, 'typescript', NO_OP.typescript),
    ...(hasSandbox
      ? [runScript(server, 'typescript', NO_OP.typescript, { metaTask: { runtime: 'node' } })]
      : []),
  ];
  for (const run of runs)
    expect(await run).toMatchObject({ status: 'success', error_message: null });
}

/** Stops a server after a suite of hostile scripts. Checks that it has not restarted and has logged no error. */
export async function stopUnharmed(server: ServerProcess, pid: number): Promise<void> {
  const same = server.pid === pid;
  await server.stop();
  expect(same).toBe(true);
  expect(server.output.stderr).not.toMatch(/Error:|\n\s+at /);
}

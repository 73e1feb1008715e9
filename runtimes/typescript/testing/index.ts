// `metarun/testing`: asks the `metarun test` process that has started this process to run tasks.
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FileContent, Json, RunOptions, TaskOutcome } from '../types/testing.d.ts';

/** Environment variables set by `metarun test`: its socket, and the folder of the tested meta-task. */
const SOCKET = 'METARUN_TEST_SOCKET';
const FOLDER = 'METARUN_TEST_FOLDER';
/** The meta-task itself: its folder, or its script if there is no metatask.yaml. */
const META_TASK = 'METARUN_TEST_META_TASK';

interface Answer {
  error?: string;
  mismatches: string[];
  outcome: Omit<TaskOutcome, 'files'> & { files: Record<string, string> };
}

export async function runTask(
  path?: string | RunOptions,
  options?: RunOptions,
): Promise<TaskOutcome> {
  const given = typeof path === 'string' ? (options ?? {}) : (path ?? {});
  const answer = await ask({
    path: typeof path === 'string' ? resolve(setting(FOLDER), path) : setting(META_TASK),
    case: { ...given, ...(given.files === undefined ? {} : { files: encodeFiles(given.files) }) },
  });
  if (answer.error !== undefined) throw new Error(answer.error);
  if (answer.mismatches.length > 0) throw new Error(answer.mismatches.join('\n'));
  const files = Object.entries(answer.outcome.files).map(([name, base64]) => [
    name,
    decodeContent(Buffer.from(base64, 'base64')),
  ]);
  return { ...answer.outcome, files: Object.fromEntries(files) as TaskOutcome['files'] };
}

async function ask(request: object): Promise<Answer> {
  const socket = connect(setting(SOCKET));
  socket.end(JSON.stringify(request));
  const answer = await text(socket);
  if (answer === '') throw new Error('metarun test has ended.');
  return JSON.parse(answer) as Answer;
}

function setting(name: string): string {
  // eslint-disable-next-line node/no-process-env -- The author's own process, not a part of the server.
  const value = process.env[name];
  if (value === undefined)
    throw new Error('runTask works in test files that `metarun test` runs: run that.');
  return value;
}

function encodeFiles(files: Record<string, FileContent>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]): [string, Json] => [
      name,
      content instanceof Uint8Array ? { base64: Buffer.from(content).toString('base64') } : content,
    ]),
  );
}

function decodeContent(bytes: Buffer): string | Uint8Array {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new Uint8Array(bytes);
  }
}

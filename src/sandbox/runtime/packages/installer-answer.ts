import { MetarunError } from '../../../base/kernel/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  textOrEmpty,
} from '../../../base/kernel/json.js';
import { FrameSplitter } from '../frames.js';
import type { GuestProcess } from '../sandbox/spawn-guest.js';
import type { JobOptions } from './installer.js';
import type { PackageIndex } from './package-index.js';

interface AnswerOptions extends Pick<JobOptions, 'onLine' | 'signal'> {
  /** Cleans its words for a client. */
  index: PackageIndex;
  timeoutMs: number;
}

/**
 * Returns the answer of an installer to a job; it has ended then. Rejects with `dependency_error` if it gives none in time,
 * or says that it failed, and with the signal's reason.
 */
export async function answerOfInstaller(
  guest: GuestProcess,
  job: object,
  { index, timeoutMs, onLine, signal }: AnswerOptions,
): Promise<JsonObject> {
  guest.channel.write(`${JSON.stringify(job)}\n`);
  const ending = new AbortController();
  const answer = new Promise<JsonObject>((resolve, reject) => {
    const splitter = new FrameSplitter();
    guest.channel.on('data', (chunk: Buffer) => {
      try {
        for (const line of splitter.push(chunk)) {
          const said = parse(line);
          if (said['type'] !== 'line') resolve(said);
          else onLine?.(index.cleaned(textOrEmpty(said['text'])));
        }
      } catch (error) {
        reject(error);
      }
    });
    guest.channel.once('close', () => reject(failure('The installer ended without an answer.')));
    const timer = setTimeout(
      () => reject(failure(`The installer took longer than ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    ending.signal.addEventListener('abort', () => clearTimeout(timer));
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
  });
  try {
    const said = await answer;
    if (said['type'] === 'failed') throw failure(index.cleaned(textOrEmpty(said['message'])));
    return said;
  } finally {
    ending.abort();
    guest.kill();
    // Until the process has ended it may still write to the folder.
    await guest.exited;
  }
}

function parse(line: string): JsonObject {
  const said: Json = JSON.parse(line);
  return isJsonObject(said) ? said : {};
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}

import { MetarunError, getErrorMessage } from '../../../base/kernel/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  textOrEmpty,
} from '../../../base/kernel/json.js';
import { readFrames } from '../read-frames.js';
import { ProgressWatch } from '../progress-watch.js';
import type { GuestProcess } from '../sandbox/spawn-guest.js';
import type { JobOptions } from './installer.js';
import type { PackageIndex } from './package-index.js';

/**
 * CPU time that counts as progress, as a share of elapsed time: an installer that only waits polls its folder from time
 * to time.
 */
const LEAST_SHARE = 0.03;
/**
 * Maximum duration of a job, as a multiple of the time without progress: the code of a package being built may never
 * end.
 */
const LONGEST = 12;
/** Pause that a client is asked to make, in seconds. */
const RETRY_AFTER_SECONDS = 5;

interface AnswerOptions extends Pick<JobOptions, 'onLine' | 'signal'> {
  /** Redacts the installer's output for a client. */
  index: PackageIndex;
  /** Limit on time without progress and on CPU time (ms). */
  timeoutMs: number;
}

/**
 * Starts an installer and returns its answer to a job, after its process has ended. Rejects with `dependency_error` if
 * it makes no progress or reports a failure, with `unavailable` if it could not be started or was killed, and with the
 * signal's reason.
 */
export async function answerOfInstaller(
  start: () => GuestProcess,
  job: object,
  { index, timeoutMs, onLine, signal }: AnswerOptions,
): Promise<JsonObject> {
  let guest: GuestProcess;
  try {
    guest = start();
  } catch (error) {
    throw unavailable(`could not be started: ${getErrorMessage(error)}.`);
  }
  guest.channel.write(`${JSON.stringify(job)}\n`);
  const ending = new AbortController();
  const answer = new Promise<JsonObject>((resolve, reject) => {
    const read = (line: string): void => {
      const said = parse(line);
      watch.advance();
      if (said['type'] === 'advanced') return;
      if (said['type'] !== 'line') resolve(said);
      else onLine?.(index.cleaned(textOrEmpty(said['text'])));
    };
    readFrames(guest.channel, read, reject);
    // The whole output has been read by then.
    void guest.exited.then(({ signal: by }) =>
      reject(
        by === null
          ? failure('The installer ended without an answer.')
          : unavailable(`was killed by ${by}.`),
      ),
    );
    const watch = new ProgressWatch({
      cpuMs: () => guest.cpuMs(),
      isStart: true,
      maxCpuMs: timeoutMs,
      idleMs: timeoutMs,
      leastShare: LEAST_SHARE,
      onStuck: () =>
        reject(
          failure(
            watch.usedMs > timeoutMs
              ? `The installer used more than ${timeoutMs / 1000} s of CPU time.`
              : `The installer made no progress for ${timeoutMs / 1000} s.`,
          ),
        ),
    });
    const last = setTimeout(
      () => reject(failure(`The installer took longer than ${(LONGEST * timeoutMs) / 1000} s.`)),
      LONGEST * timeoutMs,
    );
    ending.signal.addEventListener('abort', () => {
      watch.stop();
      clearTimeout(last);
    });
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: ending.signal });
  });
  try {
    const said = await answer;
    if (said['type'] === 'failed') throw failure(index.cleaned(textOrEmpty(said['message'])));
    if (said['type'] === 'unavailable')
      throw unavailable(`could not work: ${textOrEmpty(said['message'])}.`);
    return said;
  } finally {
    ending.abort();
    guest.kill();
    // Waits for the process, which may write to the folder until it has ended.
    await guest.exited;
  }
}

function parse(line: string): JsonObject {
  const said: Json = JSON.parse(line);
  return isJsonObject(said) ? said : {};
}

/** Returns the error of a failure that the packages did not cause. */
function unavailable(how: string): MetarunError {
  return new MetarunError('unavailable', `The process that installs packages ${how}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}

import { MetarunError, messageOf } from '../../../base/kernel/errors.js';
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

/** CPU time that shows progress, as a share of the clock: an installer that only waits looks at its folder now and then. */
const LEAST_SHARE = 0.03;
/** The longest job, as a multiple of the time without progress: the code of a package that is built could go on for ever. */
const LONGEST = 12;
/** The pause that a client is asked for, in seconds. */
const RETRY_AFTER_SECONDS = 5;

interface AnswerOptions extends Pick<JobOptions, 'onLine' | 'signal'> {
  /** Cleans its words for a client. */
  index: PackageIndex;
  /** Time without progress, and CPU time, after which it is given up. */
  timeoutMs: number;
}

/**
 * Starts an installer and returns its answer to a job; it has ended then. Rejects with `dependency_error` if it makes no progress,
 * or says that it failed, with `unavailable` if it could not be started or was killed, and with the signal's reason.
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
    throw unavailable(`could not be started: ${messageOf(error)}.`);
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
    // What it has said is read by then.
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
    // Until the process has ended it may still write to the folder.
    await guest.exited;
  }
}

function parse(line: string): JsonObject {
  const said: Json = JSON.parse(line);
  return isJsonObject(said) ? said : {};
}

/** Returns that the packages are not the reason. */
function unavailable(how: string): MetarunError {
  return new MetarunError('unavailable', `The process that installs packages ${how}`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

function failure(message: string): MetarunError {
  return new MetarunError('dependency_error', message);
}

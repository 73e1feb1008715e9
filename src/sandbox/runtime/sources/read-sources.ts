import { MetarunError } from '../../../base/kernel/errors.js';
import { JobFailed, JobThread } from '../../../base/threads/job-thread.js';
import {
  type AnswerOf,
  doSourceJob,
  type JobOf,
  type SourceJob,
  type SourceJobKind,
} from './source-jobs.js';

/**
 * Maximum size of a script or source map that is read without a thread, in characters; reading takes a few
 * milliseconds.
 */
const SMALL = 64 * 1024;

/**
 * The thread for large scripts. It starts with the first one and does not keep the process alive. Locations take many
 * times the memory of their text.
 */
const thread = new JobThread<SourceJob, AnswerOf<SourceJobKind>>('sources.worker.js', {
  resourceLimits: { maxOldGenerationSizeMb: 192 },
});

/**
 * Reads a script or its source map; a large one in a thread. Authors control both, and no other request may have to
 * wait for them. Throws `unavailable` if the thread ends meanwhile, for example for lack of memory.
 */
export async function readSources<K extends SourceJobKind>(
  kind: K,
  job: JobOf<K>,
): Promise<AnswerOf<K>> {
  const { length } = 'map' in job ? job.map : job.script;
  if (length <= SMALL) return doSourceJob(kind, job);
  try {
    return (await thread.run({ kind, job } as SourceJob)) as AnswerOf<K>;
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error;
    const message = `The source map of the script could not be read: ${error.message}. Try again in a moment.`;
    throw new MetarunError('unavailable', message, { cause: error });
  }
}

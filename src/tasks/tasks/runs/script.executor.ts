import { Inject, Injectable } from '@nestjs/common';
import { deferredRun, failedWith } from '../../../sandbox/runtime/run-handles.js';
import type { RunHandle, RunImage, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import { invalidField, getErrorMessage } from '../../../base/kernel/errors.js';
import { ImageCopies } from '../../images/image-copies.js';
import { ModeExecutor, type OpenRun } from './mode-executor.js';

/** Text in the message of a run whose image no longer existed. */
const GONE = 'image_gone';

/** Runs a task's script on the runtime of its language. */
@Injectable()
export class ScriptExecutor extends ModeExecutor {
  constructor(
    private readonly runtimes: Runtimes,
    @Inject(ImageCopies) private readonly images: Pick<ImageCopies, 'get' | 'forget'>,
  ) {
    super();
  }

  start(open: OpenRun): RunHandle {
    const { image } = open.version;
    if (image === null) return this.begin(open);
    return deferredRun(this.beginOnImage(open, image.versionId));
  }

  /** Starts the run on its image, which is fetched first; the run's deadline counts from then on. */
  private async beginOnImage(open: OpenRun, versionId: string): Promise<RunHandle | RunOutcome> {
    const { task, host } = open;
    let image: RunImage;
    try {
      image = await this.images.get(task.project_id, versionId, host.stop.toAbortSignal());
    } catch (error) {
      if (host.stop.reason === null) return failedWith('sandbox_error', getErrorMessage(error));
      return failedWith('cancelled', 'The run was cancelled before it began.');
    }
    const run = this.begin(open, image);
    void run.outcome.then((outcome) => {
      // The image was removed by hand since: the next attempt fetches it.
      if (outcome.kind === 'failed' && outcome.message.includes(GONE))
        this.images.forget(image.pinned);
    });
    return run;
  }

  private begin(
    { task, version: runnable, params, limits, network, host }: OpenRun,
    image?: RunImage,
  ): RunHandle {
    const { definition, program, version } = runnable;
    if (program === null) throw new Error(`task ${task.id} has a version without a script`);
    return this.runtimes.get(definition.script_language).start(
      {
        task: {
          id: task.id,
          name: task.name,
          attempt: task.attempt,
          project: task.project_id,
          task_type: task.task_type,
          version,
        },
        program,
        params,
        limits,
        network: network?.access ?? null,
        engine: definition.runtime,
        fresh: definition.isolation === 'fresh',
        ...(image === undefined ? {} : { image }),
      },
      host,
    );
  }

  override checkExtension(): Promise<void> {
    throw invalidField(
      '/extend',
      'goes with tasks of agents alone: the limits of a script are those of its meta-task',
    );
  }
}

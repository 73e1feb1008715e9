import { Inject, Injectable } from '@nestjs/common';
import type { RunHandle, RunImage } from '../../../sandbox/runtime/runtime.js';
import { Runtimes } from '../../../sandbox/runtime/runtimes.js';
import { invalidField } from '../../../base/kernel/errors.js';
import { ImageCopies } from '../../images/image-copies.js';
import { ImageRun } from './image-run.js';
import { ModeExecutor, type OpenRun } from './mode-executor.js';

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
    const { task, version } = open;
    const { image } = version;
    if (image === null) return this.begin(open);
    return new ImageRun({
      fetch: (signal) => this.images.get(task.project_id, image.versionId, signal),
      begin: (found) => this.begin(open, found),
      forget: (pinned) => this.images.forget(pinned),
    });
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

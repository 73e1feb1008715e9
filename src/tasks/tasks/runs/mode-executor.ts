import type { Json } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { RunLimits } from '../../../sandbox/runtime/protocol.js';
import type { RunHandle, RunHost } from '../../../sandbox/runtime/runtime.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';
import type { Extension } from './extension.js';
import type { EgressSession } from '../../../sandbox/egress/egress-session.js';

/** A run that begins, with all that runs of every mode have in common. */
export interface OpenRun {
  readonly task: TaskEntity;
  readonly version: RunnableVersion;
  readonly params: Json;
  readonly limits: RunLimits;
  readonly context: CapabilityContext;
  readonly journal: Journal;
  /** Null if the meta-task's `network` is "none". */
  readonly network: EgressSession | null;
  /** Takes reports, redacts them and passes them on, and carries calls to the capabilities. */
  readonly host: RunHost;
  /** Returns whether the run still has its task. To be asked before it changes anything outside of itself. */
  holds(): Promise<boolean>;
}

/**
 * Port: runs the tasks of one `execution_mode`. What comes before and after a run is the same for all, and not its concern: see
 * {@link TaskRuns}.
 */
export abstract class ModeExecutor {
  /** Starts the run. What can fail belongs into its outcome: a throw is taken for a failure of this server. */
  abstract start(run: OpenRun): RunHandle;
  /** Throws MetarunError, which points into `/extend`, if the limits of a task cannot be extended by so much. */
  abstract checkExtension(
    task: TaskEntity,
    version: RunnableVersion,
    extension: Extension,
  ): Promise<void>;
}

import type { Json } from '../../../base/kernel/json.js';
import type { CapabilityContext } from '../../../sandbox/runtime/capabilities.js';
import type { RunLimits } from '../../../sandbox/runtime/protocol.js';
import type { RunHandle, RunHost } from '../../../sandbox/runtime/runtime.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';
import type { Extension } from './extension.js';
import type { EgressSession } from '../../../sandbox/egress/egress-session.js';

/** A run to be started, with the parts that runs of every mode share. */
export interface OpenRun {
  readonly task: TaskEntity;
  readonly version: RunnableVersion;
  readonly params: Json;
  readonly limits: RunLimits;
  readonly context: CapabilityContext;
  readonly journal: Journal;
  /** Null if the meta-task's `network` is "none". */
  readonly network: EgressSession | null;
  /** Receives reports, redacts them and passes them on, and passes calls to the capabilities. */
  readonly host: RunHost;
  /** Returns whether the run still has its task. Must be asked before the run changes anything outside of itself. */
  holds(): Promise<boolean>;
}

/**
 * Port: runs the tasks of one `execution_mode`. {@link TaskRuns} does what comes before and after a run in every mode.
 */
export abstract class ModeExecutor {
  /** Starts the run. Failures belong in its outcome: a thrown error counts as a failure of this server. */
  abstract start(run: OpenRun): RunHandle;
  /** Throws MetarunError, which points into `/extend`, if the limits of a task cannot be extended by this. */
  abstract checkExtension(
    task: TaskEntity,
    version: RunnableVersion,
    extension: Extension,
  ): Promise<void>;
}

import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import {
  announceCompletion,
  type Completion,
  completeStep,
} from '../engine/operations/complete-step.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import type { StepEnd } from './step.js';

/** Completes what tasks wait for, from outside of their runs: an approval, another task, an event. */
@Injectable()
export class StepCompletion {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
  ) {}

  /**
   * Records the end of a step that waits, and lets its task go on, within the transaction of what led to it. Null,
   * with nothing written, when the step does not wait (any more). Once the transaction is through, call
   * {@link announce}.
   */
  async complete(
    transaction: Transaction,
    step: { projectId: string; taskId: string; stepId: string },
    end: StepEnd,
  ): Promise<Completion | null> {
    const completion = await completeStep(this.database, transaction, step, end);
    if (completion !== null)
      await this.events.append(transaction, step.projectId, completion.events);
    return completion;
  }

  announce(completion: Completion): void {
    announceCompletion(this.bus, completion);
  }
}

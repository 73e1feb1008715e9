import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { completeStep } from '../../workflow/engine/operations/complete-step.js';
import { assertHeld } from '../../workflow/engine/operations/held.js';
import { stepEvent } from '../../workflow/engine/state/step-event.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { Json } from '../../base/kernel/json.js';
import type { Capabilities, CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import { CapabilityArgs } from '../../sandbox/runtime/capability-args.js';
import type { PendingCall } from '../../sandbox/runtime/runtime.js';
import { Journals } from '../../workflow/steps/journals.js';
import { MAX_SLEEP_SECONDS, stepName } from '../../workflow/steps/step.capability.js';
import type { Step } from '../../workflow/steps/step.js';
import { Inbox } from './inbox.service.js';
import { INBOX_ERRORS } from './errors.js';

/** The capability `event.wait`: waits for an event of a name that a client sends to the task. Returns its payload. */
@Injectable()
export class WaitForEventCapability {
  constructor(
    private readonly database: Database,
    private readonly journals: Journals,
    private readonly transitions: Transitions,
    private readonly inbox: Inbox,
  ) {}

  register(capabilities: Capabilities): void {
    capabilities.register('event.wait', (context, json, call) =>
      this.wait(context, new CapabilityArgs('event.wait', json, ['name', 'timeout']), call),
    );
  }

  private async wait(
    context: CapabilityContext,
    args: CapabilityArgs,
    call: PendingCall,
  ): Promise<Json> {
    const name = stepName('event.wait', args.text('name'));
    const timeout =
      args.json('timeout') === null ? null : args.number('timeout', 0, MAX_SLEEP_SECONDS);
    const journal = this.journals.of(context);
    const step = await journal.begin('event', name, call);
    if (step.state === 'new') {
      let taken = false;
      await journal.wait(
        step,
        timeout === null ? null : timeout * 1000,
        {},
        async (transaction) => {
          taken = await this.takeKept(transaction, context, step);
        },
      );
      if (taken) journal.completed(step.id);
    }
    if ((await journal.waitForEnd(step, call)) === 'due') await this.expire(context, step);
    const end = await journal.recorded(step);
    if (end.status === 'success') return JSON.parse(end.result) as Json;
    throw new MetarunError(INBOX_ERRORS.event_timeout, end.error.message);
  }

  /** Ends a wait that has just been recorded with an event that arrived earlier. Returns whether there was one. */
  private async takeKept(
    transaction: Transaction,
    context: CapabilityContext,
    step: Step,
  ): Promise<boolean> {
    const payload = await this.inbox.take(transaction, context.taskId, step.name);
    if (payload === null) return false;
    await transaction.query(
      `UPDATE task_steps SET status = 'success', result = ?, wake_at = NULL, finished_at = ${this.database.now}
       WHERE id = ? AND task_id = ? AND project_id = ?`,
      [payload, step.id, context.taskId, context.projectId],
    );
    const shown = { ...step, name: context.redact(step.name) };
    this.transitions.append(transaction, context.projectId, [
      stepEvent(context, shown, { status: 'success' }),
    ]);
    return true;
  }

  /** Ends a wait whose time is over, unless the event has arrived at the last moment. */
  private async expire(context: CapabilityContext, step: Step): Promise<void> {
    const { projectId, taskId } = context;
    const message = `The event "${step.name}" did not come in time.`;
    await this.database.write(async (transaction) => {
      await completeStep(
        this.transitions,
        transaction,
        { projectId, taskId, stepId: step.id },
        { status: 'failed', error: { type: 'event_timeout', message: context.redact(message) } },
      );
      await assertHeld(this.database, transaction, context);
    });
  }
}

import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { Inbox } from './inbox.service.js';
import { WaitForEventCapability } from './wait-for-event.capability.js';

export type InboxServices = ReturnType<typeof inboxServices>;

/** Events that are sent to tasks from outside, and that their scripts wait for. */
export function inboxServices(
  { database, transitions, capabilities }: Infrastructure,
  { journals }: StepsServices,
  { tasks }: TasksServices,
) {
  const inbox = new Inbox(database, transitions, tasks);
  new WaitForEventCapability(database, journals, transitions, inbox).register(capabilities);
  return { inbox };
}

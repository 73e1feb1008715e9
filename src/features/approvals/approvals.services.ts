import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import { ApprovalGate } from './approval-gate.service.js';
import { ApprovalLinks } from './approval-links.service.js';
import { ApprovalCapability } from './approval.capability.js';
import { Approvals } from './approvals.service.js';
import { Decisions } from './decisions.service.js';

export type ApprovalsServices = ReturnType<typeof approvalsServices>;

/** Questions to people, and their answers. */
export function approvalsServices(
  { database, events, transitions, schemas, capabilities }: Infrastructure,
  { journals }: StepsServices,
  { key }: SecretsServices,
) {
  const approvals = new Approvals(database);
  const decisions = new Decisions(database, approvals, transitions, schemas);
  const gate = new ApprovalGate(database, events, schemas);
  new ApprovalCapability(journals, gate, approvals, decisions, schemas).register(capabilities);
  return { approvals, decisions, links: new ApprovalLinks(database, key, approvals) };
}

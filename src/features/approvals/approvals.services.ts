import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import { ApprovalGate } from './approval-gate.service.js';
import { ApprovalLinks } from './approval-links.service.js';
import { ApprovalLinkCapability } from './approval-link.capability.js';
import { ApprovalCapability } from './approval.capability.js';
import { Approvals } from './approvals.service.js';
import { Decisions } from './decisions.service.js';
import { LinkAddress } from './link-address.js';

export type ApprovalsServices = ReturnType<typeof approvalsServices>;

/** Questions to people, and their answers. */
export function approvalsServices(
  { config, database, events, transitions, schemas, capabilities }: Infrastructure,
  { journals }: StepsServices,
  { key }: SecretsServices,
) {
  const approvals = new Approvals(database);
  const decisions = new Decisions(database, approvals, transitions, schemas);
  const gate = new ApprovalGate(database, events, schemas);
  const links = new ApprovalLinks(database, key, approvals);
  const address = new LinkAddress(config);
  new ApprovalCapability(journals, gate, approvals, decisions, schemas).register(capabilities);
  new ApprovalLinkCapability(links, approvals, address).register(capabilities);
  return { approvals, decisions, links, address };
}

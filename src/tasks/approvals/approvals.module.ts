import { Module } from '@nestjs/common';
import { ApprovalGate } from './approval-gate.service.js';
import { ApprovalLinkCapability } from './approval-link.capability.js';
import { ApprovalLinksController } from './approval-links.controller.js';
import { ApprovalLinks } from './approval-links.service.js';
import { ApprovalCapability } from './approval.capability.js';
import { ApprovalsController } from './approvals.controller.js';
import { Approvals } from './approvals.service.js';
import { Decisions } from './decisions.service.js';
import { LinkAddress } from './link-address.js';
import { ApprovalPageController } from './page/approval-page.controller.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Approvals, their links, and the page that the links lead to. */
@Module({
  imports: [SecretsModule, StepsModule],
  controllers: [ApprovalsController, ApprovalLinksController, ApprovalPageController],
  providers: [
    Approvals,
    Decisions,
    ApprovalGate,
    ApprovalLinks,
    LinkAddress,
    ApprovalCapability,
    ApprovalLinkCapability,
  ],
  exports: [Approvals, Decisions, ApprovalLinks, LinkAddress],
})
export class ApprovalsModule {
  constructor(
    capabilities: Capabilities,
    approval: ApprovalCapability,
    approvalLink: ApprovalLinkCapability,
  ) {
    approval.register(capabilities);
    approvalLink.register(capabilities);
  }
}

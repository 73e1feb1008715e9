import { Module } from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { ApprovalCapability } from './approval.capability.js';
import { ApprovalGate } from './approval-gate.service.js';
import { ApprovalLinksController } from './approval-links.controller.js';
import { ApprovalLinks } from './approval-links.service.js';
import { Approvals } from './approvals.service.js';
import { ApprovalsController } from './approvals.controller.js';
import { Decisions } from './decisions.service.js';
import { ApprovalPageController } from './page/approval-page.controller.js';

@Module({
  imports: [StepsModule, SecretsModule],
  controllers: [ApprovalsController, ApprovalLinksController, ApprovalPageController],
  providers: [Approvals, ApprovalGate, ApprovalCapability, ApprovalLinks, Decisions],
})
export class ApprovalsModule {}

import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { ApprovalLinksController } from './approval-links.controller.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApprovalPageController } from './page/approval-page.controller.js';
import type { ApprovalsServices } from './approvals.services.js';

/** The endpoints of approvals, and the page that links lead to. */
@Module({})
export class ApprovalsModule {
  static with({ core }: { core: { approvals: ApprovalsServices } }): DynamicModule {
    return {
      module: ApprovalsModule,
      controllers: [ApprovalsController, ApprovalLinksController, ApprovalPageController],
      ...provided(core.approvals),
    };
  }
}

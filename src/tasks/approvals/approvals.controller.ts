import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { invalidField } from '../../base/kernel/errors.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { idOf, LARGE_ITEMS, pagedAfter } from '../../platform/wire/page.js';
import { ApprovalDetailDto, ApprovalDto, DecideDto, ListApprovalsQuery } from './approval.dto.js';
import { approvalDetailDto, approvalDto, toDecision } from './approval.wire.js';
import { Approvals } from './approvals.service.js';
import { Decisions } from './decisions.service.js';

@ApiTags('approvals')
@Controller('external/v1/projects/:project_id/approvals')
export class ApprovalsController {
  constructor(
    private readonly approvals: Approvals,
    private readonly decisions: Decisions,
  ) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List the approvals that tasks have requested, newest first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [ApprovalDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListApprovalsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApprovalDto[]> {
    const { status, expires_before: expires } = query;
    for (const field of ['task_type', 'expires_before'] as const)
      // No index covers these filters for approvals that have been decided.
      if (query[field] !== undefined && status !== 'pending' && query.task_id === undefined)
        throw invalidField(`?${field}`, 'needs status=pending, or task_id');
    const filter = {
      status,
      taskId: query.task_id,
      metaTask: query.task_type,
      expiresBefore: expires === undefined ? undefined : Date.parse(expires),
      basic: query.fields === 'basic',
    };
    const found = await pagedAfter(
      query,
      response,
      idOf,
      ({ limit, cursor }) => this.approvals.list(project.id, { ...filter, before: cursor, limit }),
      LARGE_ITEMS,
    );
    return found.map(approvalDto);
  }

  @Get(':approval_id')
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Read an approval' })
  @ApiOkResponse({ type: ApprovalDetailDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('approval_id') id: string,
  ): Promise<ApprovalDetailDto> {
    return approvalDetailDto(await this.approvals.get(project.id, id));
  }

  @Post(':approval_id')
  @HttpCode(200)
  @ExternalScope('approvals:write')
  @ApiOperation({
    summary: 'Approve or reject a request of a task',
    description:
      '409 if it has already been decided, has expired or was cancelled: `code` says which.',
  })
  @ApiOkResponse({ type: ApprovalDto })
  async decide(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() { name, kind }: Caller,
    @Param('approval_id') id: string,
    @Body() body: DecideDto,
  ): Promise<ApprovalDto> {
    const decided = this.decisions.decide(project.id, id, toDecision(body), { name, via: kind });
    return approvalDto(await decided);
  }
}

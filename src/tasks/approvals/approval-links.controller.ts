import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { isoTimeOrNull, isoTime } from '../../base/kernel/clock.js';
import {
  ApprovalLinkDto,
  CreateApprovalLinkDto,
  CreatedApprovalLinkDto,
} from './approval-link.dto.js';
import { ApprovalLinks, type ApprovalLink } from './approval-links.service.js';
import { LinkAddress } from './link-address.js';

@ApiTags('approvals')
@Controller('external/v1/projects/:project_id/approvals/:approval_id/links')
@ExternalScope('approvals:write')
export class ApprovalLinksController {
  constructor(
    private readonly links: ApprovalLinks,
    private readonly address: LinkAddress,
    http: HttpAdapterHost,
  ) {
    address.serves(() => {
      // A CLI command has no HTTP server.
      const adapter = http.httpAdapter as typeof http.httpAdapter | undefined;
      return adapter?.getHttpServer().address() ?? null;
    });
  }

  @Post()
  @ApiOperation({ summary: 'Create a link that lets its holder decide once' })
  @ApiCreatedResponse({ type: CreatedApprovalLinkDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('approval_id') id: string,
    @Body() { name }: CreateApprovalLinkDto,
  ): Promise<CreatedApprovalLinkDto> {
    const { link, token, approval } = await this.links.create(project.id, id, name, caller.name);
    const url = this.address.buildPageUrl(token);
    if (url === null) throw new Error('the server listens on no port');
    return {
      ...approvalLinkDto(link),
      url,
      expires_at: isoTimeOrNull(approval.expiresAt),
    };
  }

  @Get()
  @ApiOperation({ summary: 'List the links of an approval, without their secret part' })
  @ApiOkResponse({ type: [ApprovalLinkDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('approval_id') id: string,
  ): Promise<ApprovalLinkDto[]> {
    return (await this.links.list(project.id, id)).map(approvalLinkDto);
  }

  @Delete(':link_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke a link' })
  @ApiNoContentResponse()
  revoke(
    @CurrentProject() project: ProjectRef,
    @Param('approval_id') id: string,
    @Param('link_id') linkId: string,
  ): Promise<void> {
    return this.links.revoke(project.id, id, linkId);
  }
}

function approvalLinkDto(link: ApprovalLink): ApprovalLinkDto {
  return {
    id: link.id,
    name: link.name,
    created_by: link.createdBy,
    created_at: isoTime(link.createdAt),
    used_at: isoTimeOrNull(link.usedAt),
    revoked_at: isoTimeOrNull(link.revokedAt),
  };
}

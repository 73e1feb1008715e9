import { Body, Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readConditions } from '../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import type { McpApprovals } from '../../access/projects/mcp-approvals.js';
import { ApiProjectId, CurrentProject, ManageRole } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { McpSettingsDto } from './mcp-settings.dto.js';
import { McpSettings, mcpSettingsTag } from './mcp-settings.service.js';

@ApiTags('mcp')
@Controller('projects/:project_id/mcp')
export class McpSettingsController {
  constructor(private readonly settings: McpSettings) {}

  @Get()
  @ManageRole('viewer')
  @ApiProjectId()
  @ApiOperation({ summary: 'Read the permissions of MCP clients in a project' })
  @ApiOkResponse({ type: McpSettingsDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() project: ProjectRef,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpSettingsDto> {
    return answer(response, await this.settings.approvals(project.id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiProjectId()
  @ApiOperation({
    summary: 'Change the permissions of MCP clients in a project',
    description: conditionsNote('settings'),
  })
  @ApiOkResponse({ type: McpSettingsDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() project: ProjectRef,
    @Body() { mcp_approvals }: McpSettingsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpSettingsDto> {
    const conditions = readConditions(request);
    return answer(response, await this.settings.change(project.id, mcp_approvals, conditions));
  }
}

/** Returns the settings as sent to clients, and sets their ETag. */
function answer(response: Response, approvals: McpApprovals): McpSettingsDto {
  return tagged(response, mcpSettingsTag(approvals), { mcp_approvals: approvals });
}

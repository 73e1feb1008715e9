import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, CurrentProject, ManageRole } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { McpSettingsDto } from './mcp-settings.dto.js';
import { McpSettings } from './mcp-settings.service.js';

@ApiTags('mcp')
@Controller('projects/:project_id/mcp')
export class McpSettingsController {
  constructor(private readonly settings: McpSettings) {}

  @Get()
  @ManageRole('viewer')
  @ApiProjectId()
  @ApiOperation({ summary: 'Read what a project lets MCP clients do' })
  @ApiOkResponse({ type: McpSettingsDto })
  async read(@CurrentProject() project: ProjectRef): Promise<McpSettingsDto> {
    return { mcp_approvals: await this.settings.approvals(project.id) };
  }

  @Patch()
  @ManageRole('admin')
  @ApiProjectId()
  @ApiOperation({ summary: 'Change what a project lets MCP clients do' })
  @ApiOkResponse({ type: McpSettingsDto })
  async change(
    @CurrentProject() project: ProjectRef,
    @Body() { mcp_approvals }: McpSettingsDto,
  ): Promise<McpSettingsDto> {
    return { mcp_approvals: await this.settings.change(project.id, mcp_approvals) };
  }
}

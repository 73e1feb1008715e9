import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, CurrentProject, ManageRole } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { CreateWorkspaceDto, toWorkspaceDto, WorkspaceDto } from './workspace.dto.js';
import { WorkspacesService } from './workspaces.service.js';

@ApiTags('workspaces')
@ApiProjectId()
@Controller('projects/:project_id/workspaces')
export class WorkspacesController {
  constructor(@Inject(WorkspacesService) private readonly workspaces: WorkspacesService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List workspaces, the default one first' })
  @ApiOkResponse({ type: [WorkspaceDto] })
  async list(@CurrentProject() project: ProjectRef): Promise<WorkspaceDto[]> {
    return (await this.workspaces.list(project.id)).map(toWorkspaceDto);
  }

  @Post()
  @ManageRole('author')
  @ApiOperation({ summary: 'Create a workspace' })
  @ApiCreatedResponse({ type: WorkspaceDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @Body() body: CreateWorkspaceDto,
  ): Promise<WorkspaceDto> {
    const { name, kind, quota_bytes } = body;
    return toWorkspaceDto(
      await this.workspaces.create(project.id, {
        name,
        kind: kind ?? 'files',
        quotaBytes: quota_bytes ?? null,
      }),
    );
  }

  @Get(':workspace_id')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read a workspace' })
  @ApiOkResponse({ type: WorkspaceDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('workspace_id') id: string,
  ): Promise<WorkspaceDto> {
    return toWorkspaceDto(await this.workspaces.read(project.id, id));
  }
}

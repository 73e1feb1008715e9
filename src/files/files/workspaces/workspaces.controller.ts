import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { readConditions } from '../../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../../platform/wire/tagged.js';
import {
  ApiProjectId,
  CurrentProject,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import {
  ChangeWorkspaceDto,
  CreateWorkspaceDto,
  DeleteWorkspaceQueryDto,
  WorkspaceDto,
} from './workspace.dto.js';
import { workspaceTag } from './workspace.js';
import { WorkspacesService, type WorkspaceWithUsage } from './workspaces.service.js';
import { isoTime } from '../../../base/kernel/clock.js';

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
    return (await this.workspaces.list(project.id)).map(workspaceDto);
  }

  @Post()
  @ManageRole('author')
  @ApiOperation({ summary: 'Create a workspace' })
  @ApiCreatedResponse({ type: WorkspaceDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @Body() body: CreateWorkspaceDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WorkspaceDto> {
    const { name, kind, quota_bytes } = body;
    return answer(
      response,
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
  @ApiOkResponse({ type: WorkspaceDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('workspace_id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WorkspaceDto> {
    return answer(response, await this.workspaces.read(project.id, id));
  }

  @Patch(':workspace_id')
  @ManageRole('author')
  @ApiOperation({
    summary: 'Rename a workspace, or change its quota',
    description: conditionsNote('workspace'),
  })
  @ApiOkResponse({ type: WorkspaceDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() project: ProjectRef,
    @Param('workspace_id') id: string,
    @Body() { name, quota_bytes }: ChangeWorkspaceDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WorkspaceDto> {
    const given = { name: name ?? undefined, quotaBytes: quota_bytes };
    const conditions = readConditions(request);
    return answer(response, await this.workspaces.change(project.id, id, given, conditions));
  }

  @Delete(':workspace_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Delete an empty workspace, or with `force` any but the default one',
    description: `The contents cannot be restored. ${conditionsNote('workspace')}`,
  })
  @ApiNoContentResponse()
  async remove(
    @CurrentProject() project: ProjectRef,
    @Param('workspace_id') id: string,
    @Query() { force }: DeleteWorkspaceQueryDto,
    @Req() request: Request,
  ): Promise<void> {
    await this.workspaces.remove(project.id, id, force, readConditions(request));
  }
}

/** Sets the ETag and returns the workspace as clients see it. */
function answer(response: Response, one: WorkspaceWithUsage): WorkspaceDto {
  return tagged(response, workspaceTag(one.workspace), workspaceDto(one));
}

function workspaceDto({ workspace, usage }: WorkspaceWithUsage): WorkspaceDto {
  return {
    id: workspace.id,
    name: workspace.name,
    kind: workspace.kind,
    is_default: workspace.isDefault,
    quota_bytes: workspace.quotaBytes,
    usage: {
      bytes: usage.bytes,
      files: usage.files,
      version_bytes: usage.versionBytes,
      versions: usage.versions,
    },
    created_at: isoTime(workspace.createdAt),
  };
}

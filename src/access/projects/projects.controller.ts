import { Body, Controller, Get, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  InstallationAdmin,
  ManageRole,
} from '../auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../auth/caller.js';
import { QUOTA_SETTINGS } from '../../base/config/quota-settings.js';
import { readConditions } from '../../platform/wire/conditions.js';
import { paged, PageQuery } from '../../platform/wire/page.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import { CreateProjectDto, ProjectDto, UpdateProjectDto } from './project.dto.js';
import { ProjectsService, projectTag } from './projects.service.js';
import { Quotas, type QuotaUse } from './quotas.service.js';
import { UsageDto } from './usage.dto.js';

@ApiTags('projects')
@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly quotas: Quotas,
  ) {}

  /** Lists the projects that the calling token has access to. */
  @Get()
  @ApiOperation({ summary: 'List the projects visible to the caller' })
  @ManageRole('viewer')
  @ApiOkResponse({ type: [ProjectDto] })
  list(
    @CurrentUser() caller: TokenCaller,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectDto[]> {
    return paged(query, response, (page) => this.projects.list(caller, page));
  }

  /** Creates a project with a workspace named "default"; for administrators of the installation. */
  @Post()
  @ApiOperation({ summary: 'Create a project' })
  @InstallationAdmin('makes projects')
  @ApiCreatedResponse({ type: ProjectDto })
  create(@CurrentUser() caller: TokenCaller, @Body() body: CreateProjectDto): Promise<ProjectDto> {
    return this.projects.create(caller, body);
  }

  @Get(':project_id')
  @ApiOperation({ summary: 'Read a project' })
  @ManageRole('viewer')
  @ApiProjectId()
  @ApiOkResponse({ type: ProjectDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() caller: TokenCaller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectDto> {
    return answer(response, await this.projects.read(project, caller.role));
  }

  @Get(':project_id/usage')
  @ApiOperation({ summary: 'Read the usage and limits of a project' })
  @ManageRole('viewer')
  @ApiProjectId()
  @ApiOkResponse({ type: [UsageDto] })
  async usage(@CurrentProject() project: ProjectRef): Promise<UsageDto[]> {
    return (await this.quotas.uses(project.id)).map(usageDto);
  }

  /** Renames a project; its slug stays. */
  @Patch(':project_id')
  @ApiOperation({ summary: 'Rename a project', description: conditionsNote('project') })
  @ManageRole('admin')
  @ApiProjectId()
  @ApiOkResponse({ type: ProjectDto, headers: CONTENT_TAG })
  async rename(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() caller: TokenCaller,
    @Body() body: UpdateProjectDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProjectDto> {
    const conditions = readConditions(request);
    return answer(response, await this.projects.rename(project, caller.role, body, conditions));
  }
}

/** Returns the project as clients see it, and sets its ETag. */
function answer(response: Response, project: ProjectDto): ProjectDto {
  return tagged(response, projectTag(project), project);
}

function usageDto({ quota, used, limit }: QuotaUse): UsageDto {
  const { env, description } = QUOTA_SETTINGS[quota];
  return {
    setting: env,
    description: description.replace(/;.*/, '.'),
    used,
    limit: limit === 0 ? null : limit,
  };
}

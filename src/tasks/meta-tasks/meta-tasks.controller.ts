import {
  Body,
  Controller,
  Get,
  HttpCode,
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
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import {
  ApiProjectId,
  CurrentCaller,
  CurrentProject,
  ManageRole,
} from '../../access/auth/access.decorators.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { paged, PARSED_ITEMS } from '../../platform/wire/page.js';
import { LargeBody } from '../../platform/wire/large-body.decorator.js';
import { DEFINITIONS } from './definition.js';
import { MAX_SCRIPT_BODY } from './script-body.js';
import type { MetaTask } from './meta-task.js';
import {
  ChangedMetaTaskDto,
  ChangeMetaTaskDto,
  CreateMetaTaskDto,
  MetaTaskDto,
} from './meta-task.dto.js';
import { Activities, type Activity } from './activity.js';
import { Dependents, toTaskRules } from './dependents.js';
import { EntriesPageQuery } from '../catalogue/list-entries.query.js';
import { ListMetaTasksQuery } from './list-meta-tasks.query.js';
import {
  type ActivityDto,
  LARGE,
  ListedMetaTaskDto,
  ListedVersionDto,
} from './listed-meta-task.dto.js';
import { readConditions } from '../../platform/wire/conditions.js';
import { toEtag } from '../catalogue/entry-etag.js';
import { entryWire, ETAG } from '../catalogue/entry.wire.js';
import { conditionsNote, isNotModified } from '../../platform/wire/tagged.js';
import { versionNumber } from '../catalogue/unknown-entry.js';
import { SourceFileDto } from './meta-task-sources.dto.js';
import { sourceLanguage } from './source-language.js';
import { readSources } from '../../sandbox/runtime/sources/read-sources.js';
import { META_TASK } from './meta-task-kind.js';
import { MetaTasksService } from './meta-tasks.service.js';

const CONDITIONS = conditionsNote('meta-task');

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/task-types')
export class MetaTasksController {
  constructor(
    private readonly metaTasks: MetaTasksService,
    private readonly activities: Activities,
    private readonly dependents: Dependents,
  ) {}

  @Post()
  @ManageRole('author')
  @LargeBody(MAX_SCRIPT_BODY)
  @ApiOperation({ summary: 'Create a meta-task' })
  @ApiCreatedResponse({ type: MetaTaskDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: CreateMetaTaskDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetaTaskDto> {
    return tagged(response, await this.metaTasks.create(project.id, body, caller.name));
  }

  @Get()
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'List meta-tasks, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [ListedMetaTaskDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListMetaTasksQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedMetaTaskDto[]> {
    const summary = query.fields === 'summary';
    const filter = { archived: query.archived === 'true', q: query.q, summary };
    const found = await paged(
      query,
      response,
      (page) => this.metaTasks.list(project.id, { ...page, ...filter }),
      summary ? undefined : PARSED_ITEMS,
    );
    const listed = found.map((one) => (summary ? toSummary(wire(one)) : wire(one)));
    if (query.with !== 'activity') return listed;
    const identifiers = found.map(({ identifier }) => identifier);
    const activities = await this.activities.of(project.id, identifiers);
    return listed.map((one) => ({ ...one, ...toActivityFields(activities.get(one.identifier)) }));
  }

  @Get(':task_type')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read a meta-task, by id or identifier',
    description: 'Honours If-None-Match. The ETag is the version number.',
  })
  @ApiOkResponse({ type: MetaTaskDto, headers: ETAG })
  @ApiResponse({
    status: 304,
    description: 'Not modified: If-None-Match names the current version.',
  })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MetaTaskDto | undefined> {
    const metaTask = await this.metaTasks.get(project.id, reference);
    return isNotModified(request, response, toEtag(metaTask)) ? undefined : wire(metaTask);
  }

  @Patch(':task_type')
  @ManageRole('author')
  @LargeBody(MAX_SCRIPT_BODY)
  @ApiOperation({
    summary: 'Change a meta-task; creates a new version if anything changes',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ChangedMetaTaskDto })
  async change(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_type') reference: string,
    @Body() body: ChangeMetaTaskDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedMetaTaskDto> {
    const conditions = readConditions(request);
    const { id } = project;
    return this.changed(
      response,
      project,
      await this.metaTasks.change(id, reference, body, caller.name, conditions),
    );
  }

  @Get(':task_type/versions')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'List the versions of a meta-task, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [ListedVersionDto] })
  async versions(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Query() query: EntriesPageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedVersionDto[]> {
    const summary = query.fields === 'summary';
    const found = await paged(
      query,
      response,
      (page) => this.metaTasks.versions(project.id, reference, { ...page, summary }),
      summary ? undefined : PARSED_ITEMS,
    );
    return found.map((one) => (summary ? toSummary(wire(one)) : wire(one)));
  }

  @Get(':task_type/versions/:version')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read one version of a meta-task' })
  @ApiOkResponse({ type: MetaTaskDto })
  async version(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Param('version') version: string,
  ): Promise<MetaTaskDto> {
    return wire(
      await this.metaTasks.get(project.id, reference, versionNumber(META_TASK, reference, version)),
    );
  }

  @Get(':task_type/versions/:version/sources')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read the source files of a version, the one with `run` first',
    description: 'Bundles are unpacked. Empty if the meta-task has no script.',
  })
  @ApiOkResponse({ type: [SourceFileDto] })
  async sources(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Param('version') version: string,
  ): Promise<SourceFileDto[]> {
    const number = versionNumber(META_TASK, reference, version);
    const { script, script_language: language } = await this.metaTasks.get(
      project.id,
      reference,
      number,
    );
    if (script === null) return [];
    const { files, areWritten } = await readSources('sources', { script, language });
    return [...files].map(([path, content]) => ({
      path,
      language: sourceLanguage(path),
      content,
      generated: !areWritten,
    }));
  }

  @Post(':task_type/versions/:version/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Make an earlier version current again',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ChangedMetaTaskDto })
  async restoreVersion(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Param('version') version: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedMetaTaskDto> {
    const number = versionNumber(META_TASK, reference, version);
    const conditions = readConditions(request);
    return this.changed(
      response,
      project,
      await this.metaTasks.restoreVersion(project.id, reference, number, conditions),
    );
  }

  @Post(':task_type/archive')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Archive a meta-task, so that it accepts no new tasks',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ChangedMetaTaskDto })
  async archive(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedMetaTaskDto> {
    const conditions = readConditions(request);
    return this.changed(
      response,
      project,
      await this.metaTasks.setArchived(project.id, reference, true, conditions),
    );
  }

  @Post(':task_type/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Restore an archived meta-task',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ChangedMetaTaskDto })
  async restore(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangedMetaTaskDto> {
    const conditions = readConditions(request);
    return this.changed(
      response,
      project,
      await this.metaTasks.setArchived(project.id, reference, false, conditions),
    );
  }

  /** Returns a meta-task after a change, with the resources that the change has broken. */
  private async changed(
    response: Response,
    { id }: ProjectRef,
    metaTask: MetaTask,
  ): Promise<ChangedMetaTaskDto> {
    const warnings = await this.dependents.collectWarnings(id, toTaskRules(metaTask));
    return { ...tagged(response, metaTask), warnings };
  }
}

/** Sets the ETag and returns the meta-task as clients see it. */
function tagged(response: Response, metaTask: MetaTask): MetaTaskDto {
  response.setHeader('ETag', toEtag(metaTask));
  return wire(metaTask);
}

/** Returns a meta-task without its large members. */
function toSummary(whole: MetaTaskDto): ListedVersionDto {
  const summary: ListedVersionDto = { ...whole };
  for (const name of LARGE) delete summary[name];
  return summary;
}

function toActivityFields(activity: Activity | undefined): { activity?: ActivityDto } {
  if (activity === undefined) return {};
  const { lastRun, spark, nextAt, failingSince } = activity;
  return {
    activity: {
      last_run: lastRun === null ? null : { ...lastRun, at: isoTime(lastRun.at) },
      spark,
      next_at: isoTimeOrNull(nextAt),
      failing_since: isoTimeOrNull(failingSince),
    },
  };
}

function wire(metaTask: MetaTask): MetaTaskDto {
  return {
    ...entryWire(metaTask),
    ...DEFINITIONS.part(metaTask),
    dependency_lock: metaTask.dependencyLock,
    large_script: toLargeScript(metaTask),
    docker_image_version_id: metaTask.image?.versionId ?? null,
    docker_image_digest: metaTask.image?.digest ?? null,
    params_schema: metaTask.params_schema ?? metaTask.inferredParamsSchema,
    params_schema_inferred:
      metaTask.params_schema === null && metaTask.inferredParamsSchema !== null,
  };
}

function toLargeScript({ storedScript }: MetaTask): MetaTaskDto['large_script'] {
  if (storedScript === null) return null;
  const { bytes, sha256 } = storedScript;
  return { bytes, sha256 };
}

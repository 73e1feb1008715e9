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
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { paged, PARSED_ITEMS } from '../../platform/wire/page.js';
import { AGENT, AGENT_DEFINITIONS, type Agent } from './agent.js';
import { AgentDto, ChangeAgentDto, CreateAgentDto, ListedAgentDto } from './agent.dto.js';
import { EntriesPageQuery, ListEntriesQuery } from '../../tasks/catalogue/list-entries.query.js';
import { readConditions } from '../../platform/wire/conditions.js';
import { toEtag } from '../../tasks/catalogue/entry-etag.js';
import { entryWire, ETAG } from '../../tasks/catalogue/entry.wire.js';
import { conditionsNote, isNotModified } from '../../platform/wire/tagged.js';
import { versionNumber } from '../../tasks/catalogue/unknown-entry.js';
import { AgentsService } from './agents.service.js';

const CONDITIONS = conditionsNote('agent');

@ApiTags('agents')
@ApiProjectId()
@Controller('projects/:project_id/agents')
export class AgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Post()
  @ManageRole('author')
  @ApiOperation({ summary: 'Create an agent' })
  @ApiCreatedResponse({ type: AgentDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: CreateAgentDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto> {
    return tagged(response, await this.agents.create(project.id, body, caller.name));
  }

  @Get()
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'List agents, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [ListedAgentDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListEntriesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedAgentDto[]> {
    const summary = query.fields === 'summary';
    const filter = { archived: query.archived === 'true', q: query.q, summary };
    const found = await paged(
      query,
      response,
      (page) => this.agents.list(project.id, { ...page, ...filter }),
      summary ? undefined : PARSED_ITEMS,
    );
    return found.map((one) => listed(one, summary));
  }

  @Get(':agent')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read an agent, by id or identifier',
    description: 'Honours If-None-Match. The ETag is the version number.',
  })
  @ApiOkResponse({ type: AgentDto, headers: ETAG })
  @ApiResponse({
    status: 304,
    description: 'Not modified: If-None-Match names the current version.',
  })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto | undefined> {
    const agent = await this.agents.get(project.id, reference);
    return isNotModified(request, response, toEtag(agent)) ? undefined : wire(agent);
  }

  @Patch(':agent')
  @ManageRole('author')
  @ApiOperation({
    summary: 'Change an agent; creates a new version if anything changes',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: AgentDto })
  async change(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('agent') reference: string,
    @Body() body: ChangeAgentDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto> {
    const conditions = readConditions(request);
    const { id } = project;
    return tagged(response, await this.agents.change(id, reference, body, caller.name, conditions));
  }

  @Get(':agent/versions')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'List the versions of an agent, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [ListedAgentDto] })
  async versions(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Query() query: EntriesPageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedAgentDto[]> {
    const summary = query.fields === 'summary';
    const found = await paged(
      query,
      response,
      (page) => this.agents.versions(project.id, reference, { ...page, summary }),
      summary ? undefined : PARSED_ITEMS,
    );
    return found.map((one) => listed(one, summary));
  }

  @Get(':agent/versions/:version')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read one version of an agent' })
  @ApiOkResponse({ type: AgentDto })
  async version(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Param('version') version: string,
  ): Promise<AgentDto> {
    return wire(
      await this.agents.get(project.id, reference, versionNumber(AGENT, reference, version)),
    );
  }

  @Post(':agent/versions/:version/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Make an earlier version current again',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: AgentDto })
  async restoreVersion(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Param('version') version: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto> {
    const number = versionNumber(AGENT, reference, version);
    const conditions = readConditions(request);
    return tagged(
      response,
      await this.agents.restoreVersion(project.id, reference, number, conditions),
    );
  }

  @Post(':agent/archive')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Archive an agent, so that it accepts no new meta-tasks and its tasks are refused',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: AgentDto })
  async archive(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto> {
    const conditions = readConditions(request);
    return tagged(response, await this.agents.setArchived(project.id, reference, true, conditions));
  }

  @Post(':agent/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Restore an archived agent',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: AgentDto })
  async restore(
    @CurrentProject() project: ProjectRef,
    @Param('agent') reference: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AgentDto> {
    const conditions = readConditions(request);
    return tagged(
      response,
      await this.agents.setArchived(project.id, reference, false, conditions),
    );
  }
}

/** Returns the agent as sent to clients, and sets its ETag. */
function tagged(response: Response, agent: Agent): AgentDto {
  response.setHeader('ETag', toEtag(agent));
  return wire(agent);
}

function listed(agent: Agent, isSummary: boolean): ListedAgentDto {
  const { instructions, ...summary } = wire(agent);
  return isSummary ? summary : { ...summary, instructions };
}

function wire(agent: Agent): AgentDto {
  return { ...entryWire(agent), ...AGENT_DEFINITIONS.part(agent) };
}

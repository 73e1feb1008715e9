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
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { JsonObject } from '../../../base/kernel/json.js';
import { readConditions } from '../../../platform/wire/conditions.js';
import { idOf, LARGE_ITEMS, pagedAfter } from '../../../platform/wire/page.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../../platform/wire/tagged.js';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../../../access/auth/caller.js';
import { ListMcpCallsQuery, McpCallDto, mcpCallDto } from '../steps/mcp-call.dto.js';
import { McpCalls } from '../steps/mcp-calls.service.js';
import { type AnyMcpServer, type McpTool, serverTag } from './mcp-server.js';
import {
  AcceptMcpToolDto,
  CreateMcpServerDto,
  ListMcpToolsQuery,
  McpServerDto,
  McpToolDto,
  RefreshedMcpServerDto,
  UpdateMcpServerDto,
} from './mcp-server.dto.js';
import { mcpServerDto, mcpToolDto } from './mcp-server.wire.js';
import { McpServersService } from './mcp-servers.service.js';
import { McpTools } from './mcp-tools.service.js';

@ApiTags('mcp-servers')
@ApiProjectId()
@Controller('projects/:project_id/mcp-servers')
export class McpServersController {
  constructor(
    @Inject(McpServersService) private readonly servers: McpServersService,
    @Inject(McpTools) private readonly tools: McpTools,
    @Inject(McpCalls) private readonly calls: McpCalls,
  ) {}

  @Get()
  @ManageRole('author')
  @ApiOperation({ summary: 'List the MCP servers of a project, by name' })
  @ApiOkResponse({ type: [McpServerDto] })
  async list(@CurrentProject() { id }: ProjectRef): Promise<McpServerDto[]> {
    return (await this.servers.list(id)).map(mcpServerDto);
  }

  @Post()
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Add an MCP server',
    description: 'Does not contact the server until its tools are listed.',
  })
  @ApiCreatedResponse({ type: McpServerDto, headers: CONTENT_TAG })
  async create(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Body() body: CreateMcpServerDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpServerDto> {
    return answer(response, await this.servers.create(id, given(body), name));
  }

  @Get(':server_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Read an MCP server' })
  @ApiOkResponse({ type: McpServerDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('server_id') serverId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpServerDto> {
    return answer(response, await this.servers.get(id, serverId));
  }

  @Patch(':server_id')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change an MCP server',
    description: `Omitted members keep their values; \`auth\` and \`tools\` are replaced as a whole. Known tools newly named in \`tools\` are accepted as they are. ${conditionsNote('server')}`,
  })
  @ApiOkResponse({ type: McpServerDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Param('server_id') serverId: string,
    @Body() body: UpdateMcpServerDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpServerDto> {
    const by = { by: name, conditions: readConditions(request) };
    return answer(response, await this.servers.update(id, serverId, given(body), by));
  }

  @Delete(':server_id')
  @ManageRole('admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Delete an MCP server', description: conditionsNote('server') })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('server_id') serverId: string,
    @Req() request: Request,
  ): Promise<void> {
    return this.servers.remove(id, serverId, readConditions(request));
  }

  @Post(':server_id/refresh')
  @ManageRole('admin')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'List the tools of an MCP server again, by asking the server',
    description:
      'The first time, the tools named in `tools` are accepted. If the server does not answer, 422 says what to correct.',
  })
  @ApiOkResponse({ type: RefreshedMcpServerDto })
  async refresh(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Param('server_id') serverId: string,
    @Req() request: Request,
  ): Promise<RefreshedMcpServerDto> {
    const gone = new AbortController();
    request.res?.once('close', () => gone.abort(new Error('the client has gone')));
    const { server, tools } = await this.tools.refresh(id, serverId, name, gone.signal);
    return { server: mcpServerDto(server), tools: tools.map(mcpToolDto) };
  }

  @Get(':server_id/calls')
  @ManageRole('author')
  @ApiOperation({
    summary: 'List the calls of an MCP server, newest first',
    description:
      'One entry per exchange recorded by a step of a task, kept as long as the task. Arguments are in the steps. Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [McpCallDto] })
  async listCalls(
    @CurrentProject() { id }: ProjectRef,
    @Param('server_id') serverId: string,
    @Query() query: ListMcpCallsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpCallDto[]> {
    const found = await pagedAfter(query, response, idOf, (page) =>
      this.calls.list(id, serverId, page),
    );
    return found.map(mcpCallDto);
  }

  @Get(':server_id/tools')
  @ManageRole('author')
  @ApiOperation({
    summary: 'List the known tools of an MCP server, by name',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [McpToolDto] })
  async listTools(
    @CurrentProject() { id }: ProjectRef,
    @Param('server_id') serverId: string,
    @Query() query: ListMcpToolsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<McpToolDto[]> {
    const nameOf = ({ name }: McpTool): string => name;
    const found = await pagedAfter(
      query,
      response,
      nameOf,
      (page) => this.tools.list(id, serverId, page),
      LARGE_ITEMS,
    );
    return found.map(mcpToolDto);
  }

  @Post(':server_id/tools/:tool/accept')
  @ManageRole('admin')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Accept a new or changed tool in its current form' })
  @ApiOkResponse({ type: McpToolDto })
  async accept(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() user: TokenCaller,
    @Param('server_id') serverId: string,
    @Param('tool') name: string,
    @Body() { hash = null }: AcceptMcpToolDto,
  ): Promise<McpToolDto> {
    return mcpToolDto(await this.tools.accept(id, serverId, { name, hash }, user.name));
  }
}

/** Returns the server as sent to clients, and sets its ETag. */
function answer(response: Response, server: AnyMcpServer): McpServerDto {
  return tagged(response, serverTag(server), mcpServerDto(server));
}

/** Returns the unvalidated body: server-reader.ts checks it. */
function given(body: object): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

import { Body, Controller, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG } from '../../base/tokens.js';
import type { Config } from '../../base/config/settings.js';
import { AuditLog } from '../../access/audit/audit-log.service.js';
import { NotAudited } from '../../access/audit/not-audited.decorator.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { clientAddress } from '../../access/auth/client-address.js';
import { McpEndpoint } from './mcp-endpoint.service.js';
import { McpQueryDto } from './mcp.dto.js';
import { refuseOtherSites } from './own-hosts.js';
import type { DoneByTool, McpRequest } from './request.js';
import { SESSION_HEADER, sessionFor } from './session.js';
import { toolNames } from './tool-names.js';

const MESSAGE = { schema: { type: 'object', description: 'JSON-RPC 2.0 message.' } } as const;

@ApiTags('mcp')
@Controller('external/v1/projects/:project_id/mcp')
export class McpController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly endpoint: McpEndpoint,
    private readonly log: AuditLog,
  ) {}

  @Post()
  @NotAudited('What a tool changes is recorded for itself.')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Handle a message of an MCP client',
    description:
      'Model Context Protocol over Streamable HTTP, revisions 2026-07-28 and 2025-11-25. There are no sessions: each message is handled separately.',
  })
  @ApiBody({ description: 'JSON-RPC 2.0 message.', schema: { type: 'object' } })
  @ApiOkResponse({
    description: 'Response, or a stream of notifications that ends with the response.',
    content: { 'application/json': MESSAGE, 'text/event-stream': { schema: { type: 'string' } } },
  })
  @ApiResponse({ status: 202, description: 'Notification accepted.' })
  async post(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Query() query: McpQueryDto,
    @Body() body: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { host, origin } = request.headers;
    refuseOtherSites(this.config, { host, origin });
    const mcp: McpRequest = {
      project,
      caller,
      tools: toolNames(query.tools),
      session: request.get(SESSION_HEADER),
      waitMs: query.wait_seconds * 1000,
      audit: (done) => this.record(project, caller, request, response, done),
    };
    const session = sessionFor(body);
    if (session !== null) response.set(SESSION_HEADER, session);
    await this.endpoint.handle(mcp, request, response, body);
  }

  private record(
    project: ProjectRef,
    caller: Caller,
    request: Request,
    response: Response,
    done: DoneByTool,
  ): Promise<void> {
    return this.log.record({
      ...done,
      caller,
      projectId: project.id,
      address: clientAddress(request),
      requestId: String(response.getHeader('X-Request-Id')),
    });
  }
}

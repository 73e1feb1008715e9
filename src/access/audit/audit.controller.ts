import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { idOf, LARGE_ITEMS, pagedAfter } from '../../platform/wire/page.js';
import {
  ApiProjectId,
  CurrentProject,
  InstallationAdmin,
  ManageRole,
} from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRecordDto, ExportAuditQuery, ListAuditQuery } from './audit.dto.js';

const LINES = 'application/jsonl';

@ApiTags('audit')
@Controller()
export class AuditController {
  constructor(@Inject(AuditLog) private readonly log: AuditLog) {}

  /** The records of a project, newest first. */
  @Get('projects/:project_id/audit')
  @ManageRole('admin')
  @ApiProjectId()
  @ApiOperation({ summary: 'List the changes that callers made in a project' })
  @ApiOkResponse({ type: [AuditRecordDto] })
  ofProject(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: ListAuditQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditRecordDto[]> {
    return this.page(id, query, response);
  }

  /** Exports all records of a project as lines of JSON. */
  @Get('projects/:project_id/audit/export')
  @ManageRole('admin')
  @ApiProjectId()
  @ApiOperation({ summary: 'Export the audit log of a project as JSON, one record per line' })
  @ApiOkResponse({ content: { [LINES]: { schema: { type: 'string' } } } })
  async exportProject(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: ExportAuditQuery,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('Content-Type', `${LINES}; charset=utf-8`);
    // A client that disconnects is not an error.
    await pipeline(Readable.from(this.log.lines(id, query)), response).catch(() =>
      response.destroy(),
    );
  }

  /** The records that belong to no project: tokens, sessions, new projects. */
  @Get('audit')
  @InstallationAdmin('reads this')
  @ApiOperation({ summary: 'List the changes that callers made outside of projects' })
  @ApiOkResponse({ type: [AuditRecordDto] })
  async ofInstallation(
    @Query() query: ListAuditQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditRecordDto[]> {
    return this.page(null, query, response);
  }

  private async page(
    projectId: string | null,
    { limit: most, cursor: from, ...filter }: ListAuditQuery,
    response: Response,
  ): Promise<AuditRecordDto[]> {
    return pagedAfter(
      { limit: most, cursor: from },
      response,
      idOf,
      (page) => this.log.list(projectId, filter, page),
      LARGE_ITEMS,
    );
  }
}

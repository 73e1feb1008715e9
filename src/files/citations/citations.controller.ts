import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { idOf, pagedAfter } from '../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { normalisePath } from '../files/tree/file-path.js';
import { CitationDto, ListCitationsQuery } from './citation.dto.js';
import { type Citation, Citations } from './citations.service.js';

@ApiTags('citations')
@Controller('external/v1/projects/:project_id/citations')
export class CitationsController {
  constructor(private readonly citations: Citations) {}

  @Get()
  @ExternalScope('tasks:read', () => 'files:read')
  @ApiOperation({
    summary: 'List the citations in results, oldest first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [CitationDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: ListCitationsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CitationDto[]> {
    const { task_id: taskId, ws: workspaceId, stale } = query;
    const path = query.path === undefined ? undefined : normalisePath(query.path, '?path');
    const filter = { taskId, workspaceId, path, stale };
    const found = await pagedAfter(query, response, idOf, ({ limit, cursor }) =>
      this.citations.list(id, filter, { limit, after: cursor }),
    );
    return found.map(citationDto);
  }
}

function citationDto(citation: Citation): CitationDto {
  const { id, path, quote, heading, line, etag, stale } = citation;
  return {
    id,
    task_id: citation.taskId,
    ws: citation.workspaceId,
    path,
    quote,
    heading,
    line,
    etag,
    stale,
    stale_at: isoTimeOrNull(citation.staleAt),
    created_at: isoTime(citation.createdAt),
  };
}

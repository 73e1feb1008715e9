import { Controller, Get, Inject, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentProject, ExternalScope } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { normalisePath } from '../files/tree/file-path.js';
import { WorkspacesService } from '../files/workspaces/workspaces.service.js';
import { linkNext } from '../../platform/wire/link-next.js';
import { SearchFilesQueryDto, SearchResultDto } from './search.dto.js';
import { searchResultDto } from './search.wire.js';
import { SearchService } from './search.service.js';

/** The header that says whether sections were also searched by meaning. */
const MEANING = 'X-Search-Meaning';

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files/search')
export class SearchController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(SearchService) private readonly searches: SearchService,
  ) {}

  @Get()
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'Search the text files of a project',
    description:
      'Best match first. Each result is part of a file: the section below a heading, or some lines.',
  })
  @ApiOkResponse({
    type: [SearchResultDto],
    headers: {
      Link: { description: 'Next page, as rel="next".', schema: { type: 'string' } },
      [MEANING]: {
        description:
          'State of searching by meaning, for a project that uses it: `used`, or `unavailable` if the embedding model did not answer in time, so that results were found by words alone.',
        schema: { type: 'string', enum: ['used', 'unavailable'] },
      },
    },
  })
  async find(
    @CurrentProject() project: ProjectRef,
    @Query() query: SearchFilesQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchResultDto[]> {
    const path = query.path === undefined ? undefined : normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    const { limit, cursor } = query;
    const { results, next, meaning } = await this.searches.search(workspace, query.q, {
      limit,
      cursor,
      path,
    });
    if (meaning !== 'off') response.setHeader(MEANING, meaning);
    if (next !== null) linkNext(response, { cursor: next });
    return results.map(searchResultDto);
  }
}

import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { normalisePath } from '../tree/file-path.js';
import { FileQueryDto } from '../tree/file-query.dto.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { MAX_HEADINGS } from './outline.js';
import { FileOutlineDto } from './outline.dto.js';
import { fileOutlineDto } from './outline.wire.js';
import { TextReaderService } from './text-reader.service.js';

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files/outline')
export class OutlineController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(TextReaderService) private readonly texts: TextReaderService,
  ) {}

  @Get()
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'List the headings of a Markdown file',
    description: `Returns the first ${MAX_HEADINGS} headings, or fewer if titles are long. Other text files have no headings.`,
  })
  @ApiOkResponse({ type: FileOutlineDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Query() query: FileQueryDto,
  ): Promise<FileOutlineDto> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    return fileOutlineDto(await this.texts.outline(workspace, path));
  }
}

import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Inject,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { linkNext } from '../../../platform/wire/link-next.js';
import { FileEntryDto } from '../tree/file.dto.js';
import { fileEntryDto } from '../tree/file.wire.js';
import { newPath, normalisePath } from '../tree/file-path.js';
import { FileQueryDto, ListDeletedQueryDto, ListVersionsQueryDto } from '../tree/file-query.dto.js';
import { DroppedVersionsDto, FileVersionDto, RestoreVersionDto } from './file-version.dto.js';
import { FileVersionsService } from './file-versions.service.js';
import { readConditions } from '../../../platform/wire/conditions.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { isoTime } from '../../../base/kernel/clock.js';
import type { FileVersion } from './file-version.js';

const PAGES = {
  Link: { description: 'Next page, as rel="next".', schema: { type: 'string' } },
} as const;

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files')
export class FileVersionsController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(FileVersionsService) private readonly versions: FileVersionsService,
  ) {}

  @Get('versions')
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'List the versions of a file, newest first',
    description: 'Applies to the file at the path, or else to the file last deleted there.',
  })
  @ApiOkResponse({ type: [FileVersionDto], headers: PAGES })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListVersionsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileVersionDto[]> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    const { versions, next } = await this.versions.list(workspace, path, query);
    if (next !== null) linkNext(response, { cursor: next });
    return versions.map(fileVersionDto);
  }

  @Get('deleted')
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'List deleted files, by path',
    description: 'Returns the last version of each deleted file at or below the path.',
  })
  @ApiOkResponse({ type: [FileVersionDto], headers: PAGES })
  async deleted(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListDeletedQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileVersionDto[]> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    const { versions, next } = await this.versions.deleted(workspace, path, query);
    if (next !== null) linkNext(response, { cursor: next });
    return versions.map(fileVersionDto);
  }

  @Post('versions/:version_id/restore')
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Restore an earlier version of a file, or a deleted file',
    description:
      'The replaced content becomes an earlier version. Honours If-Match and If-None-Match. 201 if the file is created.',
  })
  @ApiOkResponse({ type: FileEntryDto })
  @ApiCreatedResponse({ type: FileEntryDto })
  async restore(
    @CurrentProject() project: ProjectRef,
    @Param('version_id') id: string,
    @Body() body: RestoreVersionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileEntryDto> {
    const to = body.to == null ? null : newPath(body.to, '/to');
    const { entry, created } = await this.versions.restore(
      project.id,
      id,
      to,
      readConditions(request),
    );
    response.setHeader('ETag', entry.etag ?? '');
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return fileEntryDto(entry);
  }

  @Delete('versions')
  @ExternalScope('files:write')
  @ApiOperation({
    summary:
      'Permanently remove the earlier versions of a file, or of everything below a directory',
    description: 'Current files are kept.',
  })
  @ApiOkResponse({ type: DroppedVersionsDto })
  async remove(
    @CurrentProject() project: ProjectRef,
    @Query() query: FileQueryDto,
  ): Promise<DroppedVersionsDto> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    return { dropped: await this.versions.drop(workspace, path) };
  }
}

function fileVersionDto(version: FileVersion): FileVersionDto {
  return {
    id: version.id,
    version: version.version,
    path: version.path,
    name: version.name,
    size: version.size,
    mime_type: version.mimeType,
    etag: version.etag,
    updated_at: isoTime(version.updatedAt),
    converted_from: version.convertedFrom,
    ended_at: version.endedAt === null ? null : isoTime(version.endedAt),
    ended_by: version.endedBy,
  };
}

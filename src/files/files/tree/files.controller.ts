import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Inject,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { invalidField } from '../../../base/kernel/errors.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { linkNext } from '../../../platform/wire/link-next.js';
import { decodeContent } from '../content/content-encoding.js';
import {
  FileContentDto,
  FileEntryDto,
  MoveFileDto,
  UploadFileDto,
  UploadOutcomeDto,
  WriteFileDto,
} from './file.dto.js';
import { fileEntryDto, filePartDto, uploadOutcomeDto } from './file.wire.js';
import { newPath, normalisePath } from './file-path.js';
import { FileQueryDto, ListFilesQueryDto, ReadFileQueryDto } from './file-query.dto.js';
import { FileReaderService } from './file-reader.service.js';
import { FileFinderService } from '../reading/file-finder.service.js';
import { TextReaderService } from '../reading/text-reader.service.js';
import { FileWriterService } from './file-writer.service.js';
import { readConditions, ifNoneMatchHolds } from '../../../platform/wire/conditions.js';
import { ConversionProgressService } from '../documents/conversion-progress.js';
import { UploadService } from '../uploads/upload.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files')
export class FilesController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(FileReaderService) private readonly reader: FileReaderService,
    @Inject(FileWriterService) private readonly writer: FileWriterService,
    @Inject(FileFinderService) private readonly finder: FileFinderService,
    @Inject(TextReaderService) private readonly texts: TextReaderService,
    @Inject(UploadService) private readonly uploads: UploadService,
    @Inject(ConversionProgressService) private readonly progress: ConversionProgressService,
  ) {}

  @Get()
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'List a directory',
    description: 'Sorted by directories first, then by name.',
  })
  @ApiOkResponse({
    type: [FileEntryDto],
    headers: {
      Link: { description: 'Next page, as rel="next".', schema: { type: 'string' } },
    },
  })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListFilesQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileEntryDto[]> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    if (query.glob !== undefined && query.converting)
      throw invalidField('?converting', 'cannot be given together with glob');
    const { entries, next } =
      query.glob === undefined
        ? await this.reader.list(workspace, path, query)
        : await this.finder.find(workspace, path, query.glob, query);
    if (next !== null) linkNext(response, { cursor: next });
    const progress = await this.progress.of(project.id, entries);
    return entries.map((entry) => fileEntryDto(entry, progress.get(entry.id)));
  }

  @Get('content')
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'Read a file of at most 8 MiB, or part of a text file',
    description: 'Use files/raw for larger files, or read them by lines.',
  })
  @ApiOkResponse({ type: FileContentDto })
  @ApiResponse({
    status: 304,
    description: 'Not modified: If-None-Match names the current content.',
  })
  async read(
    @CurrentProject() project: ProjectRef,
    @Query() query: ReadFileQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileContentDto | null> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    const part = await this.texts.part(workspace, path, query);
    // Express does this itself, except for a request with Cache-Control: no-cache, which fetch sends.
    if (request.get('if-none-match') !== undefined) {
      const etag = (part?.entry ?? (await this.reader.find(workspace, path)))?.etag ?? null;
      if (!ifNoneMatchHolds(readConditions(request), etag)) {
        response.status(HttpStatus.NOT_MODIFIED).setHeader('ETag', etag ?? '');
        return null;
      }
    }
    if (part !== null) {
      response.setHeader('ETag', part.entry.etag ?? '');
      return filePartDto(part);
    }
    const { entry, content, encoding } = await this.reader.read(workspace, path);
    response.setHeader('ETag', entry.etag ?? '');
    return { ...fileEntryDto(entry), content, encoding };
  }

  @Put('content')
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Write a whole file',
    description: 'Honours If-Match and If-None-Match. 201 for a new file, 200 for a replaced one.',
  })
  @ApiOkResponse({ type: FileEntryDto })
  @ApiCreatedResponse({ type: FileEntryDto })
  async write(
    @CurrentProject() project: ProjectRef,
    @Body() body: WriteFileDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileEntryDto> {
    const path = normalisePath(body.path, '/path');
    const content = decodeContent(body.content, body.encoding ?? 'utf-8');
    const workspace = await this.workspaces.resolve(project.id, body.ws, '/ws');
    const { entry, created } = await this.writer.write(
      workspace,
      path,
      content,
      readConditions(request),
    );
    response.setHeader('ETag', entry.etag ?? '');
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return fileEntryDto(entry);
  }

  @Post('upload')
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Upload one or more files, all or none unless atomic is false',
    description:
      'Parts may be in any order. The answer for one file is its entry, for several files an array in their order; with atomic=false it lists stored and failed files. Honours If-Match and If-None-Match for each file.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiExtraModels(FileEntryDto, UploadOutcomeDto)
  @ApiBody({ type: UploadFileDto })
  @ApiCreatedResponse({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(FileEntryDto) },
        { type: 'array', items: { $ref: getSchemaPath(FileEntryDto) } },
        { $ref: getSchemaPath(UploadOutcomeDto) },
      ],
    },
  })
  async upload(
    @CurrentProject() project: ProjectRef,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileEntryDto | FileEntryDto[] | UploadOutcomeDto> {
    const received = await this.uploads.receive(project.id, request, readConditions(request));
    if (!received.atomic) return uploadOutcomeDto(received);
    const stored = received.stored.map((entry) => fileEntryDto(entry));
    const [first, ...others] = stored;
    if (!first || others.length > 0) return stored;
    response.setHeader('ETag', first.etag ?? '');
    return first;
  }

  @Post('move')
  @HttpCode(HttpStatus.OK)
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Move or rename a directory, or a file with its versions',
    description: 'Honours If-Match and If-None-Match for the source.',
  })
  @ApiOkResponse({ type: FileEntryDto })
  async move(
    @CurrentProject() project: ProjectRef,
    @Body() body: MoveFileDto,
    @Req() request: Request,
  ): Promise<FileEntryDto> {
    const from = normalisePath(body.from, '/from');
    const to = newPath(body.to, '/to');
    const workspace = await this.workspaces.resolve(project.id, body.ws, '/ws');
    return fileEntryDto(await this.writer.move(workspace, from, to, readConditions(request)));
  }

  @Post('copy')
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Copy a file or directory without earlier versions',
    description: 'Honours If-Match and If-None-Match for the source.',
  })
  @ApiCreatedResponse({ type: FileEntryDto })
  async copy(
    @CurrentProject() project: ProjectRef,
    @Body() body: MoveFileDto,
    @Req() request: Request,
  ): Promise<FileEntryDto> {
    const from = normalisePath(body.from, '/from');
    const to = newPath(body.to, '/to');
    const workspace = await this.workspaces.resolve(project.id, body.ws, '/ws');
    return fileEntryDto(await this.writer.copy(workspace, from, to, readConditions(request)));
  }

  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  @ExternalScope('files:write')
  @ApiOperation({ summary: 'Delete a file, or a directory including its contents' })
  @ApiNoContentResponse()
  async remove(
    @CurrentProject() project: ProjectRef,
    @Query() query: FileQueryDto,
    @Req() request: Request,
  ): Promise<void> {
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    await this.writer.remove(workspace, path, readConditions(request));
  }
}

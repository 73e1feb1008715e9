import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, HttpStatus, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { ByteRange, DownloadHeaders } from '../../../platform/storage/blob-store.js';
import { byteRange } from './byte-range.js';
import { attachment } from './content-disposition.js';
import {
  ifMatchHolds,
  ifNoneMatchHolds,
  readConditions,
} from '../../../platform/wire/conditions.js';
import type { FileEntry } from '../tree/file-entry.js';
import { normalisePath } from '../tree/file-path.js';
import { RawFileQueryDto } from '../tree/file-query.dto.js';
import { FileReaderService } from '../tree/file-reader.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';

/** Values of the Sec-Fetch-Dest header for which a browser would execute the file or embed it as a document. */
const CARRIED_OUT: ReadonlySet<string> = new Set([
  'audioworklet',
  'embed',
  'fencedframe',
  'frame',
  'iframe',
  'manifest',
  'object',
  'paintworklet',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'webidentity',
  'worker',
  'xslt',
]);

const CACHE_CONTROL = 'private, no-cache';
const BYTES = { schema: { type: 'string', format: 'binary' } } as const;

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files')
export class RawFilesController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(FileReaderService) private readonly reader: FileReaderService,
  ) {}

  @Get('raw')
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'Download a file',
    description:
      'Honours Range (one range), If-Range, If-Match and If-None-Match. Browsers cannot load files as scripts, styles or frames of a page. If the operator allows it, large files are answered with a redirect to the storage, which accepts the same Range.',
  })
  @ApiOkResponse({ content: { '*/*': BYTES } })
  @ApiResponse({
    status: 206,
    description: 'Requested range of the file.',
    content: { '*/*': BYTES },
  })
  @ApiResponse({
    status: 307,
    description: 'Location is a URL of the file that is valid for five minutes.',
  })
  @ApiResponse({
    status: 304,
    description: 'Not modified: If-None-Match names the current content.',
  })
  async read(
    @CurrentProject() project: ProjectRef,
    @Query() query: RawFileQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    refuseAsPartOfPage(request, response);
    const path = normalisePath(query.path, '?path');
    const workspace = await this.workspaces.resolve(project.id, query.ws, '?ws');
    const url = await this.reader.directUrl(workspace, path, (file) =>
      directHeaders(request, file),
    );
    if (url !== null) {
      // The URL grants access to the file, and only for a short time.
      response.setHeader('Cache-Control', 'no-store');
      response.redirect(HttpStatus.TEMPORARY_REDIRECT, url);
      return;
    }
    const wanted = (file: Described): ByteRange | null => wantedRange(request, response, file);
    if (query.original) {
      const { original, ...part } = await this.reader.openOriginal(workspace, path, wanted);
      await send(request, response, original, part.content, part.range);
      return;
    }
    const { entry, content, range } = await this.reader.open(workspace, path, wanted);
    await send(request, response, entry, content, range);
  }

  @Get('versions/:version_id/raw')
  @ExternalScope('files:read')
  @ApiOperation({
    summary: 'Download a version of a file',
    description: 'Honours the same headers as files/raw.',
  })
  @ApiOkResponse({ content: { '*/*': BYTES } })
  @ApiResponse({
    status: 206,
    description: 'Requested range of the version.',
    content: { '*/*': BYTES },
  })
  @ApiResponse({
    status: 304,
    description: 'Not modified: If-None-Match names the content of the version.',
  })
  async readVersion(
    @CurrentProject() project: ProjectRef,
    @Param('version_id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    refuseAsPartOfPage(request, response);
    const { version, content, range } = await this.reader.openVersion(project.id, id, (found) =>
      wantedRange(request, response, found),
    );
    await send(request, response, version, content, range);
  }
}

/** Metadata of a content for response headers. */
type Described = Pick<FileEntry, 'name' | 'size' | 'mimeType' | 'etag' | 'updatedAt'>;

async function send(
  request: Request,
  response: Response,
  file: Described,
  content: Readable,
  range: ByteRange | null,
): Promise<void> {
  setHeaders(response, file, range);
  if (!ifNoneMatchHolds(readConditions(request), file.etag))
    response.status(HttpStatus.NOT_MODIFIED);
  if (request.method === 'HEAD' || response.statusCode === 304) {
    content.destroy();
    if (response.statusCode === 304) response.removeHeader('Content-Length');
    response.end();
    return;
  }
  // A disconnected client is not an error. If reading fails midway, the connection is closed.
  await pipeline(content, response).catch(() => response.destroy());
}

function wantedRange(request: Request, response: Response, file: Described): ByteRange | null {
  const conditions = readConditions(request);
  if (!ifMatchHolds(conditions, file.etag))
    throw new MetarunError(
      'precondition_failed',
      `The file has the ETag ${file.etag}, which If-Match does not name.`,
    );
  if (!ifNoneMatchHolds(conditions, file.etag)) return null;
  const ifRange = request.get('if-range');
  if (ifRange !== undefined && ifRange !== file.etag) return null;
  const range = byteRange(request.get('range'), file.size);
  if (range !== 'unsatisfiable') return range;
  response.setHeader('Content-Range', `bytes */${file.size}`);
  throw new MetarunError(
    'range_not_satisfiable',
    `The file has ${file.size} bytes: no part of it is in the range ${quoted(request.get('range') ?? '')}.`,
  );
}

/**
 * Returns the headers for a download from the storage; null if the storage would answer the request differently from
 * this server.
 */
function directHeaders(request: Request, file: FileEntry): DownloadHeaders | null {
  const conditions = readConditions(request);
  const simple =
    request.method === 'GET' &&
    request.query['original'] !== 'true' &&
    request.get('if-range') === undefined &&
    ifMatchHolds(conditions, file.etag) &&
    ifNoneMatchHolds(conditions, file.etag) &&
    byteRange(request.get('range'), file.size) !== 'unsatisfiable';
  if (!simple) return null;
  return {
    contentType: file.mimeType ?? 'application/octet-stream',
    contentDisposition: attachment(file.name),
    cacheControl: CACHE_CONTROL,
  };
}

function setHeaders(response: Response, entry: Described, range: ByteRange | null): void {
  response.setHeader('Content-Type', entry.mimeType ?? 'application/octet-stream');
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : entry.size);
  response.setHeader('Content-Disposition', attachment(entry.name));
  response.setHeader('ETag', entry.etag ?? '');
  response.setHeader('Last-Modified', new Date(entry.updatedAt).toUTCString());
  response.setHeader('Accept-Ranges', 'bytes');
  response.setHeader('Cache-Control', CACHE_CONTROL);
  // Anyone with a key can store files, so a browser must not treat one as a page of this site.
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
  if (!range) return;
  response.status(HttpStatus.PARTIAL_CONTENT);
  response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${entry.size}`);
}

/**
 * Refuses a browser's request for a file as part of a page. The dashboard may load scripts only from its own server,
 * which also serves files by other authors.
 * @throws MetarunError `forbidden`
 */
function refuseAsPartOfPage(request: Request, response: Response): void {
  response.setHeader('Vary', 'Sec-Fetch-Dest');
  const use = request.get('sec-fetch-dest');
  if (use !== undefined && CARRIED_OUT.has(use))
    throw new MetarunError(
      'forbidden',
      `A page may not use a file as its ${use}: download it, or show it as an image or text.`,
    );
}

import { Body, Controller, HttpCode, HttpStatus, Inject, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { normalisePath } from '../tree/file-path.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { parseCharset } from './charset.js';
import { ReconversionDto, ReconvertDto } from './documents.dto.js';
import { ReconversionService } from './reconversion.service.js';

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files')
export class DocumentsController {
  constructor(
    @Inject(WorkspacesService) private readonly workspaces: WorkspacesService,
    @Inject(ReconversionService) private readonly reconversion: ReconversionService,
  ) {}

  @Post('reconvert')
  @HttpCode(HttpStatus.ACCEPTED)
  @ExternalScope('files:write')
  @ApiOperation({
    summary: 'Convert documents again from their originals in the background',
    description:
      'Applies to documents that other converters converted and to failed ones. Changed results become new versions.',
  })
  @ApiAcceptedResponse({ type: ReconversionDto })
  async reconvert(
    @CurrentProject() project: ProjectRef,
    @Body() body: ReconvertDto,
  ): Promise<ReconversionDto> {
    const path = normalisePath(body.path ?? '/', '/path');
    const charset = body.charset ?? '';
    const workspace = await this.workspaces.resolve(project.id, body.ws, '/ws');
    const { converting, upToDate } = await this.reconversion.begin(workspace, path, {
      all: body.all ?? false,
      charset: charset === '' ? null : parseCharset(charset, '/charset'),
    });
    return { converting, up_to_date: upToDate };
  }
}

import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../auth/caller.js';
import { paged, PageQuery } from '../../platform/wire/page.js';
import { ApiKeyDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('api-keys')
@ApiProjectId()
@Controller('projects/:project_id/api-keys')
@ManageRole('admin')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Lists the keys that have not been revoked. */
  @Get()
  @ApiOperation({ summary: 'List API keys' })
  @ApiOkResponse({ type: [ApiKeyDto] })
  list(
    @CurrentProject() project: ProjectRef,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyDto[]> {
    return paged(query, response, (page) => this.keys.list(project, page));
  }

  /** Creates an API key. Only this response contains it. */
  @Post()
  @ApiOperation({ summary: 'Create an API key; its secret is shown only once' })
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  create(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() user: TokenCaller,
    @Body() body: CreateApiKeyDto,
  ): Promise<CreatedApiKeyDto> {
    return this.keys.create(project, body, user.userId);
  }

  /** Revokes a key, which is refused from now on. */
  @Delete(':key_id')
  @ApiOperation({ summary: 'Revoke an API key' })
  @HttpCode(204)
  @ApiNoContentResponse()
  revoke(@CurrentProject() project: ProjectRef, @Param('key_id') id: string): Promise<void> {
    return this.keys.revoke(project, id);
  }
}

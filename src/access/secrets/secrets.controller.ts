import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Put,
  Res,
} from '@nestjs/common';
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
import { PutSecretDto, SecretDto, StoredSecretDto } from './secret.dto.js';
import { SecretsService } from './secrets.service.js';

@ApiTags('secrets')
@ApiProjectId()
@Controller('projects/:project_id/secrets')
export class SecretsController {
  constructor(private readonly secrets: SecretsService) {}

  /** Lists names and dates; values are never shown. */
  @Get()
  @ManageRole('author')
  @ApiOperation({ summary: 'List the secrets of a project, without their values' })
  @ApiOkResponse({ type: [SecretDto] })
  list(@CurrentProject() project: ProjectRef): Promise<SecretDto[]> {
    return this.secrets.list(project);
  }

  /** Stores a secret or replaces its value. Later runs, and later reads within a run, get the new value. */
  @Put(':name')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Store a secret or replace its value',
    description: '201 for a new secret, 200 for a replaced one.',
  })
  @ApiOkResponse({ type: StoredSecretDto })
  @ApiCreatedResponse({ type: StoredSecretDto })
  async put(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() user: TokenCaller,
    @Param('name') name: string,
    @Body() { value, hosts }: PutSecretDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StoredSecretDto> {
    const { secret, created } = await this.secrets.put(project, name, { value, hosts }, user.name);
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return secret;
  }

  @Delete(':name')
  @ManageRole('admin')
  @ApiOperation({ summary: 'Delete a secret' })
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(@CurrentProject() project: ProjectRef, @Param('name') name: string): Promise<void> {
    return this.secrets.remove(project, name);
  }
}

import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readConditions } from '../../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../../platform/wire/tagged.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../../../access/auth/caller.js';
import {
  CreateModelProviderDto,
  ModelProviderDto,
  TestedModelDto,
  TestModelDto,
  UpdateModelProviderDto,
} from './model-provider.dto.js';
import { modelProviderDto, usageDto } from './model-provider.wire.js';
import { ModelProvidersService, providerTag } from './model-providers.service.js';
import { ModelTest } from './model-test.service.js';
import type { StoredProvider } from './provider.js';

@ApiTags('models')
@ApiProjectId()
@Controller('projects/:project_id/model-providers')
export class ModelProvidersController {
  constructor(
    private readonly providers: ModelProvidersService,
    private readonly tests: ModelTest,
  ) {}

  @Get()
  @ManageRole('author')
  @ApiOperation({
    summary: 'List the model providers that a project may use',
    description:
      'Includes the providers of the installation, which the operator configures. Keys are never returned.',
  })
  @ApiOkResponse({ type: [ModelProviderDto] })
  async list(@CurrentProject() { id }: ProjectRef): Promise<ModelProviderDto[]> {
    return (await this.providers.list(id)).map(modelProviderDto);
  }

  @Post()
  @ManageRole('admin')
  @ApiOperation({ summary: 'Add a model provider' })
  @ApiCreatedResponse({ type: ModelProviderDto, headers: CONTENT_TAG })
  async create(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Body() body: CreateModelProviderDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelProviderDto> {
    return answer(response, await this.providers.create(id, given(body), name));
  }

  @Get(':provider_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Read a model provider' })
  @ApiOkResponse({ type: ModelProviderDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('provider_id') providerId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelProviderDto> {
    return answer(response, await this.providers.get(id, providerId));
  }

  @Patch(':provider_id')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change a model provider',
    description: `Omitted members keep their values; \`models\` and \`headers\` are replaced as a whole. ${conditionsNote('provider')}`,
  })
  @ApiOkResponse({ type: ModelProviderDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Param('provider_id') providerId: string,
    @Body() body: UpdateModelProviderDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelProviderDto> {
    const conditions = readConditions(request);
    return answer(
      response,
      await this.providers.update(id, providerId, given(body), name, conditions),
    );
  }

  @Delete(':provider_id')
  @ManageRole('admin')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete an unused model provider',
    description: conditionsNote('provider'),
  })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('provider_id') providerId: string,
    @Req() request: Request,
  ): Promise<void> {
    return this.providers.remove(id, providerId, readConditions(request));
  }

  @Post(':provider_id/test')
  @ManageRole('admin')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Test a model with a minimal request',
    description:
      'Uses a few tokens. If the model does not answer, 422 `model_error` says what to correct.',
  })
  @ApiOkResponse({ type: TestedModelDto })
  async test(
    @CurrentProject() { id }: ProjectRef,
    @Param('provider_id') providerId: string,
    @Body() { model }: TestModelDto,
    @Req() request: Request,
  ): Promise<TestedModelDto> {
    const gone = new AbortController();
    request.res?.once('close', () => gone.abort(new Error('the client has gone')));
    const tested = await this.tests.run(id, providerId, model, gone.signal);
    return { ok: true, latency_ms: tested.latencyMs, usage: usageDto(tested.usage) };
  }
}

/** Returns the provider as sent to clients, and sets its ETag. */
function answer(response: Response, provider: StoredProvider): ModelProviderDto {
  return tagged(response, providerTag(provider), modelProviderDto(provider));
}

/** Returns the unvalidated body: provider-reader.ts checks it, as it does for files. */
function given(body: object): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

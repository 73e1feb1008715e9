import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import type { JsonObject } from '../../../base/kernel/json.js';
import {
  ApiProjectId,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../auth/access.decorators.js';
import type { ProjectRef, TokenCaller } from '../../auth/caller.js';
import {
  CreateModelProviderDto,
  ModelProviderDto,
  TestedModelDto,
  TestModelDto,
  UpdateModelProviderDto,
} from './model-provider.dto.js';
import { modelProviderDto, usageDto } from './model-provider.wire.js';
import { ModelProvidersService } from './model-providers.service.js';
import { ModelTest } from './model-test.service.js';

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
    description: 'With those of the installation, which the operator names. No answer has a key.',
  })
  @ApiOkResponse({ type: [ModelProviderDto] })
  async list(@CurrentProject() { id }: ProjectRef): Promise<ModelProviderDto[]> {
    return (await this.providers.list(id)).map(modelProviderDto);
  }

  @Post()
  @ManageRole('admin')
  @ApiOperation({ summary: 'Add a model provider' })
  @ApiCreatedResponse({ type: ModelProviderDto })
  async create(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Body() body: CreateModelProviderDto,
  ): Promise<ModelProviderDto> {
    return modelProviderDto(await this.providers.create(id, given(body), name));
  }

  @Get(':provider_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Read a model provider' })
  @ApiOkResponse({ type: ModelProviderDto })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('provider_id') providerId: string,
  ): Promise<ModelProviderDto> {
    return modelProviderDto(await this.providers.get(id, providerId));
  }

  @Patch(':provider_id')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change a model provider',
    description: 'What is left out stays. `models` and `headers` are given as a whole.',
  })
  @ApiOkResponse({ type: ModelProviderDto })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @CurrentUser() { name }: TokenCaller,
    @Param('provider_id') providerId: string,
    @Body() body: UpdateModelProviderDto,
  ): Promise<ModelProviderDto> {
    return modelProviderDto(await this.providers.update(id, providerId, given(body), name));
  }

  @Delete(':provider_id')
  @ManageRole('admin')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a model provider that nothing names' })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('provider_id') providerId: string,
  ): Promise<void> {
    return this.providers.remove(id, providerId);
  }

  @Post(':provider_id/test')
  @ManageRole('admin')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ask a model for a word',
    description:
      'It costs a few tokens. Where no answer comes, 422 `model_error` says what to mend.',
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

/** The body as it came: provider-reader.ts checks it, as it does for files. */
function given(body: object): JsonObject {
  return JSON.parse(JSON.stringify(body)) as JsonObject;
}

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
import { isoTime } from '../../../base/kernel/clock.js';
import {
  ApiProjectId,
  CurrentCaller,
  CurrentProject,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../../access/auth/caller.js';
import { ExampleDto, PutExampleDto } from './example.dto.js';
import type { Example } from './example.js';
import { Examples } from './examples.service.js';

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/task-types/:task_type/examples')
export class ExamplesController {
  constructor(private readonly examples: Examples) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List the examples of a meta-task, by name, at most 50' })
  @ApiOkResponse({ type: [ExampleDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Param('task_type') metaTask: string,
  ): Promise<ExampleDto[]> {
    return (await this.examples.list(id, metaTask)).map(wire);
  }

  @Get(':name')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read an example, the params for a task' })
  @ApiOkResponse({ type: ExampleDto })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('task_type') metaTask: string,
    @Param('name') name: string,
  ): Promise<ExampleDto> {
    return wire(await this.examples.get(id, metaTask, name));
  }

  @Put(':name')
  @ManageRole('author')
  @ApiOperation({
    summary: 'Create or replace an example',
    description: '201 for a new example, 200 for a replaced one.',
  })
  @ApiOkResponse({ type: ExampleDto })
  @ApiCreatedResponse({ type: ExampleDto })
  async put(
    @CurrentProject() { id }: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_type') metaTask: string,
    @Param('name') name: string,
    @Body() { params, description = null }: PutExampleDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ExampleDto> {
    const given = { params, description };
    const { example, created } = await this.examples.put(id, metaTask, name, given, caller.name);
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return wire(example);
  }

  @Delete(':name')
  @ManageRole('author')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Delete an example' })
  @ApiNoContentResponse()
  remove(
    @CurrentProject() { id }: ProjectRef,
    @Param('task_type') metaTask: string,
    @Param('name') name: string,
  ): Promise<void> {
    return this.examples.remove(id, metaTask, name);
  }
}

function wire({ name, description, params, updatedBy, updatedAt }: Example): ExampleDto {
  return {
    name,
    description,
    params,
    updated_by: updatedBy,
    updated_at: isoTime(updatedAt),
  };
}

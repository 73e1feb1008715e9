import { Body, Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readConditions } from '../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import { ApiProjectId, CurrentProject, ManageRole } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { ChangeMemorySettingsDto, MemorySettingsDto } from './memory-settings.dto.js';
import {
  type MemorySettings,
  MemorySettingsService,
  memorySettingsTag,
} from './memory-settings.service.js';

@ApiTags('memories')
@ApiProjectId()
@Controller('projects/:project_id/memory-settings')
export class MemorySettingsController {
  constructor(private readonly settings: MemorySettingsService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read the memory settings of a project' })
  @ApiOkResponse({ type: MemorySettingsDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemorySettingsDto> {
    return answer(response, await this.settings.get(id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change the memory settings of a project',
    description: conditionsNote('settings'),
  })
  @ApiOkResponse({ type: MemorySettingsDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Body() { memory_model: model, memory_review: review }: ChangeMemorySettingsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemorySettingsDto> {
    const conditions = readConditions(request);
    return answer(response, await this.settings.change(id, { model, review }, conditions));
  }
}

/** Returns the settings as sent to clients, and sets their ETag. */
function answer(response: Response, settings: MemorySettings): MemorySettingsDto {
  const { model, review } = settings;
  return tagged(response, memorySettingsTag(settings), {
    memory_model: model,
    memory_review: review,
  });
}

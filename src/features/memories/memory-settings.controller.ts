import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, CurrentProject, ManageRole } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { ChangeMemorySettingsDto, MemorySettingsDto } from './memory-settings.dto.js';
import { type MemorySettings, MemorySettingsService } from './memory-settings.service.js';

@ApiTags('memories')
@ApiProjectId()
@Controller('projects/:project_id/memory-settings')
export class MemorySettingsController {
  constructor(private readonly settings: MemorySettingsService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read how a project keeps memories' })
  @ApiOkResponse({ type: MemorySettingsDto })
  async read(@CurrentProject() { id }: ProjectRef): Promise<MemorySettingsDto> {
    return settingsDto(await this.settings.get(id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiOperation({ summary: 'Change how a project keeps memories' })
  @ApiOkResponse({ type: MemorySettingsDto })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Body() { memory_model: model, memory_review: review }: ChangeMemorySettingsDto,
  ): Promise<MemorySettingsDto> {
    return settingsDto(await this.settings.change(id, { model, review }));
  }
}

function settingsDto({ model, review }: MemorySettings): MemorySettingsDto {
  return { memory_model: model, memory_review: review };
}

import { Body, Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readConditions } from '../../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../../platform/wire/tagged.js';
import {
  ApiProjectId,
  CurrentProject,
  ManageRole,
} from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { ChangeSearchSettingsDto, SearchSettingsDto } from './search-settings.dto.js';
import {
  type SearchSettings,
  SearchSettingsService,
  searchSettingsTag,
} from './search-settings.service.js';

@ApiTags('files')
@ApiProjectId()
@Controller('projects/:project_id/search-settings')
export class SearchSettingsController {
  constructor(private readonly settings: SearchSettingsService) {}

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read the search settings of a project' })
  @ApiOkResponse({ type: SearchSettingsDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchSettingsDto> {
    return answer(response, await this.settings.get(id));
  }

  @Patch()
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change the search settings of a project',
    description: conditionsNote('settings'),
  })
  @ApiOkResponse({ type: SearchSettingsDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Body() { by_meaning: byMeaning }: ChangeSearchSettingsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SearchSettingsDto> {
    return answer(response, await this.settings.change(id, byMeaning, readConditions(request)));
  }
}

/** Returns the settings as sent to clients, and sets their ETag. */
function answer(response: Response, settings: SearchSettings): SearchSettingsDto {
  const { byMeaning, isAvailable, sections, problem } = settings;
  return tagged(response, searchSettingsTag(settings), {
    by_meaning: byMeaning,
    available: isAvailable,
    sections,
    problem,
  });
}

import { Body, Controller, Get, Patch, Query, Req, Res } from '@nestjs/common';
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
import {
  ChangeModelBudgetDto,
  ModelBudgetDto,
  ModelUsageQuery,
  ModelUsageReportDto,
} from './model-usage.dto.js';
import { ModelUsageService } from './model-usage.service.js';
import { givenBudget, modelBudgetDto, usageReportDto } from './model-usage.wire.js';
import { budgetTag, type MonthBudgetUse, MonthBudgets } from './month-budgets.service.js';

@ApiTags('models')
@ApiProjectId()
@Controller('projects/:project_id')
export class ModelUsageController {
  constructor(
    private readonly usage: ModelUsageService,
    private readonly budgets: MonthBudgets,
  ) {}

  @Get('model-usage')
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'Read the model usage of a project by day, meta-task, model or agent',
  })
  @ApiOkResponse({ type: ModelUsageReportDto })
  async report(
    @CurrentProject() { id }: ProjectRef,
    @Query() { from, to, group_by: by }: ModelUsageQuery,
  ): Promise<ModelUsageReportDto> {
    return usageReportDto(
      await this.usage.report(id, { from: from ?? null, to: to ?? null, by }),
      by,
    );
  }

  @Get('model-budget')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read the monthly model budget of a project and its usage' })
  @ApiOkResponse({ type: ModelBudgetDto, headers: CONTENT_TAG })
  async budget(
    @CurrentProject() { id }: ProjectRef,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelBudgetDto> {
    return answer(response, await this.budgets.get(id));
  }

  @Patch('model-budget')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change the monthly model budget of a project',
    description: `Once the budget is used up, new tasks of agents are refused and requests to models fail. ${conditionsNote('budget')}`,
  })
  @ApiOkResponse({ type: ModelBudgetDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Body() body: ChangeModelBudgetDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelBudgetDto> {
    const conditions = readConditions(request);
    return answer(response, await this.budgets.change(id, givenBudget(body), conditions));
  }
}

/** Returns the budget as sent to clients, and sets its ETag. */
function answer(response: Response, budget: MonthBudgetUse): ModelBudgetDto {
  return tagged(response, budgetTag(budget), modelBudgetDto(budget));
}

import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProjectId, CurrentProject, ManageRole } from '../../auth/access.decorators.js';
import type { ProjectRef } from '../../auth/caller.js';
import {
  ChangeModelBudgetDto,
  ModelBudgetDto,
  ModelUsageQuery,
  ModelUsageReportDto,
} from './model-usage.dto.js';
import { ModelUsageService } from './model-usage.service.js';
import { givenBudget, modelBudgetDto, usageReportDto } from './model-usage.wire.js';
import { MonthBudgets } from './month-budgets.service.js';

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
    summary: 'Read what a project has used of models, by day, meta-task, model or agent',
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
  @ApiOperation({ summary: 'Read what a project may use of models in a month, and has used' })
  @ApiOkResponse({ type: ModelBudgetDto })
  async budget(@CurrentProject() { id }: ProjectRef): Promise<ModelBudgetDto> {
    return modelBudgetDto(await this.budgets.get(id));
  }

  @Patch('model-budget')
  @ManageRole('admin')
  @ApiOperation({
    summary: 'Change what a project may use of models in a month',
    description:
      'Once it is used up, new tasks of agents are refused, and requests to models fail.',
  })
  @ApiOkResponse({ type: ModelBudgetDto })
  async change(
    @CurrentProject() { id }: ProjectRef,
    @Body() body: ChangeModelBudgetDto,
  ): Promise<ModelBudgetDto> {
    return modelBudgetDto(await this.budgets.change(id, givenBudget(body)));
  }
}

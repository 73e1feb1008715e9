import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotAudited } from '../../access/audit/not-audited.decorator.js';
import { ApiProjectId, CurrentProject, ManageRole } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { DefinitionCheckDto, type DefinitionDiagnosticDto } from './meta-task-check.dto.js';
import { Dependents } from './dependents.js';
import { LargeBody } from '../../platform/wire/large-body.decorator.js';
import { NewMetaTaskDto } from './meta-task.dto.js';
import { type DefinitionReport, MetaTasksService } from './meta-tasks.service.js';
import { MAX_SCRIPT_BODY } from './script-body.js';

const MAX_DIAGNOSTICS = 100;

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/task-types')
export class MetaTaskCheckController {
  constructor(
    private readonly metaTasks: MetaTasksService,
    private readonly dependents: Dependents,
  ) {}

  @Post('check')
  @NotAudited('It changes nothing.')
  @HttpCode(200)
  @ManageRole('author')
  @LargeBody(MAX_SCRIPT_BODY)
  @ApiOperation({
    summary: 'Check a meta-task without creating it',
    description:
      'Takes the body that creates a meta-task and reports all its errors. Reports the differences if the identifier is that of an existing meta-task.',
  })
  @ApiOkResponse({ type: DefinitionCheckDto })
  async check(
    @CurrentProject() project: ProjectRef,
    @Body() body: NewMetaTaskDto,
  ): Promise<DefinitionCheckDto> {
    const found = await this.metaTasks.report(project.id, body);
    const { newRules: rules } = found;
    const broken = rules === null ? [] : await this.dependents.collectWarnings(project.id, rules);
    return {
      ok: found.errors.length === 0,
      diagnostics: [...toDiagnostics(found), ...broken.map(warningAt)].slice(0, MAX_DIAGNOSTICS),
      params_schema: found.paramsSchema,
      current_version: found.current?.currentVersion ?? null,
      diff: found.changed,
    };
  }
}

/** Returns a diagnostic of a resource that a change breaks. */
function warningAt(message: string): DefinitionDiagnosticDto {
  return { pointer: '/params_schema', message, severity: 'warning' };
}

/** Returns the findings without duplicates. */
function toDiagnostics({ errors, current }: DefinitionReport): DefinitionDiagnosticDto[] {
  const seen = new Map(errors.map((error) => [JSON.stringify(error), error]));
  const diagnostics: DefinitionDiagnosticDto[] = [...seen.values()].map((error) => ({
    ...error,
    severity: 'error',
  }));
  if (current === null || current.archivedAt === null) return diagnostics;
  const message =
    'is that of an archived meta-task: a change of it takes no tasks until it is restored';
  return [...diagnostics, { pointer: '/identifier', message, severity: 'warning' }];
}

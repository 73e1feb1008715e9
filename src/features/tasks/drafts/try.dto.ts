import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import type { JsonObject } from '../../../base/kernel/json.js';
import { ChangeMetaTaskDto, CreateMetaTaskDto } from '../../meta-tasks/meta-task.dto.js';

const PARAMS = {
  type: Object,
  nullable: true,
  additionalProperties: true,
  default: {},
  description: 'Those of the task.',
} as const;

/** What is tried of a meta-task: its current version with these changes. */
export class TryMetaTaskDto extends ChangeMetaTaskDto {
  @ApiPropertyOptional(PARAMS)
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;
}

/** What is tried of a meta-task that need not exist. */
export class TryNewMetaTaskDto extends CreateMetaTaskDto {
  @ApiPropertyOptional(PARAMS)
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;
}

import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import type { JsonObject } from '../../../base/kernel/json.js';
import { MetaTaskChangeDto, NewMetaTaskDto } from '../../meta-tasks/meta-task.dto.js';

const PARAMS = {
  type: Object,
  nullable: true,
  additionalProperties: true,
  default: {},
  description: 'Params of the task.',
} as const;

/** A change of a meta-task to be tried, and the params of the task. */
export class TryMetaTaskDto extends MetaTaskChangeDto {
  @ApiPropertyOptional(PARAMS)
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;
}

/** A meta-task to be tried, which need not exist, and the params of the task. */
export class TryNewMetaTaskDto extends NewMetaTaskDto {
  @ApiPropertyOptional(PARAMS)
  @IsOptional()
  @IsObject()
  params?: JsonObject | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { ObjectOf } from '../../platform/wire/each-of.decorator.js';
import { IfGiven } from '../../platform/wire/if-given.decorator.js';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';
import { ActorDto } from '../tasks/views/task.dto.js';
import { TaskFilterQuery } from '../tasks/list/task-list.dto.js';
import {
  BULK_ACTIONS,
  BULK_STATES,
  BULK_VERSIONS,
  type BulkAction,
  type BulkState,
  type BulkVersion,
  MAX_IDS,
  MAX_NAME,
  MAX_REFUSED,
  MAX_TASKS,
} from './bulk.js';
import { IsPlainName, PLAIN_NAME } from '../../platform/wire/is-plain-name.decorator.js';

const FILTER = {
  type: TaskFilterQuery,
  description: `The conditions of a list of tasks, as its query has them: lists of values are texts with commas, or arrays. Up to ${MAX_TASKS} tasks.`,
} as const;

export class PreviewBulkDto {
  @ApiProperty(FILTER)
  @ObjectOf(() => TaskFilterQuery)
  filter!: TaskFilterQuery;
}

export class BulkPreviewDto {
  @ApiProperty({
    type: 'integer',
    description: `How many tasks match; counted up to ${MAX_TASKS}.`,
  })
  total!: number;
  @ApiProperty({ description: 'There are more than one operation may have.' }) more!: boolean;
}

export class StartBulkDto {
  @ApiProperty({ enum: BULK_ACTIONS })
  @IsIn(BULK_ACTIONS)
  action!: BulkAction;

  @ApiPropertyOptional({
    type: [String],
    description: 'The tasks; or else a `filter`.',
    minItems: 1,
    maxItems: MAX_IDS,
  })
  @IfGiven()
  @IsArray()
  @IsUUID('all', { each: true, message: '$property must have UUIDs' })
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_IDS)
  ids?: string[];

  @ApiPropertyOptional(FILTER)
  @IfGiven()
  @ObjectOf(() => TaskFilterQuery)
  filter?: TaskFilterQuery;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_TASKS,
    description:
      'How many tasks the `filter` is to match: 409 where the number differs by more than a twentieth. With `ids` it may be left out.',
  })
  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_TASKS)
  expected?: number;

  @ApiPropertyOptional({
    enum: BULK_VERSIONS,
    default: 'same',
    description: 'Of a `rerun`: the version that each task had, or the current one.',
  })
  @IsOptional()
  @IsIn(BULK_VERSIONS)
  version?: BulkVersion | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_NAME, ...PLAIN_NAME })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME)
  name?: string | null;
}

export class ListBulkQuery {
  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

class RefusalDto {
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty({ description: 'The code of the error that the task alone would have met.' })
  code!: string;
  @ApiProperty() detail!: string;
}

export class BulkDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: BULK_ACTIONS }) action!: BulkAction;
  @ApiProperty({ enum: BULK_VERSIONS, description: 'Of a `rerun`.' }) version!: BulkVersion;
  @ApiProperty({ type: String, nullable: true }) name!: string | null;
  @ApiProperty({ enum: BULK_STATES }) state!: BulkState;
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: 'integer', description: 'Tasks that are dealt with, refused ones too.' })
  done!: number;
  @ApiProperty({ type: 'integer' }) refused_count!: number;
  @ApiProperty({ type: ActorDto, nullable: true }) created_by!: ActorDto | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
}

export class BulkDetailDto extends BulkDto {
  @ApiProperty({ type: [RefusalDto], description: `The first ${MAX_REFUSED}.` })
  refused!: RefusalDto[];
}

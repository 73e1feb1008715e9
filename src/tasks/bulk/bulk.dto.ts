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
import { ObjectOf } from '../../platform/wire/members.decorator.js';
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
  MAX_REFUSED,
  MAX_TASKS,
} from './bulk.js';
import { IsPlainName, PLAIN_NAME } from '../../platform/wire/is-plain-name.decorator.js';
import { MAX_NAME_LENGTH } from '../../base/kernel/max-lengths.js';

const FILTER = {
  type: TaskFilterQuery,
  description: `Conditions of the task list, named as its query parameters: multiple values are comma-separated or an array. Maximum: ${MAX_TASKS} tasks.`,
} as const;

export class PreviewBulkDto {
  @ApiProperty(FILTER)
  @ObjectOf(() => TaskFilterQuery)
  filter!: TaskFilterQuery;
}

export class BulkPreviewDto {
  @ApiProperty({
    type: 'integer',
    description: `Number of matching tasks, counted up to ${MAX_TASKS}.`,
  })
  total!: number;
  @ApiProperty({ description: 'Whether more tasks match than one operation may have.' })
  more!: boolean;
}

export class StartBulkDto {
  @ApiProperty({ enum: BULK_ACTIONS })
  @IsIn(BULK_ACTIONS)
  action!: BulkAction;

  @ApiPropertyOptional({
    type: [String],
    description: 'Ids of the tasks. Alternative to `filter`.',
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
      'Expected number of tasks that the `filter` matches: 409 if the actual number differs by more than 5%. Optional with `ids`.',
  })
  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_TASKS)
  expected?: number;

  @ApiPropertyOptional({
    enum: BULK_VERSIONS,
    default: 'same',
    description: 'Version used by a `rerun`: the one that each task ran, or the current one.',
  })
  @IsOptional()
  @IsIn(BULK_VERSIONS)
  version?: BulkVersion | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_NAME_LENGTH, ...PLAIN_NAME })
  @IsOptional()
  @IsPlainName()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_NAME_LENGTH)
  name?: string | null;
}

export class ListBulkQuery {
  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

class RefusalDto {
  @ApiProperty({ format: 'uuid' }) task_id!: string;
  @ApiProperty({
    description: 'Error code that the same request for the single task would return.',
  })
  code!: string;
  @ApiProperty() detail!: string;
}

export class BulkDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: BULK_ACTIONS }) action!: BulkAction;
  @ApiProperty({ enum: BULK_VERSIONS, description: 'Version used by a `rerun`.' })
  version!: BulkVersion;
  @ApiProperty({ type: String, nullable: true }) name!: string | null;
  @ApiProperty({ enum: BULK_STATES }) state!: BulkState;
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Number of processed tasks, including refused ones.',
  })
  done!: number;
  @ApiProperty({ type: 'integer' }) refused_count!: number;
  @ApiProperty({ type: ActorDto, nullable: true }) created_by!: ActorDto | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
}

export class BulkDetailDto extends BulkDto {
  @ApiProperty({ type: [RefusalDto], description: `The first ${MAX_REFUSED} refusals.` })
  refused!: RefusalDto[];
}

import {
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { TASK_STATUSES } from '../../workflow/engine/state/task-status.js';
import { RUNS_OF_ACTIVITY } from './activity.js';
import { MetaTaskDto } from './meta-task.dto.js';

/** The members that can be large, and those derived from them. */
export const LARGE = [
  ...(['script', 'params_schema', 'params_schema_inferred', 'result_schema'] as const),
  'dependency_lock',
] as const;

class LastRunDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({ format: 'date-time', description: 'Creation time.' }) at!: string;
}

class SparkDto {
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Duration from the first start to the end, in ms. Null until it has ended.',
  })
  ms!: number | null;
}

export class ActivityDto {
  @ApiProperty({ type: LastRunDto, nullable: true }) last_run!: LastRunDto | null;
  @ApiProperty({
    type: [SparkDto],
    description: `The last ${RUNS_OF_ACTIVITY} runs, latest first.`,
  })
  spark!: SparkDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Next run time of its schedules.',
  })
  next_at!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Creation time of the first failure after the last success among those runs. Null if the last finished run succeeded.',
  })
  failing_since!: string | null;
}

/** A version of a meta-task in a list: a summary omits members that can be large. */
export class ListedVersionDto extends IntersectionType(
  OmitType(MetaTaskDto, LARGE),
  PartialType(PickType(MetaTaskDto, LARGE)),
) {}

/** A meta-task in a list. */
export class ListedMetaTaskDto extends ListedVersionDto {
  @ApiPropertyOptional({
    type: ActivityDto,
    description: 'Recent and upcoming runs, present with `with=activity`.',
  })
  activity?: ActivityDto;
}

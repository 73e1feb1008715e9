import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import type { Percentiles } from './percentiles.js';
import { BUCKETS, type BucketSize, MAX_DAYS, MAX_SAMPLED } from './stats.service.js';
import { MAX_IDENTIFIER_LENGTH } from '../catalogue/identifier.js';

const SIZES = Object.keys(BUCKETS) as BucketSize[];
const LONGEST = SIZES.map((size) => `${MAX_DAYS[size]} days by ${size}`).join(', ');

export class TaskStatsQuery {
  @ApiPropertyOptional({
    format: 'date-time',
    description: `Start of the range. Default: 24 hours before \`until\`; maximum: ${LONGEST}.`,
  })
  @IsOptional()
  @IsTime()
  since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'End of the range. Default: now.' })
  @IsOptional()
  @IsTime()
  until?: string;

  @ApiPropertyOptional({
    enum: SIZES,
    default: 'hour',
    description: 'Size of the buckets, which begin at full hours or days in UTC.',
  })
  @IsIn(SIZES)
  by: BucketSize = 'hour';

  @ApiPropertyOptional({ description: 'Only tasks of the meta-task with this identifier.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_IDENTIFIER_LENGTH)
  task_type?: string;
}

class BucketDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ type: 'integer' }) pending!: number;
  @ApiProperty({ type: 'integer' }) running!: number;
  @ApiProperty({ type: 'integer' }) waiting!: number;
  @ApiProperty({ type: 'integer' }) success!: number;
  @ApiProperty({ type: 'integer' }) failed!: number;
  @ApiProperty({ type: 'integer' }) cancelled!: number;
}

class PercentilesDto implements Percentiles {
  @ApiProperty({ type: 'integer', nullable: true }) p50!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) p95!: number | null;
}

export class TaskStatsDto {
  @ApiProperty({ format: 'date-time' }) since!: string;
  @ApiProperty({ format: 'date-time' }) until!: string;
  @ApiProperty({
    type: [BucketDto],
    description: 'Number of tasks by creation time and current status, oldest first.',
  })
  buckets!: BucketDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Time from which buckets exist, if there were too many tasks and only the latest were counted. Null if all tasks in the range were counted.',
  })
  complete_from!: string | null;
  @ApiProperty({
    type: 'integer',
    description: `Number of tasks in \`run_ms\` and \`wait_ms\`: the last finished ones in the range, up to ${MAX_SAMPLED}. With \`task_type\`: the last created ones that have finished.`,
  })
  sampled!: number;
  @ApiProperty({
    description: 'Time from the first start to the end, without cancelled tasks.',
  })
  run_ms!: PercentilesDto;
  @ApiProperty({ description: 'Time from the due time of the last attempt to its start.' })
  wait_ms!: PercentilesDto;
}

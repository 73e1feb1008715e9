import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsTime } from '../../platform/wire/is-time.decorator.js';
import type { Percentiles } from './percentiles.js';
import { BUCKETS, type BucketSize, MAX_DAYS, MAX_SAMPLED } from './stats.service.js';

const SIZES = Object.keys(BUCKETS) as BucketSize[];
const LONGEST = SIZES.map((size) => `${MAX_DAYS[size]} days by ${size}`).join(', ');

export class TaskStatsQuery {
  @ApiPropertyOptional({
    format: 'date-time',
    description: `A day before \`until\` without it. The longest span: ${LONGEST}.`,
  })
  @IsOptional()
  @IsTime()
  since?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Now without it.' })
  @IsOptional()
  @IsTime()
  until?: string;

  @ApiPropertyOptional({
    enum: SIZES,
    default: 'hour',
    description: 'The size of the buckets, which begin at whole hours or days in UTC.',
  })
  @IsIn(SIZES)
  by: BucketSize = 'hour';

  @ApiPropertyOptional({ description: 'Only tasks of this meta-task, by its identifier.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
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
    description: 'Tasks by their creation and by the status that they have now, oldest first.',
  })
  buckets!: BucketDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description:
      'Null if all tasks of the span were counted. Where there are too many, the latest were: then buckets are there from this time on.',
  })
  complete_from!: string | null;
  @ApiProperty({
    type: 'integer',
    description: `Tasks of which \`run_ms\` and \`wait_ms\` are: those of the span that ended last, up to ${MAX_SAMPLED}. With \`task_type\`, those that were made last and have ended.`,
  })
  sampled!: number;
  @ApiProperty({
    description: 'From the first start to the end, without tasks that were cancelled.',
  })
  run_ms!: PercentilesDto;
  @ApiProperty({ description: 'From when the last attempt was due to its start.' })
  wait_ms!: PercentilesDto;
}

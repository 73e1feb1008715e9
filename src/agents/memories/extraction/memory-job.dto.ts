import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { MEMORY_JOB_STATES, type MemoryJobState } from '../memory-words.js';

export class ListMemoryJobsQuery {
  @ApiPropertyOptional({ enum: MEMORY_JOB_STATES })
  @IsOptional()
  @IsIn(MEMORY_JOB_STATES)
  state?: MemoryJobState;

  @ApiPropertyOptional({ description: 'From the Link header of the page before.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class MemoryJobDto {
  @ApiProperty({ format: 'uuid', description: 'The task that memories are distilled from.' })
  task_id!: string;
  @ApiProperty({ enum: MEMORY_JOB_STATES }) state!: MemoryJobState;
  @ApiProperty({ type: 'integer', description: 'Those that have begun.' }) attempts!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Why the last attempt failed.' })
  error!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Null once it has ended.',
  })
  next_attempt_at!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Texts that the model proposed; null until it is done.',
  })
  candidates!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) admitted!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) refused!: number | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { MEMORY_JOB_STATES, type MemoryJobState } from '../memory-words.js';

export class ListMemoryJobsQuery {
  @ApiPropertyOptional({ enum: MEMORY_JOB_STATES })
  @IsOptional()
  @IsIn(MEMORY_JOB_STATES)
  state?: MemoryJobState;

  @ApiPropertyOptional({ description: 'Cursor from the Link header of the previous page.' })
  @IsOptional()
  @IsUUID()
  cursor?: string;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

export class MemoryJobDto {
  @ApiProperty({ format: 'uuid', description: 'Task from which memories are distilled.' })
  task_id!: string;
  @ApiProperty({ enum: MEMORY_JOB_STATES }) state!: MemoryJobState;
  @ApiProperty({ type: 'integer', description: 'Number of attempts that have started.' })
  attempts!: number;
  @ApiProperty({ type: String, nullable: true, description: 'Reason why the last attempt failed.' })
  error!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Time of the next attempt. Null once the job has ended.',
  })
  next_attempt_at!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Number of texts proposed by the model. Null until it has finished.',
  })
  candidates!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) admitted!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) refused!: number | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
}

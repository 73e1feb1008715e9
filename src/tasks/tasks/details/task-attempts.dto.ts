import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { RUN_ERROR_CODES } from '../../../sandbox/runtime/runtime.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';
import { ATTEMPT_OUTCOMES } from './task-attempts.service.js';
import { ErrorFrameDto } from '../views/error-frame.dto.js';
import { ActorDto } from '../views/task.dto.js';

const STATES = ['queued', 'running', 'waiting'] as const;

export class AttemptsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: 0,
    minimum: 0,
    description: 'Attempt number after which the page starts.',
  })
  @WholeNumberQuery(0, 2_147_483_647)
  cursor = 0;

  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;
}

class SegmentDto {
  @ApiProperty({ enum: STATES }) state!: (typeof STATES)[number];
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) to!: string | null;
}

class AttemptPhaseDto {
  @ApiProperty({ description: 'Name of the phase, with `#` for each number in it.' }) name!: string;
  @ApiProperty({ format: 'date-time', description: 'Time at which it first began.' }) from!: string;
  @ApiProperty({ type: 'integer', description: 'Time in the phase without waits, in ms.' })
  duration_ms!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Average duration in successful runs, in ms. Null if unknown.',
  })
  usual_ms!: number | null;
}

export class TaskAttemptDto {
  @ApiProperty({ type: 'integer', minimum: 1 }) attempt!: number;
  @ApiProperty({ type: 'integer', description: 'Version of the meta-task.' }) version!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Due time. Null for attempts before times were recorded.',
  })
  queued_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) started_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({
    enum: ATTEMPT_OUTCOMES,
    nullable: true,
    description: 'Outcome. Null while the attempt is running.',
  })
  outcome!: (typeof ATTEMPT_OUTCOMES)[number] | null;
  @ApiProperty({ enum: RUN_ERROR_CODES, nullable: true }) error_code!: string | null;
  @ApiProperty({ type: String, nullable: true }) error_message!: string | null;
  @ApiProperty({ type: String, nullable: true }) error_stack!: string | null;
  @ApiProperty({ type: [ErrorFrameDto], description: 'Calls in `error_stack`.' })
  frames!: ErrorFrameDto[];
  @ApiProperty({ type: 'integer', nullable: true }) cpu_ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) peak_memory_bytes!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'Id of the server that last ran it. A server gets a new id at each start.',
  })
  worker!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 3,
    description:
      'Sandbox level of the last run. Null for a task of an agent, and for attempts before it was recorded.',
  })
  sandbox_level!: number | null;
  @ApiProperty({
    type: [SegmentDto],
    description:
      'Time segments: queued, running, waiting. About 100 waits are listed separately; the last one covers all further waits.',
  })
  segments!: SegmentDto[];
  @ApiProperty({
    type: [AttemptPhaseDto],
    description: 'Phases, at most 50, present once the attempt has ended or waits.',
  })
  phases!: AttemptPhaseDto[];
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description: 'Actor that retried the task after this attempt. Null for an automatic retry.',
  })
  retried_by!: ActorDto | null;
}

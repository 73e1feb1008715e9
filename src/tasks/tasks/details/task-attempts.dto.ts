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
    description: 'The `attempt` to go on after.',
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
  @ApiProperty({ description: 'The phase, with `#` for each number in it.' }) name!: string;
  @ApiProperty({ format: 'date-time', description: 'When it first began.' }) from!: string;
  @ApiProperty({ type: 'integer', description: 'Time in it, without waits.' }) duration_ms!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'What it takes on average in runs that succeed; null where that is not known.',
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
    description: 'When it was due. Null where times were not recorded yet.',
  })
  queued_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) started_at!: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({
    enum: ATTEMPT_OUTCOMES,
    nullable: true,
    description: 'Null while it goes on.',
  })
  outcome!: (typeof ATTEMPT_OUTCOMES)[number] | null;
  @ApiProperty({ enum: RUN_ERROR_CODES, nullable: true }) error_code!: string | null;
  @ApiProperty({ type: String, nullable: true }) error_message!: string | null;
  @ApiProperty({ type: String, nullable: true }) error_stack!: string | null;
  @ApiProperty({ type: [ErrorFrameDto], description: 'The calls that `error_stack` shows.' })
  frames!: ErrorFrameDto[];
  @ApiProperty({ type: 'integer', nullable: true }) cpu_ms!: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) peak_memory_bytes!: number | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uuid',
    description: 'The server that last ran it: each start of one has an id of its own.',
  })
  worker!: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: 3,
    description:
      'The level of the sandbox that it last ran in. Null for a task of an agent, and where it was not recorded yet.',
  })
  sandbox_level!: number | null;
  @ApiProperty({
    type: [SegmentDto],
    description:
      'How its time went: in the queue, running, waiting. Some 100 waits are kept apart; the last one stands for further ones.',
  })
  segments!: SegmentDto[];
  @ApiProperty({
    type: [AttemptPhaseDto],
    description: 'Its phases, 50 at most, once it has ended or waits.',
  })
  phases!: AttemptPhaseDto[];
  @ApiProperty({
    type: ActorDto,
    nullable: true,
    description: 'Who had the task run once more after it; null where it did so by itself.',
  })
  retried_by!: ActorDto | null;
}

import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { StoredJson } from '../../../base/kernel/stored-json.js';
import {
  STEP_KINDS,
  STEP_STATUSES,
  type StepKind,
  type StepStatus,
} from '../../../workflow/steps/step.js';
import { ANY_JSON } from '../../../platform/wire/any-json.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';

export class StepsQuery {
  @ApiPropertyOptional({
    type: 'integer',
    default: -1,
    minimum: -1,
    description: 'Step `position` after which the page starts.',
  })
  @WholeNumberQuery(-1, 1_000_000)
  cursor = -1;

  @ApiPropertyOptional({ type: 'integer', default: 200, minimum: 1, maximum: 1000 })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

class StepErrorDto {
  @ApiProperty({ description: 'Class of the thrown error, or an error code.' }) type!: string;
  @ApiProperty() message!: string;
}

class StepAttemptDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Error type and the beginning of its message.',
  })
  error!: string | null;
}

class CodePlaceDto {
  @ApiProperty({ description: 'Path among the source files of the version.' }) file!: string;
  @ApiProperty({ type: 'integer', description: 'Line number, counted from 1.' }) line!: number;
}

/** The reason why a waiting task waits. */
export class WaitedForDto {
  @ApiProperty({ format: 'uuid' }) step_id!: string;
  @ApiProperty({ enum: STEP_KINDS }) kind!: StepKind;
  @ApiProperty() name!: string;
  @ApiProperty({ format: 'date-time' }) since!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Latest time at which the task continues.',
  })
  until!: string | null;
}

export class TaskStepDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    type: 'integer',
    description: 'Position in the order in which steps began, counted from 0.',
  })
  position!: number;
  @ApiProperty({ enum: STEP_KINDS }) kind!: StepKind;
  @ApiProperty() name!: string;
  @ApiProperty({
    type: 'integer',
    description: 'Occurrence among the steps of the same kind and name, counted from 0.',
  })
  occurrence!: number;
  @ApiProperty({
    description:
      'Whether this step and all before it began sequentially, so that a replay must meet it at this position.',
  })
  ordered!: boolean;
  @ApiProperty({ enum: STEP_STATUSES }) status!: StepStatus;
  @ApiProperty({ type: 'integer' }) attempts!: number;
  @ApiProperty({
    type: [StepAttemptDto],
    description:
      'Finished attempts, only for steps of kind `step`. Empty if they were not recorded.',
  })
  attempts_at!: StepAttemptDto[];
  @ApiProperty({
    type: CodePlaceDto,
    nullable: true,
    description: "Location of the call in the author's files. Null if unknown.",
  })
  code_at!: CodePlaceDto | null;
  @ApiProperty({ description: 'Any JSON. Null until the step succeeds.', anyOf: ANY_JSON })
  result!: StoredJson | null;
  @ApiProperty({ type: StepErrorDto, nullable: true }) error!: StepErrorDto | null;
  @ApiProperty({ description: 'Object of the wait, such as the id of a task.', anyOf: ANY_JSON })
  detail!: StoredJson | null;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) duration_ms!: number | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) wake_at!: string | null;
}

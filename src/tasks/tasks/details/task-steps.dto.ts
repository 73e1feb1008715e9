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
    description: 'The `position` to go on after.',
  })
  @WholeNumberQuery(-1, 1_000_000)
  cursor = -1;

  @ApiPropertyOptional({ type: 'integer', default: 200, minimum: 1, maximum: 1000 })
  @WholeNumberQuery(1, 1000)
  limit = 200;
}

class StepErrorDto {
  @ApiProperty({ description: 'Class of what was thrown, or an error code.' }) type!: string;
  @ApiProperty() message!: string;
}

class StepAttemptDto {
  @ApiProperty({ format: 'date-time' }) from!: string;
  @ApiProperty({ format: 'date-time' }) to!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Its type and the beginning of it.' })
  error!: string | null;
}

class CodePlaceDto {
  @ApiProperty({ description: 'Its path among the sources of the version.' }) file!: string;
  @ApiProperty({ type: 'integer', description: 'Counts from 1.' }) line!: number;
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
    description: 'When it goes on at the latest.',
  })
  until!: string | null;
}

export class TaskStepDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ type: 'integer', description: 'From 0, in the order in which they began.' })
  position!: number;
  @ApiProperty({ enum: STEP_KINDS }) kind!: StepKind;
  @ApiProperty() name!: string;
  @ApiProperty({
    type: 'integer',
    description: '0 for the first of its kind and name, 1 for the second, and so on.',
  })
  occurrence!: number;
  @ApiProperty({
    description:
      'It and all before it began one after the other, so that a replay must meet it in its place.',
  })
  ordered!: boolean;
  @ApiProperty({ enum: STEP_STATUSES }) status!: StepStatus;
  @ApiProperty({ type: 'integer' }) attempts!: number;
  @ApiProperty({
    type: [StepAttemptDto],
    description:
      'Its attempts that are over. Only of steps of kind `step`; empty where they were not recorded.',
  })
  attempts_at!: StepAttemptDto[];
  @ApiProperty({
    type: CodePlaceDto,
    nullable: true,
    description: "Where the script asks for it, in the author's files. Null where it is not known.",
  })
  code_at!: CodePlaceDto | null;
  @ApiProperty({ description: 'Any JSON; null until it succeeds.', anyOf: ANY_JSON })
  result!: StoredJson | null;
  @ApiProperty({ type: StepErrorDto, nullable: true }) error!: StepErrorDto | null;
  @ApiProperty({ description: 'What it waits for, such as the id of a task.', anyOf: ANY_JSON })
  detail!: StoredJson | null;
  @ApiProperty({ format: 'date-time' }) started_at!: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) finished_at!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) duration_ms!: number | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) wake_at!: string | null;
}

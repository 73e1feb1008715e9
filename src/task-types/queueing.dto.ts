import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { MAX_PRIORITY } from '../engine/priority.js';
import { RETRYABLE_CODES, type RetryableCode } from '../engine/retry-policy.js';
import { POINTER_PATTERN } from '../kernel/json.js';

const MAX_ATTEMPTS = 100;
/** Seconds of a pause between attempts: a week. */
const MAX_RETRY_DELAY = 604_800;
const MAX_RETRY_FACTOR = 100;
/** Seconds of a total time limit: a year. */
const MAX_TOTAL = 31_536_000;
const MAX_CONCURRENCY = 10_000;
/** Characters of a `concurrency_key`. */
const MAX_POINTER = 200;

const nullable = <const T>(type: T): { type: T; nullable: true } => ({ type, nullable: true });

/** What a definition says of when, how often and beside what its tasks run. */
export class QueueingBody {
  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    maximum: MAX_TOTAL,
    description:
      'Limit on all of a task, with its attempts and pauses, from when it is first due, in seconds.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TOTAL)
  total_timeout_seconds?: number | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    maximum: MAX_ATTEMPTS,
    default: 1,
    description: 'Attempts that may fail before the task does.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ATTEMPTS)
  max_attempts?: number | null;

  @ApiPropertyOptional({
    ...nullable(Number),
    minimum: 0,
    maximum: MAX_RETRY_DELAY,
    default: 1,
    description: 'Pause after the first failed attempt, in seconds.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(MAX_RETRY_DELAY)
  retry_delay_seconds?: number | null;

  @ApiPropertyOptional({
    ...nullable(Number),
    minimum: 1,
    maximum: MAX_RETRY_FACTOR,
    default: 2,
    description: 'Each further pause is longer by this factor.',
  })
  @IsOptional()
  @IsNumber()
  @Min(1)
  @Max(MAX_RETRY_FACTOR)
  retry_factor?: number | null;

  @ApiPropertyOptional({
    ...nullable(Number),
    minimum: 0,
    maximum: MAX_RETRY_DELAY,
    default: 300,
    description: 'The longest pause, in seconds.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(MAX_RETRY_DELAY)
  retry_max_delay_seconds?: number | null;

  @ApiPropertyOptional({
    ...nullable(Number),
    minimum: 0,
    maximum: 1,
    default: 0.2,
    description: 'Each pause is shortened at random, by this part at most.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(1)
  retry_jitter?: number | null;

  @ApiPropertyOptional({
    enum: RETRYABLE_CODES,
    isArray: true,
    nullable: true,
    description: 'The error codes that are tried again; without it all but `invalid_result`.',
  })
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(RETRYABLE_CODES.length)
  @IsIn(RETRYABLE_CODES, { each: true })
  retry_on?: RetryableCode[] | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: -MAX_PRIORITY,
    maximum: MAX_PRIORITY,
    default: 0,
    description: 'Of tasks that name none; higher runs first, within the project.',
  })
  @IsOptional()
  @IsInt()
  @Min(-MAX_PRIORITY)
  @Max(MAX_PRIORITY)
  priority?: number | null;

  @ApiPropertyOptional({
    ...nullable('integer'),
    minimum: 1,
    maximum: MAX_CONCURRENCY,
    description: 'Tasks of it that may run at the same time, over all servers.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_CONCURRENCY)
  concurrency_limit?: number | null;

  @ApiPropertyOptional({
    ...nullable(String),
    maxLength: MAX_POINTER,
    pattern: POINTER_PATTERN.source,
    example: '/customer',
    description: 'JSON pointer into params: the `concurrency_limit` holds for each value there.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_POINTER)
  @Matches(POINTER_PATTERN, {
    message: 'concurrency_key must be a JSON pointer such as /customer or /order/id',
  })
  concurrency_key?: string | null;
}

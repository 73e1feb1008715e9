import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { LOG_LEVELS, type LogLevel } from '../../../sandbox/runtime/protocol.js';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { IsTime } from '../../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';

const MAX_SEARCH = 200;
const MAX_LINES = 5_000;

export class LogsQuery {
  @ApiPropertyOptional({ enum: LOG_LEVELS, description: 'Lowest level of the lines.' })
  @IsOptional()
  @IsIn(LOG_LEVELS)
  level?: LogLevel;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Only lines of this attempt.' })
  @IfGiven()
  @WholeNumberQuery(1, 2_147_483_647)
  attempt?: number;

  @ApiPropertyOptional({
    maxLength: MAX_SEARCH,
    description: 'Only lines that contain this text, case-insensitive.',
  })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_SEARCH)
  q?: string;

  @ApiPropertyOptional({
    type: 'integer',
    default: 0,
    description: 'Line `seq` after which the page starts.',
  })
  @IfGiven()
  @WholeNumberQuery(0, Number.MAX_SAFE_INTEGER)
  cursor?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description:
      'Line `seq` before which the page starts, newest first. 0 starts at the last line.',
  })
  @IfGiven()
  @WholeNumberQuery(0, Number.MAX_SAFE_INTEGER)
  before?: number;

  @ApiPropertyOptional({
    format: 'date-time',
    description:
      'Time around which to read lines, oldest first: half of them before it, half after it.',
  })
  @IfGiven()
  @IsTime()
  around?: string;

  @ApiPropertyOptional({
    type: 'integer',
    default: 200,
    minimum: 1,
    maximum: MAX_LINES,
    description: 'Lines per page. A page ends early at 8 MiB.',
  })
  @WholeNumberQuery(1, MAX_LINES)
  limit = 200;
}

export class LogLineDto {
  @ApiProperty({
    type: 'integer',
    description:
      'Increasing sequence number. The cursor of the next page is the last one received.',
  })
  seq!: number;
  @ApiProperty({ format: 'date-time' }) time!: string;
  @ApiProperty({ enum: LOG_LEVELS }) level!: LogLevel;
  @ApiProperty() text!: string;
  @ApiProperty({ type: 'integer' }) attempt!: number;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'Number of a line that was shown before it was complete. Among lines with the same `attempt` and `line`, the last one is current.',
  })
  line?: number;
  @ApiPropertyOptional({
    description: 'Whether the line is still incomplete and may change.',
  })
  open?: boolean;
}

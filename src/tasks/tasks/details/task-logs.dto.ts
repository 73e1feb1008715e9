import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { LOG_LEVELS, type LogLevel } from '../../../sandbox/runtime/protocol.js';
import { IfGiven } from '../../../platform/wire/if-given.decorator.js';
import { IsTime } from '../../../platform/wire/is-time.decorator.js';
import { WholeNumberQuery } from '../../../platform/wire/whole-number.decorator.js';

const MAX_SEARCH = 200;
const MAX_LINES = 5_000;

export class LogsQuery {
  @ApiPropertyOptional({ enum: LOG_LEVELS, description: 'This level and the more severe ones.' })
  @IsOptional()
  @IsIn(LOG_LEVELS)
  level?: LogLevel;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Only those of this attempt.' })
  @IfGiven()
  @WholeNumberQuery(1, 2_147_483_647)
  attempt?: number;

  @ApiPropertyOptional({
    maxLength: MAX_SEARCH,
    description: 'Only those that have this text; case does not count.',
  })
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_SEARCH)
  q?: string;

  @ApiPropertyOptional({ type: 'integer', default: 0, description: 'The `seq` to go on after.' })
  @IfGiven()
  @WholeNumberQuery(0, Number.MAX_SAFE_INTEGER)
  cursor?: number;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'Newest first, before this `seq`; 0 begins with the last line.',
  })
  @IfGiven()
  @WholeNumberQuery(0, Number.MAX_SAFE_INTEGER)
  before?: number;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'The lines around this time, oldest first: half of them of before, half of later.',
  })
  @IfGiven()
  @IsTime()
  around?: string;

  @ApiPropertyOptional({
    type: 'integer',
    default: 200,
    minimum: 1,
    maximum: MAX_LINES,
    description: 'A page of more than 8 MiB ends earlier.',
  })
  @WholeNumberQuery(1, MAX_LINES)
  limit = 200;
}

export class LogLineDto {
  @ApiProperty({
    type: 'integer',
    description: 'Counts up; the cursor of the next page is the last one seen.',
  })
  seq!: number;
  @ApiProperty({ format: 'date-time' }) time!: string;
  @ApiProperty({ enum: LOG_LEVELS }) level!: LogLevel;
  @ApiProperty() text!: string;
  @ApiProperty({ type: 'integer' }) attempt!: number;
  @ApiPropertyOptional({
    type: 'integer',
    description:
      'A number of a line that was shown before it was complete. Of those with the same `attempt` and `line` the last one counts.',
  })
  line?: number;
  @ApiPropertyOptional({
    description: 'True as long as the script has not ended the line: it may still change.',
  })
  open?: boolean;
}

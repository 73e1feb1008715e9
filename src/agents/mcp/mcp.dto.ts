import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { WholeNumberQuery } from '../../platform/wire/whole-number.decorator.js';

const MAX_WAIT_SECONDS = 60;
const WAIT_SECONDS = 20;

export class McpQueryDto {
  @ApiPropertyOptional({
    example: 'weekly-report,search_*',
    description: 'Tools that the connection offers: names, and prefixes of names followed by `*`.',
  })
  @IsOptional()
  @IsString({ message: 'tools must be given once, as a text' })
  tools?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_WAIT_SECONDS,
    default: WAIT_SECONDS,
    description: 'Seconds that a call waits for its task to end.',
  })
  @WholeNumberQuery(0, MAX_WAIT_SECONDS)
  wait_seconds = WAIT_SECONDS;
}
